// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "tocca/bounds/rss.hpp"
#include "tocca/geometry/triangle_distance.hpp"

namespace tocca::support {

/// The distance of two rectangle swept spheres as that of the halves of their rectangles, radii taken off: exact to
/// rounding. Less than 0 when they overlap.
[[nodiscard]] inline double rss_distance(const Rss& a, const Rss& b)
{
    const auto halves = [](const Rss& rss) {
        const auto corner = [&](double x, double y) -> Point {
            const Eigen::Vector3d p = rss.centre + x * rss.half_u * rss.u + y * rss.half_v * rss.v;
            return {p.x(), p.y(), p.z()};
        };
        const Point low = corner(-1.0, -1.0), high = corner(1.0, 1.0);
        return std::array<TrianglePoints, 2>{TrianglePoints{low, corner(1.0, -1.0), high},
                                             TrianglePoints{low, high, corner(-1.0, 1.0)}};
    };
    double least = std::numeric_limits<double>::infinity();
    for (const TrianglePoints& x : halves(a)) {
        for (const TrianglePoints& y : halves(b)) {
            least = std::min(least, triangles_meet(x, y) ? 0.0 : triangle_distance(x, y).distance);
        }
    }
    return least - a.radius - b.radius;
}

}  // namespace tocca::support
