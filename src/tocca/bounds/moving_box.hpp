// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "tocca/answer/time_interval.hpp"
#include "tocca/geometry/point.hpp"

namespace tocca {

/// The largest float not above x; the smallest not below x.
[[nodiscard]] float round_down(double x);
[[nodiscard]] float round_up(double x);

/// Three coordinates, and a word for the owner of the box: together they fill a SIMD register.
struct alignas(16) BoxCorner {
    std::array<float, 3> at = {};
    std::uint32_t word = 0;
};

/// An axis-aligned box at the start of a step and one at its end; in between each face moves linearly, at its own speed.
///
/// What moves linearly and is within the box at both ends is within it throughout, and merging boxes at both ends keeps
/// that. A cache line.
struct alignas(64) MovingBox {
    BoxCorner lower_start;
    BoxCorner upper_start;
    BoxCorner lower_end;
    BoxCorner upper_end;
};
static_assert(sizeof(MovingBox) == 64);

/// The box of one moving point, rounded outward; its words are 0. Faces that would lie beyond 2^126 are infinitely far out.
[[nodiscard]] MovingBox moving_box(const Point& start, const Point& end);

/// Extends `box` to hold `other` too; its words stay.
void extend(MovingBox& box, const MovingBox& other);

/// The box with all faces moved outward.
///
/// Assumes: a distance that is not negative.
[[nodiscard]] MovingBox widened(const MovingBox& narrow, double distance);

/// Whether `outer` holds `inner` throughout.
[[nodiscard]] bool contains(const MovingBox& outer, const MovingBox& inner);

/// Whether the boxes may come within `gap` of each other: false if along some axis the one stays before the other by
/// more than `gap`, at the start and at the end, hence throughout.
///
/// Guarantee: false is a proof for what the boxes hold. A float difference that exceeds a float does so exactly, for
///            rounding is monotone.
/// Source:    the kinetic axis test, docs/deformable.md.
[[nodiscard]] bool may_meet(const MovingBox& a, const MovingBox& b, float gap = 0.0F);

/// The times in [0, 1] at which two boxes may overlap; empty if they never do.
///
/// Guarantee: outside the result they are disjoint; touching counts as overlap.
/// Source:    Tang, Kim, Manocha 2010, IV. Corrected: boxes may overlap along an axis from the start, and may part again.
[[nodiscard]] std::optional<TimeInterval> overlap_times(const MovingBox& a, const MovingBox& b);

/// Half the surface area at the start plus that at the end: the cost that tree building minimises. In doubles, which can
/// hold any product of floats.
[[nodiscard]] double half_area(const MovingBox& box);

}  // namespace tocca
