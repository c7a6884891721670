// SPDX-License-Identifier: Apache-2.0
#include "tocca/bvh/refit_kernel.hpp"

#include <algorithm>
#include <limits>

#include "tocca/base/simd_kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tocca/bvh/refit_kernel.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, as Highway demands.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tocca::bvh {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 4>;
using Floats = hn::Rebind<float, Doubles>;
using Words = hn::Rebind<std::int32_t, Doubles>;
using Corner = hn::CappedTag<float, 4>;

/// One unit where the mask is set.
template <class Mask>
HWY_INLINE hn::Vec<Words> unit_where(Mask mask)
{
    return hn::DemoteTo(Words(), hn::IfThenElseZero(mask, hn::Set(Doubles(), 1.0)));
}

/// The faces of boxes around coordinates, two or four at a time.
///
/// Proof: within +-2^126, x rounds to the nearest float f, and only if f is on the wrong side of x it becomes its neighbour:
///        between the two there is no other float. The words of floats of one sign are in the order of their magnitudes, so
///        the neighbour away from zero is one word on, that towards zero one back. A zero is moved away from zero only, for
///        it has the sign of x.
HWY_INLINE void bound_lanes(hn::Vec<Doubles> x, hn::Vec<Floats>& lower, hn::Vec<Floats>& upper)
{
    const Doubles d;
    const Words words;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const auto reach = hn::Set(d, 0x1p126), minus_reach = hn::Set(d, -0x1p126);
    const auto within = hn::Min(hn::Max(x, minus_reach), reach);
    const auto nearest = hn::DemoteTo(Floats(), within);
    const auto back = hn::PromoteTo(d, nearest);
    const auto word = hn::BitCast(words, nearest);
    const auto sign = hn::ShiftRight<31>(word);  // -1 for what is negative
    const auto down = unit_where(hn::Gt(back, within)), up = unit_where(hn::Lt(back, within));
    const auto toward = [&](hn::Vec<Words> unit, hn::Vec<Words> sense) {
        return hn::BitCast(Floats(), hn::Add(word, hn::Sub(hn::Xor(unit, sense), sense)));
    };
    lower = toward(down, hn::Not(sign));
    upper = toward(up, sign);
    // Where x is beyond the reach, it is infinitely far out.
    const auto far = [&](auto mask, float value, hn::Vec<Floats> face) {
        const auto is_far = hn::Ne(unit_where(mask), hn::Zero(words));
        return hn::IfThenElse(hn::RebindMask(Floats(), is_far), hn::Set(Floats(), value), face);
    };
    if (!hn::AllFalse(d, hn::Gt(hn::Abs(x), reach))) {
        lower = far(hn::Lt(x, minus_reach), -infinity, lower);
        upper = far(hn::Gt(x, reach), infinity, upper);
    }
}

void bound(std::span<const double> coordinates, float* lower, float* upper)
{
    const Doubles d;
    const std::size_t lanes = hn::Lanes(d), count = coordinates.size();
    hn::Vec<Floats> low, high;
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        bound_lanes(hn::LoadU(d, coordinates.data() + i), low, high);
        hn::StoreU(low, Floats(), lower + i);
        hn::StoreU(high, Floats(), upper + i);
    }
    if (i == count) return;
    double rest[4] = {};
    float rest_lower[4], rest_upper[4];
    std::copy(coordinates.begin() + static_cast<std::ptrdiff_t>(i), coordinates.end(), rest);
    bound_lanes(hn::LoadU(d, rest), low, high);
    hn::StoreU(low, Floats(), rest_lower);
    hn::StoreU(high, Floats(), rest_upper);
    std::copy_n(rest_lower, count - i, lower + i);
    std::copy_n(rest_upper, count - i, upper + i);
}

HWY_INLINE hn::Vec<Corner> load(const BoxCorner& corner) { return hn::Load(Corner(), corner.at.data()); }

/// Stores a corner, its word apart.
HWY_INLINE void store(hn::Vec<Corner> at, BoxCorner& corner)
{
    const Corner d;
    hn::Store(hn::IfThenElse(hn::FirstN(d, 3), at, load(corner)), d, corner.at.data());
}

/// Stores both corners of a box, and returns half its area: in doubles, which can hold any product of floats.
HWY_INLINE double store_with_area(hn::Vec<Corner> lower, hn::Vec<Corner> upper, BoxCorner& lower_corner,
                                  BoxCorner& upper_corner)
{
    store(lower, lower_corner);
    store(upper, upper_corner);
    alignas(16) float size[4];
    hn::Store(hn::Sub(upper, lower), Corner(), size);
    const double x = static_cast<double>(size[0]), y = static_cast<double>(size[1]), z = static_cast<double>(size[2]);
    return x * y + z * (x + y);
}

template <BoxEnds ends>
void refit_ends(std::span<MovingBox> nodes, std::size_t first, std::size_t last, AreaSums& areas)
{
    double start = 0.0, end = 0.0;
    for (std::size_t i = last; i-- > first;) {
        MovingBox& node = nodes[i];
        const MovingBox &left = nodes[node.lower_start.word], &right = nodes[node.upper_start.word];
        if constexpr (has(ends, BoxEnds::start)) {
            start += store_with_area(hn::Min(load(left.lower_start), load(right.lower_start)),
                                     hn::Max(load(left.upper_start), load(right.upper_start)), node.lower_start,
                                     node.upper_start);
        }
        if constexpr (has(ends, BoxEnds::end)) {
            end +=
                store_with_area(hn::Min(load(left.lower_end), load(right.lower_end)),
                                hn::Max(load(left.upper_end), load(right.upper_end)), node.lower_end, node.upper_end);
        }
    }
    if constexpr (has(ends, BoxEnds::start)) areas.start = start;
    if constexpr (has(ends, BoxEnds::end)) areas.end = end;
}

void refit(std::span<MovingBox> nodes, std::size_t first, std::size_t last, BoxEnds ends, AreaSums& areas)
{
    switch (ends) {
        case BoxEnds::none: return;
        case BoxEnds::start: refit_ends<BoxEnds::start>(nodes, first, last, areas); return;
        case BoxEnds::end: refit_ends<BoxEnds::end>(nodes, first, last, areas); return;
        case BoxEnds::both: refit_ends<BoxEnds::both>(nodes, first, last, areas); return;
    }
}

float motion(std::span<const MovingBox> boxes)
{
    const Corner d;
    auto most = hn::Zero(d);
    for (const MovingBox& box : boxes) {
        const auto onward = hn::Sub(load(box.upper_end), load(box.lower_start));
        const auto backward = hn::Sub(load(box.upper_start), load(box.lower_end));
        most = hn::Max(most, hn::IfThenElseZero(hn::FirstN(d, 3), hn::Max(onward, backward)));
    }
    return hn::GetLane(hn::MaxOfLanes(d, most));
}

constexpr RefitKernel kernel{{}, bound, refit, motion};

}  // namespace HWY_NAMESPACE
}  // namespace tocca::bvh
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tocca::bvh {

const RefitKernel& refit_kernel(const std::string& name)
{
    static const base::SimdKernels<RefitKernel> kernels(TOCCA_SIMD_KERNELS);
    return kernels.named(name);
}

}  // namespace tocca::bvh
#endif  // HWY_ONCE
