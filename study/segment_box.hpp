// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/bounds/point_box.hpp"
#include "tocca/geometry/point.hpp"

namespace tocca::study {

/// Whether the closed segment from p to q may meet the box.
///
/// Guarantee: false is a proof, for any finite points.
/// Source:    separating axes, Gottschalk 2000; error bound in docs/strategies.md. Used as in Curtis, Tamstorf, Manocha
///            2008, 5.1: a vertex that moves in a straight line is a segment.
[[nodiscard]] bool segment_may_meet(const Point& p, const Point& q, const PointBox& box);

}  // namespace tocca::study
