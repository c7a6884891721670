// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "tocca/geometry/point.hpp"
#include "tocca/geometry/triangle_intersection.hpp"

namespace tocca {

/// Where the nearest points of two triangles lie.
enum class NearestFeatures {
    vertex_face,  ///< a corner of the first, and a point within the second
    face_vertex,  ///< a point within the first, and a corner of the second
    edge_edge,    ///< a point of a side of each; also where one or both are corners of theirs
    crossing,     ///< a side of one passes through the inside of the other: the points are the same
};

/// The nearest points of two triangles and what lies between them.
struct TriangleDistance {
    /// Of the two points; where it underflows, it is 0.
    double distance = 0.0;
    /// The nearest points, as near as doubles come to them.
    Point first = {}, second = {};
    /// From the first towards the second, of any length: the direction along which the triangles are found furthest
    /// apart, which is better than the difference of two rounded points. Zero when they touch or cross.
    Point direction = {};
    NearestFeatures features = NearestFeatures::edge_edge;
    /// Which corner, or which side: i is the one from corner i to corner i+1 (mod 3). 0 for a face.
    std::size_t first_index = 0, second_index = 0;
    /// The nearest points as weights of the corners: none negative, together 1 up to rounding.
    std::array<double, 3> first_weights = {}, second_weights = {};
};

/// The nearest points of two closed triangles, either of which may be collapsed to a segment or a point.
///
/// Guarantee: the points belong to the triangles, so the distance is never too small by more than rounding; `crossing` is
///            reported only for triangles that meet, as triangles_meet decides. Finite and without NaN.
/// Accuracy:  with L the largest difference of two coordinates along an axis, the distance is right within 2^-30 of
///            itself or 2^-46 L, whichever is more, and mostly to the last bits. Swapping the triangles changes
///            rounding alone. Crossing triangles not reported as such have the distance of some of their points.
/// Assumes:   finite coordinates.
/// Cost:      some 100 ns; a few microseconds for needles, near contacts and sizes beyond 2^-100 or 2^100.
[[nodiscard]] TriangleDistance triangle_distance(const TrianglePoints& first, const TrianglePoints& second);

/// A proven lower bound on the distance of two triangles along a direction: the minimum of the second minus the maximum
/// of the first. Zero or less proves nothing.
///
/// Guarantee: never more than the exact distance of the exact points given, for any direction of any length, however it
///            was found. Zero for a direction that is zero or not finite.
/// Accuracy:  along the exact direction of the distance d, less than d by at most some 2^-48 (L + d).
/// Assumes:   finite coordinates.
[[nodiscard]] double separation_along(const Point& direction, const TrianglePoints& first,
                                      const TrianglePoints& second);

}  // namespace tocca
