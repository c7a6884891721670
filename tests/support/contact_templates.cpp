// SPDX-License-Identifier: Apache-2.0
#include "support/contact_templates.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace tocca::support {
namespace {

using Point = std::array<double, 3>;

Point blend(const Point& a, const Point& b, double weight)
{
    return {a[0] + weight * (b[0] - a[0]), a[1] + weight * (b[1] - a[1]), a[2] + weight * (b[2] - a[2])};
}

Point integer_point(Random& random, int reach)
{
    return {static_cast<double>(random.between(-reach, reach)), static_cast<double>(random.between(-reach, reach)),
            static_cast<double>(random.between(-reach, reach))};
}

/// Four points of which the features of the kind share a point: inside, on an edge or at a corner.
std::array<Point, 4> touching_points(Random& random, PairKind kind, int reach)
{
    const double first = random.pick({0.0, 0.125, 0.25, 0.5, 0.75, 1.0}), second = random.pick({0.0, 0.25, 0.5, 1.0});
    std::array<Point, 4> points{};
    for (Point& p : points) p = integer_point(random, reach);
    if (kind == PairKind::vertex_face) {
        points[0] = blend(blend(points[1], points[2], first), points[3], second);
        return points;
    }
    // The second edge passes through a point of the first: c = q - r w, d = q + (1 - r) w, for any w.
    const Point q = blend(points[0], points[1], first), w = integer_point(random, reach);
    for (std::size_t k = 0; k < 3; ++k) {
        points[2][k] = q[k] - second * w[k];
        points[3][k] = q[k] + (1.0 - second) * w[k];
    }
    return points;
}

PairRows image(const PairRows& rows, const std::array<Point, 3>& matrix, const Point& shift)
{
    PairRows result{};
    for (std::size_t i = 0; i < 8; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            result[3 * i + k] =
                shift[k] + matrix[k][0] * rows[3 * i] + matrix[k][1] * rows[3 * i + 1] + matrix[k][2] * rows[3 * i + 2];
        }
    }
    return result;
}

/// The image under a random integer matrix and a shift, which keep contact, coplanarity and multiplicity.
PairRows mapped(Random& random, const PairRows& rows)
{
    std::array<Point, 3> matrix{};
    for (Point& row : matrix) row = integer_point(random, 3);
    return image(rows, matrix, integer_point(random, 8));
}

}  // namespace

PairRows contact_at(Random& random, PairKind kind, double t)
{
    const int reach = random.pick({2, 64, 1 << 12, 1 << 24});
    const std::array<Point, 4> points = touching_points(random, kind, reach);
    const double unit = std::ldexp(1.0, random.pick({0, -10, -24, 7}));
    const bool shared_velocity = random.chance(0.1);
    const Point common = integer_point(random, reach);
    PairRows rows{};
    for (std::size_t i = 0; i < 4; ++i) {
        const Point velocity = shared_velocity ? common : integer_point(random, reach);
        for (std::size_t k = 0; k < 3; ++k) {
            rows[3 * i + k] = unit * (points[i][k] - t * velocity[k]);
            rows[12 + 3 * i + k] = unit * (points[i][k] + (1.0 - t) * velocity[k]);
        }
    }
    return rows;
}

PairRows double_root_contact(Random& random, PairKind kind)
{
    // The vertex slides from x = 2 to x = 0 at height 1 over a face whose corner rises from 0 to 8: volume (2t - 1)^2
    // up to a factor. At t = 1/2 it is in the face when 0 <= y <= 3.
    const double y = random.pick({0.0, 1.0, 2.0, 3.0, 3.5, -1.0});
    if (kind == PairKind::vertex_face) {
        return mapped(random, {2, y, 1, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, y, 1, 0, 0, 0, 4, 0, 8, 0, 4, 0});
    }
    if (random.chance(0.3)) {
        return mapped(random, {2, 0, 1, 1, -1, 2, -2, -1, -2, 2, -2, 1, 2, -2, -1, -1, 0, -2, 1, -2, -1, -2, 1, -1});
    }
    // Edge ab along y at (2 - 2t, *, 1) against edge cd from (0, 0, 0) to (4, 0, 8t): the same cubic.
    const double reach = random.pick({1.0, 2.0, 4.0});
    return mapped(random,
                  {2, y - reach, 1, 2, y + 1, 1, 0, 0, 0, 4, 0, 0, 0, y - reach, 1, 0, y + 1, 1, 0, 0, 0, 4, 0, 8});
}

PairRows contact_at_extreme_time(Random& random, PairKind kind)
{
    // Heights above the plane z = 0: `start` > 0 falls to `end` <= 0, so that the time is start / (start - end).
    const double tiny = std::ldexp(1.0 + random.unit(), random.between(-1074, -20));
    const double big = std::ldexp(1.0 + random.unit(), random.pick({0, 0, -30, 40, 900}));
    double start = tiny, end = -big;
    switch (random.below(5)) {
        case 0: break;
        case 1: start = big, end = -tiny; break;
        case 2: start = big, end = tiny; break;
        case 3: start = 0.0, end = -big; break;
        default: start = big, end = 0.0; break;
    }
    const double sign = random.pick({1.0, -1.0});
    const double x = random.pick({0.0, 0.25, 1.0, -0.25}), y = random.pick({0.0, 0.5, 0.25});
    PairRows rows = kind == PairKind::vertex_face ? PairRows{x, y, sign * start, 0, 0, 0, 1, 0, 0, 0, 1, 0,
                                                             x, y, sign * end,   0, 0, 0, 1, 0, 0, 0, 1, 0}
                                                  : PairRows{x, -1, sign * start, x, 1, sign * start, 0, y, 0, 1, y, 0,
                                                             x, -1, sign * end,   x, 1, sign * end,   0, y, 0, 1, y, 0};
    const int axis = random.between(0, 2);  // which axis the heights are along
    for (std::size_t i = 0; i < 8; ++i) std::swap(rows[3 * i + 2], rows[3 * i + static_cast<std::size_t>(axis)]);
    return rows;
}

PairRows mapped_with_rounding(Random& random, const PairRows& rows)
{
    std::array<Point, 3> matrix{};
    for (Point& row : matrix) {
        for (double& x : row) x = random.signed_unit();
    }
    const double far = random.pick({0.0, 1.0, 1e3, 1e9});
    Point shift{};
    for (double& x : shift) x = far * random.signed_unit();
    return image(rows, matrix, shift);
}

}  // namespace tocca::support
