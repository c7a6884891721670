// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <vector>

#include "support/random.hpp"
#include "support/rational.hpp"
#include "tocca/bounds/moving_box.hpp"
#include "tocca/geometry/point.hpp"

namespace tocca::support {

/// A coordinate of one of several sorts: around 1, on a tiny grid, huge, tiny, few units in the last place off.
inline double draw_coordinate(Random& random)
{
    switch (random.below(6)) {
        case 0: return random.between(-2, 2);
        case 1: return random.nudged(random.between(-2, 2), 2);
        case 2: return std::ldexp(random.signed_unit(), random.between(-1074, 1023));
        case 3: return static_cast<double>(static_cast<float>(random.signed_unit()));
        default: return random.signed_unit();
    }
}

inline Point draw_point(Random& random)
{
    return {draw_coordinate(random), draw_coordinate(random), draw_coordinate(random)};
}

/// A point that moves.
struct PointMotion {
    Point start, end;
};

/// Points near each other, of ordinary size, that move by about their distance: their boxes meet and part.
inline std::vector<PointMotion> draw_cluster(Random& random)
{
    const double grid = random.pick({0.0, 0.25, 1.0});
    const auto coordinate = [&] { return grid > 0.0 ? grid * random.between(-4, 4) : 2.0 * random.signed_unit(); };
    const auto point = [&]() -> Point { return {coordinate(), coordinate(), coordinate()}; };
    std::vector<PointMotion> cluster(1 + random.below(3));
    const Point start = point(), end = point();
    for (PointMotion& p : cluster) {
        p = {point(), point()};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            p.start[axis] = 0.5 * p.start[axis] + 0.5 * start[axis];
            p.end[axis] = 0.5 * p.end[axis] + 0.5 * end[axis];
        }
    }
    return cluster;
}

inline MovingBox box_of(const std::vector<PointMotion>& cluster)
{
    MovingBox box = moving_box(cluster[0].start, cluster[0].end);
    for (const PointMotion& p : cluster) extend(box, moving_box(p.start, p.end));
    return box;
}

/// A face of a volume that moves linearly, at a time.
inline Rational at(float start, float end, const Rational& t) { return (1 - t) * Rational(start) + t * Rational(end); }

}  // namespace tocca::support
