// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace tocca::support
