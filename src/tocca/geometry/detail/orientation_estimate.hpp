// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>

#include "tocca/geometry/point.hpp"

/// Orientation by floating point, with proven bounds of its error; u = 2^-53 is the unit roundoff. The derivations
/// assume round to nearest and hold with and without fused multiply-add. tests/geometry/orientation_test.cpp compares
/// them with exact arithmetic.
namespace tocca::geometry::detail {

/// An approximation and a bound of its error: infinite or NaN where a step has overflowed.
struct Estimate {
    double value;
    double error;
};

/// A component of e x f, for computed differences e and f with M = |e_j f_k| + |e_k f_j| as computed:
/// |computed - exact| <= area_error M + area_underflow.
///
/// A monomial passes four roundings: two differences, a product, a subtraction. That is 4.01u M for the exact M; the
/// computed M is smaller by a factor 1 - 4.01u at most, and the bound itself is rounded twice: 4.02u, and 5u covers it.
/// A product that underflows errs by 2^-1075 at most; differences never underflow.
inline constexpr double area_error = 5 * 0x1p-53;
inline constexpr double area_underflow = 0x1p-1070;

/// The determinant [e, f, g] of computed differences, with P the computed sum of the magnitudes of its six monomials
/// and S = |g_x| + |g_y| + |g_z|: |computed - exact| <= volume_error P + volume_underflow (1 + S).
///
/// A monomial passes eight roundings: three differences, a product, a subtraction, the product by g, two sums. That is
/// 8.01u P for the exact P; the computed P is smaller by a factor 1 - 8.01u at most, and the bound itself is rounded
/// thrice: 8.02u, and 9u covers it. The six products of e and f err by 2^-1075 each where they underflow, which g
/// magnifies, the three products by g by 2^-1075: below 2^-1073 (1 + S) in all.
inline constexpr double volume_error = 9 * 0x1p-53;
inline constexpr double volume_underflow = 0x1p-1070;

[[nodiscard]] inline Point difference(const Point& a, const Point& b)
{
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

/// Component `axis` of (b - a) x (c - a).
[[nodiscard]] inline Estimate area_estimate(const Point& a, const Point& b, const Point& c, std::size_t axis)
{
    const std::size_t j = (axis + 1) % 3, k = (axis + 2) % 3;
    const double first = (b[j] - a[j]) * (c[k] - a[k]), second = (b[k] - a[k]) * (c[j] - a[j]);
    return {first - second, area_error * (std::abs(first) + std::abs(second)) + area_underflow};
}

/// The determinant of b - a, c - a, d - a.
///
/// Rounding is monotone, so that no step overflows unless the sum of magnitudes does, or is NaN, with it.
[[nodiscard]] inline Estimate volume_estimate(const Point& a, const Point& b, const Point& c, const Point& d)
{
    const Point e = difference(b, a), f = difference(c, a), g = difference(d, a);
    double determinant = 0.0, magnitude = 0.0, size = 1.0;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        const double first = e[j] * f[k], second = e[k] * f[j];
        determinant += (first - second) * g[i];
        magnitude += (std::abs(first) + std::abs(second)) * std::abs(g[i]);
        size += std::abs(g[i]);
    }
    return {determinant, volume_error * magnitude + volume_underflow * size};
}

}  // namespace tocca::geometry::detail
