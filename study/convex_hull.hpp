// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "tocca/mesh/shapes.hpp"

namespace tocca::study {

/// A closed shape about points, as good as convex.
struct ConvexHull {
    /// Its vertices are some of the points, unmoved; its faces turn counterclockwise seen from outside. All of it can be seen
    /// from the mean of its vertices.
    Shape shape;
    /// No point is further than this from the solid that the shape bounds, its inside included. Zero, or of the size of
    /// rounding: a distance of the shape from something outside, less this, is one from all points and what lies between
    /// them.
    double outside = 0.0;
};

/// The convex hull; nothing where the points are too near a plane, or too few, for a solid.
///
/// Guarantee: `outside` is proven. Which of several points within rounding of the hull become vertices is left to qhull.
/// Assumes:   finite coordinates.
/// Cost:      qhull's n log n, and a few nanoseconds for each point and face.
/// Source:    Barber, Dobkin, Huhdanpaa 1996 (qhull), with triangulated faces.
[[nodiscard]] std::optional<ConvexHull> convex_hull(std::span<const Point> points);

}  // namespace tocca::study
