// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "support/random.hpp"
#include "tocca/geometry/point.hpp"

namespace tocca {

/// Fills points in one of many ways, most of them degenerate or nearly so: on a tiny grid, coplanar or collinear up to
/// rounding, equal, far from the origin, of very different sizes, at the ends of the range of doubles.
inline void draw_points(support::Random& random, std::span<Point> points)
{
    const auto draw = [&](auto&& coordinate) {
        for (Point& p : points)
            for (double& x : p) x = coordinate();
    };
    const int sort = random.between(0, 7);
    if (sort <= 1) {
        const int size = random.between(1, 3);
        draw([&] { return double(random.between(0, size)); });
        if (random.chance(0.5)) {  // flat, seen from one of the axes
            const std::size_t axis = random.below(3);
            for (Point& p : points) p[axis] = 1.0;
        }
    } else if (sort == 2) {
        draw([&] { return random.signed_unit(); });
    } else if (sort == 3) {  // near a plane
        draw([&] { return random.signed_unit(); });
        for (Point& p : points) p[2] = random.nudged(0.25 * p[0] + 0.75 * p[1], 2);
    } else if (sort == 4) {  // near a line
        draw([&] { return random.signed_unit(); });
        for (Point& p : points) p = {p[0], random.nudged(0.3 * p[0], 1), random.nudged(0.7 * p[0], 1)};
    } else if (sort == 5) {
        const double offset = std::ldexp(1.0, random.between(0, 52));
        draw([&] { return offset + random.signed_unit(); });
    } else if (sort == 6) {
        draw([&] { return std::ldexp(random.signed_unit(), random.between(-80, 80)); });
    } else {
        const double most = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();
        draw([&] {
            return random.pick({0.0, 1.0, -1.0, most, -most, least, -least, 3 * least, 0x1p-1022, 0.5 * most});
        });
    }
    if (random.chance(0.15)) points[random.below(points.size())] = points[random.below(points.size())];
    if (random.chance(0.2)) {  // a point on, or next to, the segment of two others
        const Point& a = points[random.below(points.size())];
        const Point& b = points[random.below(points.size())];
        const double s = random.pick({0.5, 0.25, random.unit()});
        Point middle;
        for (std::size_t i = 0; i < 3; ++i) middle[i] = (1.0 - s) * a[i] + s * b[i];
        points[random.below(points.size())] = middle;
    }
    const int scale = random.pick({0, 0, 0, 0, -1000, -400, 400, 960});
    if (sort != 6 && sort != 7 && scale != 0) {
        for (Point& p : points)
            for (double& x : p) x = std::ldexp(x, scale);
    }
}

}  // namespace tocca
