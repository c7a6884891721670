// SPDX-License-Identifier: Apache-2.0
#include "tocca/geometry/orientation.hpp"

#include <array>
#include <cmath>
#include <cstddef>

#include "tocca/geometry/orientation_bounds.hpp"
#include "tocca/numeric/integer.hpp"

namespace tocca {
namespace {

/// The two axes that follow `axis` in cyclic order.
constexpr std::array<std::size_t, 2> others(std::size_t axis) { return {(axis + 1) % 3, (axis + 2) % 3}; }

Point difference(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

/// A component of e x f by floating point.
FilteredSign area_sign(const Point& e, const Point& f, std::size_t axis)
{
    const auto [j, k] = others(axis);
    const double first = e[j] * f[k], second = e[k] * f[j];
    // An overflow anywhere makes the bound infinite or NaN, and the sign uncertain.
    const double magnitude = std::abs(first) + std::abs(second);
    return filtered_sign(first - second, orientation_bounds::area * magnitude + orientation_bounds::area_underflow);
}

Sign area_sign_exact(const Point& a, const Point& b, const Point& c, std::size_t axis)
{
    const auto [j, k] = others(axis);
    const std::array<double, 6> coordinates = {a[j], a[k], b[j], b[k], c[j], c[k]};
    const auto x = to_common_integers(coordinates).integers;
    return sign_of(Integer((x[2] - x[0]) * (x[5] - x[1]) - (x[3] - x[1]) * (x[4] - x[0])));
}

}  // namespace

FilteredSign orientation_filtered(const Point& a, const Point& b, const Point& c, const Point& d)
{
    const Point e = difference(b, a), f = difference(c, a), g = difference(d, a);
    double determinant = 0.0, magnitude = 0.0, size = 1.0;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto [j, k] = others(i);
        const double first = e[j] * f[k], second = e[k] * f[j];
        determinant += (first - second) * g[i];
        magnitude += (std::abs(first) + std::abs(second)) * std::abs(g[i]);
        size += std::abs(g[i]);
    }
    // Rounding is monotone, so no step overflows unless `magnitude` does; the bound is then infinite or NaN.
    return filtered_sign(determinant,
                         orientation_bounds::volume * magnitude + orientation_bounds::volume_underflow * size);
}

Sign orientation_exact(const Point& a, const Point& b, const Point& c, const Point& d)
{
    std::array<double, 12> coordinates;
    for (std::size_t i = 0; i < 3; ++i) {
        coordinates[i] = a[i];
        coordinates[3 + i] = b[i];
        coordinates[6 + i] = c[i];
        coordinates[9 + i] = d[i];
    }
    auto x = to_common_integers(coordinates).integers;
    for (std::size_t i = 3; i < 12; ++i) x[i] -= x[i % 3];
    const auto minor = [&](std::size_t j, std::size_t k) { return x[3 + j] * x[6 + k] - x[3 + k] * x[6 + j]; };
    return sign_of(Integer(minor(1, 2) * x[9] + minor(2, 0) * x[10] + minor(0, 1) * x[11]));
}

Sign orientation(const Point& a, const Point& b, const Point& c, const Point& d)
{
    const FilteredSign filtered = orientation_filtered(a, b, c, d);
    if (filtered != FilteredSign::uncertain) return static_cast<Sign>(filtered);
    for (std::size_t i = 0; i < 3; ++i) {
        // Flat sheets along an axis are common, and leave the filter uncertain.
        if (a[i] == b[i] && a[i] == c[i] && a[i] == d[i]) return Sign::zero;
    }
    return orientation_exact(a, b, c, d);
}

Sign projected_orientation(const Point& a, const Point& b, const Point& c, int axis)
{
    const auto i = static_cast<std::size_t>(axis);
    const FilteredSign filtered = area_sign(difference(b, a), difference(c, a), i);
    if (filtered != FilteredSign::uncertain) return static_cast<Sign>(filtered);
    return area_sign_exact(a, b, c, i);
}

bool collinear(const Point& a, const Point& b, const Point& c)
{
    if (a == b || b == c || c == a) return true;
    const Point e = difference(b, a), f = difference(c, a);
    for (std::size_t i = 0; i < 3; ++i) {
        const FilteredSign sign = area_sign(e, f, i);
        if (sign == FilteredSign::positive || sign == FilteredSign::negative) return false;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        if (area_sign_exact(a, b, c, i) != Sign::zero) return false;
    }
    return true;
}

}  // namespace tocca
