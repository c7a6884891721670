// SPDX-License-Identifier: Apache-2.0
#include "support/placed_triangles.hpp"

#include <algorithm>
#include <cstddef>

#include "tocca/geometry/triangle_distance.hpp"

namespace tocca::support {

void CornerBox::hold(const Point& p)
{
    for (std::size_t k = 0; k < 3; ++k) {
        low[k] = std::min(low[k], p[k]);
        high[k] = std::max(high[k], p[k]);
    }
}

double gap(const CornerBox& a, const CornerBox& b)
{
    double greatest = 0.0;
    for (std::size_t k = 0; k < 3; ++k) greatest = std::max({greatest, b.low[k] - a.high[k], a.low[k] - b.high[k]});
    return greatest;
}

void PlacedTriangles::add(const TrianglePoints& triangle)
{
    triangles.push_back(triangle);
    CornerBox box;
    for (const Point& corner : triangle) box.hold(corner);
    boxes.push_back(box);
}

double distance_of(const TrianglePoints& a, const TrianglePoints& b)
{
    return triangles_meet(a, b) ? 0.0 : triangle_distance(a, b).distance;
}

double least_distance(const PlacedTriangles& a, const PlacedTriangles& b)
{
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < a.triangles.size(); ++i) {
        for (std::size_t j = 0; j < b.triangles.size(); ++j) {
            if (gap(a.boxes[i], b.boxes[j]) >= least) continue;
            least = std::min(least, distance_of(a.triangles[i], b.triangles[j]));
        }
    }
    return least;
}

}  // namespace tocca::support
