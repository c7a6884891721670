// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "support/polynomial.hpp"
#include "support/rational.hpp"
#include "tocca/answer/time_interval.hpp"

namespace tocca::support {

/// An instant in [0, 1] known exactly: a rational number, or the only root of a polynomial between two rationals.
/// Questions about it narrow the interval it is kept in.
class AlgebraicTime {
public:
    explicit AlgebraicTime(const Rational& value) : low_(value), high_(value) {}
    /// Assumes: `p` is squarefree, changes sign between low and high, and has one root there.
    AlgebraicTime(Polynomial p, const Rational& low, const Rational& high);

    [[nodiscard]] bool is_rational() const { return low_ == high_; }
    [[nodiscard]] const Rational& low() const { return low_; }
    [[nodiscard]] const Rational& high() const { return high_; }

    /// Halves the interval; does nothing once the value is known as a rational.
    void refine();
    /// -1, 0 or 1: how this instant compares with x.
    [[nodiscard]] int compare(const Rational& x);
    [[nodiscard]] int compare(AlgebraicTime& other);
    /// The exact sign of q at this instant.
    [[nodiscard]] int sign_of(const Polynomial& q);

private:
    void narrow_at(const Rational& x);

    Polynomial polynomial_;  ///< zero for a rational
    Rational low_, high_;
    int sign_at_low_ = 0;
};

/// The roots of p in [0, 1], each once, in increasing order. Assumes: p is not zero.
[[nodiscard]] std::vector<AlgebraicTime> roots_in_unit_interval(const Polynomial& p);

/// A rational strictly between two instants. Assumes: earlier < later.
[[nodiscard]] Rational between(AlgebraicTime& earlier, AlgebraicTime& later);

/// A bracket as QueryOptions and first_contact define it.
struct ExpectedBracket {
    TimeInterval toc;
    bool sooner_than_any_double = false;
};

[[nodiscard]] ExpectedBracket expected_bracket(AlgebraicTime& time, double tolerance);

}  // namespace tocca::support
