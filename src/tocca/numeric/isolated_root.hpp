// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/numeric/dyadic_bracket.hpp"
#include "tocca/numeric/integer_polynomial.hpp"

namespace tocca {

/// A root in [0, 1] of an integer polynomial, known exactly: a dyadic number, or the only root in an open dyadic
/// interval, which narrows as it is queried.
class IsolatedRoot {
public:
    /// The exact sign of q at this root.
    [[nodiscard]] Sign sign_of(const IntegerPolynomial& q);

    /// The cell of this root on the grid 2^-k, as dyadic_bracket defines it.
    [[nodiscard]] DyadicBracket cell(int k);

    friend std::vector<IsolatedRoot> roots_in_unit_interval(const IntegerPolynomial& p);

private:
    void halve();

    IntegerPolynomial whole_;  ///< squarefree
    IntegerPolynomial
        local_;  ///< the same on [j, j+1] / 2^m, without a root at j; zero once the root is known as j / 2^m
    Integer j_ = 0;
    unsigned m_ = 0;
};

/// The distinct roots in [0, 1], in increasing order.
///
/// Assumes: p does not vanish identically.
/// Source:  Collins, Akritas 1976: bisection by Descartes' rule of signs.
[[nodiscard]] std::vector<IsolatedRoot> roots_in_unit_interval(const IntegerPolynomial& p);

}  // namespace tocca
