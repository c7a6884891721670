// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/random.hpp"
#include "support/rational.hpp"
#include "tocca/geometry/point.hpp"

namespace tocca::support {

/// A number of any size from 2^-1074 to `greatest`, all exponents alike, of either sign; sometimes 0.
[[nodiscard]] inline double any_size(Random& random, double greatest)
{
    if (random.chance(0.05)) return 0.0;
    const int exponent = random.between(-1074, std::ilogb(greatest));
    const double size = std::ldexp(0.5 + 0.5 * random.unit(), exponent);
    return random.chance(0.5) ? -size : size;
}

/// The sizes at which something changes: squares vanish below 2^-537, cubes below 2^-358, doubles below 2^-1074.
[[nodiscard]] inline double telling_size(Random& random)
{
    const double near = std::exp2(6.0 * random.signed_unit());
    const double size = random.pick({0x1p-1074, 0x1p-1030, 0x1p-600, 0x1p-537, 0x1p-512, 0x1p-358, 0x1p-300, 0x1p-180,
                                     0x1p-126, 0x1p-60, 0x1p-20, 1.0, 0x1p20, 0x1p40});
    return size * near;
}

/// Three points of a triangle of some size, anywhere: many with sides of very different lengths, on a line, in one place.
[[nodiscard]] inline std::array<Point, 3> mixed_triangle(Random& random, const Point& at, double size)
{
    std::array<Point, 3> corners;
    const auto offset = [&](double length) -> Point {
        return {length * random.signed_unit(), length * random.signed_unit(), length * random.signed_unit()};
    };
    const auto sum = [](const Point& a, const Point& b) -> Point { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; };
    corners[0] = sum(at, offset(size));
    corners[1] = sum(at, offset(size));
    corners[2] = sum(at, offset(size));
    switch (random.below(6)) {
        case 0: corners[2] = sum(corners[1], offset(telling_size(random))); break;  // one side of another size
        case 1: corners[2] = corners[random.below(2)]; break;
        case 2:
            for (std::size_t k = 0; k < 3; ++k) corners[2][k] = 0.5 * (corners[0][k] + corners[1][k]);
            break;
        case 3:  // flat along an axis, as made things are
            for (Point& corner : corners) corner[random.below(3)] = at[0];
            break;
        default: break;
    }
    if (random.chance(0.05)) corners = {corners[0], corners[0], corners[0]};
    return corners;
}

using ExactVector = std::array<Rational, 3>;

[[nodiscard]] inline Rational exact_dot(const ExactVector& a, const ExactVector& b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

[[nodiscard]] inline ExactVector exact_difference(const ExactVector& a, const ExactVector& b)
{
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

/// A rectangle centre + a half_u u + b half_v v with a ball of `radius` swept over it, in exact numbers.
struct ExactRss {
    ExactVector centre, u, v;
    Rational half_u, half_v, radius;

    [[nodiscard]] ExactVector at(const Rational& along_u, const Rational& along_v) const
    {
        ExactVector point;
        for (std::size_t k = 0; k < 3; ++k) point[k] = centre[k] + along_u * u[k] + along_v * v[k];
        return point;
    }

    /// A point of the rectangle near to another point: the nearest along u and v in turn, which comes as near as one likes
    /// if they are nearly orthogonal.
    [[nodiscard]] ExactVector near(const ExactVector& point) const
    {
        const auto along = [](const ExactVector& offset, const ExactVector& axis, const Rational& half) -> Rational {
            return std::clamp(Rational(exact_dot(offset, axis) / exact_dot(axis, axis)), Rational(-half), half);
        };
        Rational x = along(exact_difference(point, centre), u, half_u), y = 0;
        for (int round = 0; round < 2; ++round) {
            y = along(exact_difference(point, at(x, 0)), v, half_v);
            x = along(exact_difference(point, at(0, y)), u, half_u);
        }
        return at(x, y);
    }

    /// Whether a point is proven to be in it.
    [[nodiscard]] bool holds(const ExactVector& point) const
    {
        const ExactVector d = exact_difference(point, near(point));
        return exact_dot(d, d) <= radius * radius;
    }
};

/// u and v orthonormal within 2^-bits.
[[nodiscard]] inline bool is_orthonormal(const ExactVector& u, const ExactVector& v, unsigned bits)
{
    const Rational bound = Rational(1) / Rational(Integer(1) << bits);
    const auto within = [&](const Rational& x) { return x <= bound && -x <= bound; };
    return within(exact_dot(u, u) - 1) && within(exact_dot(v, v) - 1) && within(exact_dot(u, v));
}

}  // namespace tocca::support
