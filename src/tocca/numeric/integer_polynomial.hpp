// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "tocca/numeric/integer.hpp"
#include "tocca/numeric/sign.hpp"

namespace tocca {

/// A polynomial with integer coefficients, of any degree. The zero polynomial has degree -1.
class IntegerPolynomial {
public:
    IntegerPolynomial() = default;
    /// From the constant term upwards; leading zeros are dropped.
    explicit IntegerPolynomial(std::vector<Integer> coefficients);

    [[nodiscard]] int degree() const { return static_cast<int>(coefficients_.size()) - 1; }
    [[nodiscard]] bool is_zero() const { return coefficients_.empty(); }
    [[nodiscard]] const std::vector<Integer>& coefficients() const { return coefficients_; }

    [[nodiscard]] IntegerPolynomial derivative() const;

    /// On the interval [j, j+1] / 2^m: the polynomial in x, times a positive number, whose value at x in [0, 1] has
    /// the sign of this one at (j + x) / 2^m.
    [[nodiscard]] IntegerPolynomial on_dyadic_interval(const Integer& j, unsigned m) const;
    /// The same for [0, 1/2] and [1/2, 1].
    [[nodiscard]] IntegerPolynomial on_left_half() const;
    [[nodiscard]] IntegerPolynomial on_right_half() const;

    [[nodiscard]] Sign sign_at_0() const;
    [[nodiscard]] Sign sign_at_1() const;

    friend IntegerPolynomial operator+(const IntegerPolynomial& a, const IntegerPolynomial& b);
    friend IntegerPolynomial operator-(const IntegerPolynomial& a, const IntegerPolynomial& b);
    friend IntegerPolynomial operator*(const IntegerPolynomial& a, const IntegerPolynomial& b);

private:
    std::vector<Integer> coefficients_;
};

/// Where a polynomial keeps its sign in the open interval (0, 1), and how often at most it changes there.
struct SignChanges {
    /// At least the number of roots in (0, 1) with multiplicity, and of the same parity: 0 and 1 are certain.
    int count = 0;
    /// Of the values just right of 0: in all of (0, 1) when the count is 0.
    Sign after_0 = Sign::zero;
};

/// Descartes' rule of signs for (0, 1): the sign changes of the Bernstein coefficients.
[[nodiscard]] SignChanges sign_changes(const IntegerPolynomial& p);

/// The greatest common divisor, primitive, up to sign. Quick when it is constant.
///
/// Assumes: not both are zero.
[[nodiscard]] IntegerPolynomial greatest_common_divisor(const IntegerPolynomial& a, const IntegerPolynomial& b);

/// The polynomial with the same roots, each once. Assumes: p is not zero.
[[nodiscard]] IntegerPolynomial squarefree_part(const IntegerPolynomial& p);

}  // namespace tocca
