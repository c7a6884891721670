// SPDX-License-Identifier: Apache-2.0
// Included once for every SIMD target, within its namespace, which names Highway's `hn`: boxes in registers.

using BoxTag = hn::CappedTag<float, 4>;
using BoxLanes = hn::Vec<BoxTag>;

/// A moving box, a register a corner; the fourth lane is the corner's word and means nothing.
struct Corners {
    BoxLanes lower_start, upper_start, lower_end, upper_end;
};

HWY_INLINE Corners load_box(const MovingBox& box)
{
    // Four corners of four words each, one after the other.
    const BoxTag d;
    const auto* words = reinterpret_cast<const float*>(&box);
    return {hn::Load(d, words), hn::Load(d, words + 4), hn::Load(d, words + 8), hn::Load(d, words + 12)};
}

/// The box of both.
HWY_INLINE Corners hull(const Corners& a, const Corners& b)
{
    return {hn::Min(a.lower_start, b.lower_start), hn::Max(a.upper_start, b.upper_start),
            hn::Min(a.lower_end, b.lower_end), hn::Max(a.upper_end, b.upper_end)};
}

/// Whether one of the three axes is set.
HWY_INLINE bool any_axis(hn::Mask<BoxTag> mask)
{
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(BoxTag(), mask, bytes);
    return (bytes[0] & 7U) != 0;
}

/// The limit of a search, in registers: see MeetingLimit.
struct LimitLanes {
    BoxLanes gap, start, minus_end;

    HWY_INLINE LimitLanes(float gap_width, float weight_start, float weight_end)
        : gap(hn::Set(BoxTag(), gap_width)),
          start(hn::Set(BoxTag(), weight_start)),
          minus_end(hn::Set(BoxTag(), -weight_end))
    {}
};

/// may_meet in registers, over the whole step.
///
/// Of `a` before `b` along an axis the lesser gap, the start's or the end's, counts; of the two orders the better one.
/// No coordinate is NaN, and infinities point outward, so no difference is NaN.
HWY_INLINE bool may_meet(const Corners& a, const Corners& b, const LimitLanes& limit)
{
    const BoxLanes before = hn::Min(hn::Sub(b.lower_start, a.upper_start), hn::Sub(b.lower_end, a.upper_end));
    const BoxLanes behind = hn::Min(hn::Sub(a.lower_start, b.upper_start), hn::Sub(a.lower_end, b.upper_end));
    return !any_axis(hn::Gt(hn::Max(before, behind), limit.gap));
}

/// may_meet in registers, until the limit's time.
///
/// With gaps g0 at the start and g1 at the end, that at time t is wide enough if (1 - t) (g0 - gap) + t (g1 - gap) > 0 and
/// g0 > gap. The limit's gap and weights are such that p > q below proves it (MeetingLimit::until), if p did not
/// underflow. Coordinates are at most 2^126 or infinite outward, so no difference overflows upward.
HWY_INLINE bool may_meet_in_time(const Corners& a, const Corners& b, const LimitLanes& limit)
{
    const BoxLanes before = hn::Sub(b.lower_start, a.upper_start), behind = hn::Sub(a.lower_start, b.upper_start);
    // Only the order that holds at the start can hold throughout.
    const BoxLanes g0 = hn::Max(before, behind);
    const BoxLanes g1 =
        hn::IfThenElse(hn::Gt(before, behind), hn::Sub(b.lower_end, a.upper_end), hn::Sub(a.lower_end, b.upper_end));
    const BoxLanes p = hn::Mul(limit.start, hn::Sub(g0, limit.gap));
    const BoxLanes q = hn::Mul(limit.minus_end, hn::Sub(g1, limit.gap));
    return !any_axis(hn::Gt(p, hn::Max(q, hn::Set(BoxTag(), 0x1p-100F))));
}

/// may_meet in registers, by where the boxes are at the start; the limit's gap makes up for their motion.
HWY_INLINE bool may_meet_near_start(const Corners& a, const Corners& b, const LimitLanes& limit)
{
    const BoxLanes before = hn::Sub(b.lower_start, a.upper_start), behind = hn::Sub(a.lower_start, b.upper_start);
    return !any_axis(hn::Gt(hn::Max(before, behind), limit.gap));
}

/// The same by where they are at the end.
HWY_INLINE bool may_meet_near_end(const Corners& a, const Corners& b, const LimitLanes& limit)
{
    const BoxLanes before = hn::Sub(b.lower_end, a.upper_end), behind = hn::Sub(a.lower_end, b.upper_end);
    return !any_axis(hn::Gt(hn::Max(before, behind), limit.gap));
}

template <MeetingTest test>
HWY_INLINE bool may_meet_by(const Corners& a, const Corners& b, const LimitLanes& limit)
{
    if constexpr (test == MeetingTest::in_time) return may_meet_in_time(a, b, limit);
    if constexpr (test == MeetingTest::near_start) return may_meet_near_start(a, b, limit);
    if constexpr (test == MeetingTest::near_end) return may_meet_near_end(a, b, limit);
    return may_meet(a, b, limit);
}
