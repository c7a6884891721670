// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "tocca/numeric/sign.hpp"

namespace tocca {

/// A polynomial of degree at most Degree by its power coefficients, lowest first. Number is Integer (exact) or
/// double (no guarantee).
template <class Number, std::size_t Degree>
using Polynomial = std::array<Number, Degree + 1>;

template <class Number>
using Linear = Polynomial<Number, 1>;
template <class Number>
using Quadratic = Polynomial<Number, 2>;
template <class Number>
using Cubic = Polynomial<Number, 3>;

/// numerator / denominator with a positive denominator.
template <class Number>
struct Fraction {
    Number numerator{0};
    Number denominator{1};
};

/// The fraction n / d for d != 0, its sign moved to the numerator.
template <class Number>
[[nodiscard]] Fraction<Number> make_fraction(Number n, Number d)
{
    if (d < 0) return {-n, -d};
    return {std::move(n), std::move(d)};
}

template <class Number>
[[nodiscard]] Sign compare(const Fraction<Number>& a, const Fraction<Number>& b)
{
    return sign_of(Number(a.numerator * b.denominator - b.numerator * a.denominator));
}

template <class Number, std::size_t Size>
[[nodiscard]] bool vanishes(const std::array<Number, Size>& p)
{
    for (const Number& c : p) {
        if (c != 0) return false;
    }
    return true;
}

/// The sign of p at a fraction, by Horner's rule on numerator and denominator: no division.
template <class Number, std::size_t Size>
[[nodiscard]] Sign sign_at(const std::array<Number, Size>& p, const Fraction<Number>& x)
{
    if (x.numerator == 0) return sign_of(p[0]);
    Number value = p[Size - 1];
    Number power = 1;
    for (std::size_t i = Size - 1; i-- > 0;) {
        power *= x.denominator;
        value = value * x.numerator + p[i] * power;
    }
    return sign_of(value);
}

template <class Number, std::size_t Size>
[[nodiscard]] std::array<Number, Size - 1> derivative(const std::array<Number, Size>& p)
{
    std::array<Number, Size - 1> d;
    for (std::size_t i = 1; i < Size; ++i) d[i - 1] = p[i] * static_cast<int>(i);
    return d;
}

/// The root of a linear polynomial that is not constant.
template <class Number>
[[nodiscard]] Fraction<Number> root_of(const Linear<Number>& p)
{
    return make_fraction<Number>(-p[0], p[1]);
}

/// From Bernstein coefficients b0, 2 b1, b2, the binomials left in: no division.
template <class Number>
[[nodiscard]] Quadratic<Number> quadratic_from_bernstein(const Number& b0, const Number& twice_b1, const Number& b2)
{
    return {b0, twice_b1 - 2 * b0, b0 - twice_b1 + b2};
}

/// From Bernstein coefficients k0, 3 k1, 3 k2, k3, the binomials left in: no division.
template <class Number>
[[nodiscard]] Cubic<Number> cubic_from_bernstein(const std::array<Number, 4>& k)
{
    return {k[0], k[1] - 3 * k[0], k[2] - 2 * k[1] + 3 * k[0], k[3] - k[2] + k[1] - k[0]};
}

}  // namespace tocca
