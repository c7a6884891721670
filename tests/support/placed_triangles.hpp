// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "tocca/geometry/triangle_intersection.hpp"

namespace tocca::support {

/// The least box about the points it was told to hold; at first it holds none.
struct CornerBox {
    Point low, high;

    CornerBox()
    {
        low.fill(std::numeric_limits<double>::infinity());
        high.fill(-std::numeric_limits<double>::infinity());
    }
    void hold(const Point& p);
};

/// The greatest gap along an axis: the distance is not less.
[[nodiscard]] double gap(const CornerBox& a, const CornerBox& b);

/// Triangles where they are at some time, each with its box.
struct PlacedTriangles {
    std::vector<TrianglePoints> triangles = {};
    std::vector<CornerBox> boxes = {};

    void add(const TrianglePoints& triangle);
};

/// 0 where the triangles meet, exactly decided.
[[nodiscard]] double distance_of(const TrianglePoints& a, const TrianglePoints& b);

/// The least distance of any two; infinite where there are none.
[[nodiscard]] double least_distance(const PlacedTriangles& a, const PlacedTriangles& b);

/// The distance of two triangles, 0 where they meet: the least of those of all pairs of features, in extended precision.
/// Shares nothing with distances of the library.
[[nodiscard]] long double judged_distance(const TrianglePoints& a, const TrianglePoints& b);
/// The least of any two; infinite where there are none.
[[nodiscard]] double judged_distance(const PlacedTriangles& a, const PlacedTriangles& b);

/// Whether triangles i and j may be within a level, by bounds that take less time than their distance.
[[nodiscard]] bool may_be_within(const PlacedTriangles& a, std::size_t i, const PlacedTriangles& b, std::size_t j,
                                 double level);

/// Calls `visit(i, j, distance)` for all pairs of triangles that are within a level, with their judged distance.
template <class Visit>
void for_each_pair_within(const PlacedTriangles& a, const PlacedTriangles& b, double level, const Visit& visit)
{
    for (std::size_t i = 0; i < a.triangles.size(); ++i) {
        for (std::size_t j = 0; j < b.triangles.size(); ++j) {
            if (!may_be_within(a, i, b, j, level)) continue;
            const auto distance = static_cast<double>(judged_distance(a.triangles[i], b.triangles[j]));
            if (distance <= level) visit(i, j, distance);
        }
    }
}

/// The distance that two triangles keep which start this far apart, where one of them may turn; padding is part of both.
[[nodiscard]] double kept_distance(double start, double padding, double clearance, double threshold);

/// How often a closed surface winds about a point, by the solid angles of its triangles.
[[nodiscard]] double winding_about(const Point& point, const PlacedTriangles& surface);

}  // namespace tocca::support
