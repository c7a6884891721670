// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "tocca/geometry/point.hpp"

namespace tocca {

/// The ends of a closed segment, which may be a point.
using SegmentPoints = std::array<Point, 2>;
/// The corners of a closed triangle, which may be collapsed to a segment or a point.
using TrianglePoints = std::array<Point, 3>;

/// Whether two closed features have a point in common; touching counts, as does lying within.
///
/// Guarantee: exact for the doubles given, at every scale, coplanar and collapsed features included.
/// Assumes:   finite coordinates.
/// Cost:      comparisons where the boxes are apart, some tens of nanoseconds where filters decide, microseconds where
///            points are coplanar or nearly so.
[[nodiscard]] bool segments_meet(const SegmentPoints& first, const SegmentPoints& second);
[[nodiscard]] bool segment_meets_triangle(const SegmentPoints& segment, const TrianglePoints& triangle);
[[nodiscard]] bool triangles_meet(const TrianglePoints& first, const TrianglePoints& second);

}  // namespace tocca
