// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "tocca/geometry/point.hpp"
#include "tocca/numeric/filtered_sign.hpp"
#include "tocca/numeric/sign.hpp"

namespace tocca {

/// The sign of (b - a) x (c - a) . (d - a): positive where d lies on the side from which abc turns counterclockwise,
/// zero where the four points lie in a plane.
///
/// Guarantee: exact for the doubles given, at every scale.
/// Assumes:   finite coordinates, here and below.
/// Cost:      some nanoseconds where the filter decides, a microsecond or two near coplanarity.
[[nodiscard]] Sign orientation(const Point& a, const Point& b, const Point& c, const Point& d);

/// The same by floating point alone: may be uncertain.
[[nodiscard]] FilteredSign orientation_filtered(const Point& a, const Point& b, const Point& c, const Point& d);

/// The same in big integers alone.
[[nodiscard]] Sign orientation_exact(const Point& a, const Point& b, const Point& c, const Point& d);

/// The sign of component `axis` (0, 1 or 2) of (b - a) x (c - a): how abc turns when seen along that axis.
///
/// Guarantee: exact for the doubles given, at every scale.
[[nodiscard]] Sign projected_orientation(const Point& a, const Point& b, const Point& c, std::size_t axis);

/// Whether the three points lie on a line; equal points do.
///
/// Guarantee: exact for the doubles given, at every scale.
[[nodiscard]] bool collinear(const Point& a, const Point& b, const Point& c);

}  // namespace tocca
