// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "tocca/numeric/interval.hpp"

namespace tocca {

/// A function on [-1, 1] as a cubic and a bound on the remainder: c0 + c1 s + c2 s^2 + c3 s^3 within `radius`.
///
/// A span of time from m - h to m + h is s = (t - m) / h, so that coefficients are of the size of what they add and no
/// power of h is needed. What is one-sided in a remainder has its middle in the cubic, so that a radius says it all.
///
/// Guarantee: a result holds the exact result for all functions that its operands hold; rounding is in the radius.
///            Where numbers overflow or are NaN, `range` is the whole line.
///
/// Bounds, with u = 2^-53 and |f| = |c0| + |c1| + |c2| + |c3|. The radius is a sum of products of numbers that are not
/// negative, so its own roundings, fewer than 24 in a row, are less than the factor `up` adds. Products that underflow
/// err by 2^-1075 each; `least` is more than all of them in one operation, as none is magnified.
struct TaylorModel {
    std::array<double, 4> c = {};
    double radius = 0.0;

    static constexpr double u = 0x1p-53;
    static constexpr double up = 1.0 + 32 * u;
    static constexpr double least = 0x1p-1000;

    [[nodiscard]] static TaylorModel constant(double x) { return {{x, 0.0, 0.0, 0.0}, 0.0}; }
    /// What is x in the middle and grows by `growth` from there to the end.
    [[nodiscard]] static TaylorModel linear(double x, double growth) { return {{x, growth, 0.0, 0.0}, 0.0}; }

    /// |f|: no value of the cubic is greater, but for rounding.
    [[nodiscard]] double size() const { return (std::abs(c[0]) + std::abs(c[1])) + (std::abs(c[2]) + std::abs(c[3])); }
};

[[nodiscard]] inline TaylorModel operator-(const TaylorModel& f)
{
    return {{-f.c[0], -f.c[1], -f.c[2], -f.c[3]}, f.radius};
}

/// One rounding per coefficient: u |f + g|.
[[nodiscard]] inline TaylorModel operator+(const TaylorModel& f, const TaylorModel& g)
{
    TaylorModel sum{{f.c[0] + g.c[0], f.c[1] + g.c[1], f.c[2] + g.c[2], f.c[3] + g.c[3]}, 0.0};
    sum.radius = (f.radius + g.radius + TaylorModel::u * sum.size()) * TaylorModel::up + TaylorModel::least;
    return sum;
}

[[nodiscard]] inline TaylorModel operator-(const TaylorModel& f, const TaylorModel& g) { return f + (-g); }

[[nodiscard]] inline TaylorModel operator*(double k, const TaylorModel& f)
{
    TaylorModel scaled{{k * f.c[0], k * f.c[1], k * f.c[2], k * f.c[3]}, 0.0};
    scaled.radius = (std::abs(k) * f.radius + TaylorModel::u * scaled.size()) * TaylorModel::up + TaylorModel::least;
    return scaled;
}

/// The sum k0 f0 + k1 f1 + k2 f2. A product passes at most 3 roundings: 3u |k| |f| each.
[[nodiscard]] inline TaylorModel combination(const std::array<double, 3>& k, const TaylorModel& f0,
                                             const TaylorModel& f1, const TaylorModel& f2)
{
    TaylorModel sum;
    for (std::size_t i = 0; i < 4; ++i) sum.c[i] = (k[0] * f0.c[i] + k[1] * f1.c[i]) + k[2] * f2.c[i];
    const double k0 = std::abs(k[0]), k1 = std::abs(k[1]), k2 = std::abs(k[2]);
    const double radii = k0 * f0.radius + k1 * f1.radius + k2 * f2.radius;
    const double sizes = k0 * f0.size() + k1 * f1.size() + k2 * f2.size();
    sum.radius = (radii + 4 * TaylorModel::u * sizes) * TaylorModel::up + TaylorModel::least;
    return sum;
}

/// The powers s^4, s^5, s^6 are replaced by lower ones, and their Chebyshev polynomials T, of magnitude at most 1, left:
///
///     s^4 = s^2 - 1/8 + T4/8,   s^5 = 5/4 s^3 - 5/16 s + T5/16,   s^6 = 15/16 s^2 - 5/32 + 3/16 T4 + T6/32.
///
/// A product f_i g_j passes at most 5 roundings and enters with weights that add up to at most 25/16: with those of what
/// is left, less than 8u |f| |g| in all.
[[nodiscard]] inline TaylorModel operator*(const TaylorModel& f, const TaylorModel& g)
{
    const auto& a = f.c;
    const auto& b = g.c;
    const double e4 = a[1] * b[3] + a[2] * b[2] + a[3] * b[1];
    const double e5 = a[2] * b[3] + a[3] * b[2];
    const double e6 = a[3] * b[3];
    TaylorModel product;
    product.c[0] = a[0] * b[0] - (0.125 * e4 + 0.15625 * e6);
    product.c[1] = (a[0] * b[1] + a[1] * b[0]) - 0.3125 * e5;
    product.c[2] = (a[0] * b[2] + a[1] * b[1] + a[2] * b[0]) + (e4 + 0.9375 * e6);
    product.c[3] = ((a[0] * b[3] + a[3] * b[0]) + (a[1] * b[2] + a[2] * b[1])) + 1.25 * e5;
    const double size_f = f.size(), size_g = g.size();
    const double left_out = 0.125 * std::abs(e4) + 0.0625 * std::abs(e5) + 0.21875 * std::abs(e6);
    const double inherited = size_f * g.radius + f.radius * (size_g + g.radius);
    product.radius =
        (left_out + inherited + 8 * TaylorModel::u * (size_f * size_g)) * TaylorModel::up + TaylorModel::least;
    return product;
}

/// The same function, and all that are nowhere further from it than this.
[[nodiscard]] inline TaylorModel widened(TaylorModel f, double distance)
{
    f.radius = (f.radius + distance) * TaylorModel::up;
    return f;
}

/// Bernstein coefficients of the cubic on [-1, 0] and, from the fourth on, on [0, 1]: at every s its value is a mean of
/// four of them with weights that depend on s alone.
///
/// Five roundings at most on the way of a coefficient, 1/3 being one of them: less than `bernstein_rounding` |f|.
using BernsteinHalves = std::array<double, 7>;
inline constexpr double bernstein_rounding = 8 * TaylorModel::u;
[[nodiscard]] inline BernsteinHalves bernstein_halves(const TaylorModel& f)
{
    constexpr double third = 1.0 / 3.0;
    const double first = third * f.c[1], second = f.c[0] + third * f.c[2];
    const double even = f.c[0] + f.c[2], odd = f.c[1] + f.c[3];
    return {even - odd, second - 2.0 * first, f.c[0] - first, f.c[0], f.c[0] + first, second + 2.0 * first, even + odd};
}

/// An interval that holds all values of the function.
[[nodiscard]] Interval range(const TaylorModel& f);

/// Two functions of one angle.
struct TaylorSineCosine {
    TaylorModel sine;
    TaylorModel cosine;
};

/// The sine and the cosine of an angle that grows from a - turn to a + turn while s grows from -1 to 1.
///
/// `sine` and `cosine` are those of a, within `error`. For any turn; beyond 2, when the cubics hold no more than the
/// line, [-1, 1] is the answer.
///
/// With y = turn s: cos y = 1 - y^2/2 + y^4/24 within y^6/720, sin y = y - y^3/6 + y^5/120 within |y|^7/5040, for all y;
/// y^4 and y^5 are replaced as in the product, and cos(a + y), sin(a + y) are sums of products with sine and cosine.
/// The four coefficients err by less than 4u (1 + turn + turn^2 + turn^3) in all, and the error is magnified by their
/// sum.
[[nodiscard]] TaylorSineCosine sine_cosine_model(double sine, double cosine, double error, double turn);

}  // namespace tocca
