// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "study/kdop.hpp"
#include "tocca/answer/time_interval.hpp"

namespace tocca::study {

/// A k-DOP at the start of a step and one at its end; in between each face moves linearly, at its own speed.
///
/// What moves linearly and is within it at both ends is within it throughout, and merging at both ends keeps that.
template <std::size_t Directions>
struct MovingKdop {
    Kdop<Directions> start;
    Kdop<Directions> end;

    /// That of one moving point, rounded outward.
    static MovingKdop of(const Point& start, const Point& end)
    {
        return {Kdop<Directions>::of(start), Kdop<Directions>::of(end)};
    }

    /// The k-DOP that holds it over the whole step.
    [[nodiscard]] Kdop<Directions> swept() const
    {
        Kdop<Directions> both = start;
        extend(both, end);
        return both;
    }
};

template <std::size_t Directions>
void extend(MovingKdop<Directions>& kdop, const MovingKdop<Directions>& other)
{
    extend(kdop.start, other.start);
    extend(kdop.end, other.end);
}

template <std::size_t Directions>
[[nodiscard]] bool contains(const MovingKdop<Directions>& outer, const MovingKdop<Directions>& inner)
{
    return contains(outer.start, inner.start) && contains(outer.end, inner.end);
}

/// The kinetic axis test along every direction: false if along one of them the one stays before the other throughout.
///
/// Guarantee: false is a proof for what they hold.
template <std::size_t Directions>
[[nodiscard]] bool may_meet(const MovingKdop<Directions>& a, const MovingKdop<Directions>& b)
{
    int apart = 0;
    for (std::size_t i = 0; i < Directions; ++i) {
        apart += int{b.start.low[i] > a.start.high[i]} * int{b.end.low[i] > a.end.high[i]};
        apart += int{a.start.low[i] > b.start.high[i]} * int{a.end.low[i] > b.end.high[i]};
    }
    return apart == 0;
}

/// One slab at the start and at the end.
struct MovingSlab {
    FloatInterval start;
    FloatInterval end;
};

/// Narrows `times` to where two slabs may overlap; false if they never do within it.
///
/// Guarantee: what is cut off is free of overlap, touching included.
/// Source:    Tang, Kim, Manocha 2010, IV. Mended: slabs may overlap from the start, and may part again.
[[nodiscard]] bool narrow_to_overlap(const MovingSlab& a, const MovingSlab& b, TimeInterval& times);

/// The times in [0, 1] at which two k-DOPs may overlap along all directions at once; nothing if they never do.
template <std::size_t Directions>
[[nodiscard]] std::optional<TimeInterval> overlap_times(const MovingKdop<Directions>& a,
                                                        const MovingKdop<Directions>& b)
{
    TimeInterval times{0.0, 1.0};
    const auto slab = [](const MovingKdop<Directions>& kdop, std::size_t i) -> MovingSlab {
        return {{kdop.start.low[i], kdop.start.high[i]}, {kdop.end.low[i], kdop.end.high[i]}};
    };
    for (std::size_t i = 0; i < Directions; ++i) {
        // Slabs that overlap at both ends overlap throughout.
        const bool throughout = a.start.low[i] <= b.start.high[i] && a.end.low[i] <= b.end.high[i] &&
                                b.start.low[i] <= a.start.high[i] && b.end.low[i] <= a.end.high[i];
        if (!throughout && !narrow_to_overlap(slab(a, i), slab(b, i), times)) return std::nullopt;
    }
    return times;
}

}  // namespace tocca::study
