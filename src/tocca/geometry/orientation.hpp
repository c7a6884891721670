// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/geometry/point.hpp"
#include "tocca/numeric/sign.hpp"

namespace tocca {

/// The sign of (b - a) x (c - a) . (d - a): positive where d sees abc turn counterclockwise from the side its normal
/// points to, zero where the four points lie in a plane.
///
/// Guarantee: exact for the doubles given, at every scale.
/// Assumes:   finite coordinates, here and below.
/// Cost:      some nanoseconds where a filter decides; some microseconds near coplanarity.
[[nodiscard]] Sign orientation(const Point& a, const Point& b, const Point& c, const Point& d);

/// The same, by floating point with an error bound alone.
[[nodiscard]] FilteredSign orientation_filtered(const Point& a, const Point& b, const Point& c, const Point& d);

/// The same, in integers of any size alone.
[[nodiscard]] Sign orientation_exact(const Point& a, const Point& b, const Point& c, const Point& d);

/// The sign of the area of abc seen against the given axis: of component `axis` of (b - a) x (c - a).
///
/// Guarantee: exact for the doubles given, at every scale.
[[nodiscard]] Sign projected_orientation(const Point& a, const Point& b, const Point& c, int axis);

/// Whether the three points lie on a line; equal points do.
///
/// Guarantee: exact for the doubles given, at every scale.
[[nodiscard]] bool collinear(const Point& a, const Point& b, const Point& c);

}  // namespace tocca
