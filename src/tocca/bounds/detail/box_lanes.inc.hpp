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

/// The limit of a search, in registers.
struct LimitLanes {
    BoxLanes gap, start, end;
    bool whole_step;
};

/// may_meet in registers, until the limit's time.
///
/// Up to the whole step: of `a` before `b` along an axis the lesser gap, start's or end's, counts; of the two orders the
/// better one. No coordinate is NaN, and infinities point outward, so no difference is NaN.
/// Up to an earlier time: with start gap g0 > gap, the gap at that time, as w0 (g0 - gap) + w1 (g1 - gap) for weights of
/// the ratio (1 - t) : t, must exceed its rounding error: with u = 2^-24 each difference is off by u of its operands,
/// the differences from the gap, products and the sum by u each: less than 5 u (w0 (|g0| + gap) + w1 (|g1| + gap)) in
/// all. 8 u absorb the rounding of this bound, and 2^-126 what underflows.
HWY_INLINE bool may_meet(const Corners& a, const Corners& b, const LimitLanes& limit)
{
    const BoxLanes before_start = hn::Sub(b.lower_start, a.upper_start);
    const BoxLanes before_end = hn::Sub(b.lower_end, a.upper_end);
    const BoxLanes behind_start = hn::Sub(a.lower_start, b.upper_start);
    const BoxLanes behind_end = hn::Sub(a.lower_end, b.upper_end);
    const BoxLanes apart = hn::Max(hn::Min(before_start, before_end), hn::Min(behind_start, behind_end));
    if (any_axis(hn::Gt(apart, limit.gap))) return false;
    if (limit.whole_step) return true;

    const BoxTag d;
    const BoxLanes at_start = hn::Max(before_start, behind_start);
    // Only the order that holds at the start can hold throughout.
    const BoxLanes at_end = hn::IfThenElse(hn::Gt(before_start, behind_start), before_end, behind_end);
    const BoxLanes value =
        hn::Add(hn::Mul(limit.start, hn::Sub(at_start, limit.gap)), hn::Mul(limit.end, hn::Sub(at_end, limit.gap)));
    const BoxLanes size = hn::Add(hn::Mul(limit.start, hn::Add(hn::Abs(at_start), limit.gap)),
                                  hn::Mul(limit.end, hn::Add(hn::Abs(at_end), limit.gap)));
    const BoxLanes bound = hn::Add(hn::Mul(hn::Set(d, 0x1p-21F), size), hn::Set(d, 0x1p-126F));
    return !any_axis(hn::And(hn::Gt(at_start, limit.gap), hn::Gt(value, bound)));
}
