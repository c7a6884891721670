// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "tocca/geometry/triangle_intersection.hpp"

namespace tocca {

/// How often, and which way, the ray upward from a point leaves through a triangle: 1, -1 or 0; empty if the triangle
/// contains the point.
///
/// The point is moved sideways by an infinitesimal, so that the ray meets no edge. A point that is not on the surface
/// stays on its side of it.
///
/// Guarantee: exact for the doubles given. The sum over a closed surface is how many times it winds around the point.
/// Assumes:   finite coordinates.
[[nodiscard]] std::optional<int> leaves_through(const Point& point, const TrianglePoints& face);

}  // namespace tocca
