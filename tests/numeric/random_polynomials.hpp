// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "support/polynomial.hpp"
#include "support/random.hpp"
#include "tocca/numeric/integer.hpp"
#include "tocca/numeric/polynomial.hpp"

namespace tocca {

/// Coefficients of the product of two polynomials, highest degree 3.
inline Cubic<Integer> product(const Quadratic<Integer>& p, const Linear<Integer>& l)
{
    return {p[0] * l[0], p[0] * l[1] + p[1] * l[0], p[1] * l[1] + p[2] * l[0], p[2] * l[1]};
}

/// A linear polynomial with a root at a small fraction, often in [0, 1].
inline Linear<Integer> random_linear(support::Random& random)
{
    const int d = random.between(1, 4);
    return {-random.between(-1, d + 1), d};
}

inline Quadratic<Integer> random_quadratic(support::Random& random)
{
    if (random.chance(0.5)) {
        const auto a = random_linear(random), b = random_linear(random);
        return {a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[1] * b[1]};
    }
    const int m = random.pick({1, 3, 20});
    return {random.between(-m, m), random.between(-2 * m, 2 * m), random.between(-m, m)};
}

/// Double and triple roots, roots at 0 and 1, vanishing leading coefficients, and no pattern at all.
inline Cubic<Integer> random_cubic(support::Random& random)
{
    for (;;) {
        Cubic<Integer> y;
        if (random.chance(0.6)) {
            y = product(random_quadratic(random), random_linear(random));
        } else {
            const int m = random.pick({2, 10, 1000});
            for (auto& c : y) c = random.between(-m, m);
        }
        if (random.chance(0.1)) y[3] = 0;
        if (random.chance(0.05)) y[2] = y[3] = 0;
        if (!vanishes(y)) return y;
    }
}

/// For the arithmetic of the tests.
inline support::Polynomial as_judged(std::span<const Integer> p)
{
    std::vector<support::Integer> coefficients;
    for (const Integer& c : p) coefficients.emplace_back(c.str());
    return support::Polynomial(std::move(coefficients));
}

template <std::size_t Size>
std::string text(const std::array<Integer, Size>& p)
{
    std::ostringstream out;
    for (const Integer& c : p) out << c << ' ';
    return out.str();
}

}  // namespace tocca
