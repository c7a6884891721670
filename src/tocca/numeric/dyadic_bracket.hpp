// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/numeric/integer.hpp"
#include "tocca/numeric/sign_classification.hpp"

namespace tocca {

/// The finest grid: 2^-52, all of whose points in [0, 1] are doubles.
inline constexpr int finest_grid = 52;

/// The k of the dyadic grid {j 2^-k} for a tolerance: 2^-k is the largest power of two not above it, k in
/// [0, finest_grid].
///
/// Assumes: tolerance > 0.
[[nodiscard]] int grid_exponent(double tolerance);

/// The grid cell of a number in [0, 1]: lower < number <= upper, width 2^-k. A number in the first cell has instead
/// the cell between powers of two, so that lower > 0; 0 has the cell [0, 0], and what is positive but not above the
/// least positive double the cell [0, 2^-1074].
struct DyadicBracket {
    double lower = 0.0;
    double upper = 0.0;
    bool below_least_double = false;
};

/// The cell of a root of y in [0, 1].
///
/// Guarantee: exact. The cell is a monotone function of the number and k alone.
[[nodiscard]] DyadicBracket dyadic_bracket(const Cubic<Integer>& y, const Root<Integer>& root, int k);

}  // namespace tocca
