// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "support/rational.hpp"

namespace tocca::support {

/// A polynomial with integer coefficients. The zero polynomial has degree -1.
class Polynomial {
public:
    Polynomial() = default;
    /// From the constant term upwards; leading zeros are dropped.
    explicit Polynomial(std::vector<Integer> coefficients);

    [[nodiscard]] int degree() const { return static_cast<int>(coefficients_.size()) - 1; }
    [[nodiscard]] bool is_zero() const { return coefficients_.empty(); }

    /// -1, 0 or 1: the exact sign of the value.
    [[nodiscard]] int sign_at(const Rational& x) const;

    [[nodiscard]] Polynomial derivative() const;
    /// Divided by the positive greatest common divisor of its coefficients.
    [[nodiscard]] Polynomial primitive() const;
    /// The same roots, each once.
    [[nodiscard]] Polynomial squarefree() const;

    friend Polynomial operator+(const Polynomial& a, const Polynomial& b);
    friend Polynomial operator-(const Polynomial& a, const Polynomial& b);
    friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
    friend Polynomial operator-(const Polynomial& a);

    /// The remainder of a / b times a positive number, primitive. Assumes: b is not zero.
    friend Polynomial remainder(const Polynomial& a, const Polynomial& b);
    /// The primitive greatest common divisor, up to sign.
    friend Polynomial gcd(Polynomial a, Polynomial b);

private:
    std::vector<Integer> coefficients_;
};

/// Counts roots by Sturm's theorem.
class SturmChain {
public:
    /// Assumes: p is squarefree and not zero.
    explicit SturmChain(const Polynomial& p);

    /// Sign changes along the chain at x; over a < b they drop by the number of roots in (a, b].
    [[nodiscard]] int variations(const Rational& x) const;

private:
    std::vector<Polynomial> chain_;
};

}  // namespace tocca::support
