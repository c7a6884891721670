// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "tocca/geometry/point.hpp"

namespace tocca::study {

/// A direction of a k-DOP: each component is -1, 0 or 1.
using KdopDirection = std::array<int, 3>;

/// The k/2 directions of a k-DOP, for k = 6 (a box), 14 (and the diagonals of a cube), 18 (and those of its sides), 26
/// (both).
template <std::size_t Directions>
[[nodiscard]] constexpr std::array<KdopDirection, Directions> kdop_directions()
{
    static_assert(Directions == 3 || Directions == 7 || Directions == 9 || Directions == 13, "k is 6, 14, 18 or 26");
    constexpr std::array<KdopDirection, 6> sides{{{1, 1, 0}, {1, -1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1}}};
    constexpr std::array<KdopDirection, 4> corners{{{1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1}}};
    std::array<KdopDirection, Directions> all{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    std::size_t next = 3;
    if constexpr (Directions >= 9) {
        for (const KdopDirection& direction : sides) all[next++] = direction;
    }
    if constexpr (Directions == 7 || Directions == 13) {
        for (const KdopDirection& direction : corners) all[next++] = direction;
    }
    return all;
}

/// Floats that a number lies between.
struct FloatInterval {
    float low;
    float high;
};

/// Where a point is along a direction.
///
/// Guarantee: encloses the exact sum, for any finite point.
[[nodiscard]] FloatInterval project(const Point& point, const KdopDirection& direction);

/// A polytope with faces in k fixed directions, two a slab: the extents of its contents along k/2 directions.
template <std::size_t Directions>
struct Kdop {
    std::array<float, Directions> low;
    std::array<float, Directions> high;

    /// That of a point, rounded outward.
    static Kdop of(const Point& point)
    {
        constexpr auto directions = kdop_directions<Directions>();
        Kdop kdop;
        for (std::size_t i = 0; i < Directions; ++i) {
            const FloatInterval at = project(point, directions[i]);
            kdop.low[i] = at.low;
            kdop.high[i] = at.high;
        }
        return kdop;
    }
};

/// Extends `kdop` to hold `other` too.
template <std::size_t Directions>
void extend(Kdop<Directions>& kdop, const Kdop<Directions>& other)
{
    for (std::size_t i = 0; i < Directions; ++i) {
        kdop.low[i] = std::min(kdop.low[i], other.low[i]);
        kdop.high[i] = std::max(kdop.high[i], other.high[i]);
    }
}

template <std::size_t Directions>
[[nodiscard]] bool contains(const Kdop<Directions>& outer, const Kdop<Directions>& inner)
{
    bool holds = true;
    for (std::size_t i = 0; i < Directions; ++i)
        holds = holds && outer.low[i] <= inner.low[i] && outer.high[i] >= inner.high[i];
    return holds;
}

/// Whether the slabs overlap along every direction; touching counts.
///
/// Guarantee: false is a proof for what they hold.
template <std::size_t Directions>
[[nodiscard]] bool may_meet(const Kdop<Directions>& a, const Kdop<Directions>& b)
{
    // Counted, not branched upon: which direction tells them apart is as good as random.
    int apart = 0;
    for (std::size_t i = 0; i < Directions; ++i) apart += int{b.low[i] > a.high[i]} + int{a.low[i] > b.high[i]};
    return apart == 0;
}

}  // namespace tocca::study
