// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "tocca/elementary/pair.hpp"
#include "tocca/numeric/dyadic_bracket.hpp"

namespace tocca::elementary {

/// The cell, on the grid 2^-k, of the first time at which the distance of the pair is at most the clearance; empty
/// if there is none. In exact integers.
///
/// Guarantee: exact for any finite doubles.
/// Assumes:   finite rows, a finite clearance > 0.
/// Cost:      polynomials of degree up to 6, about a tenth of a millisecond; more for coordinates of mixed magnitude.
[[nodiscard]] std::optional<DyadicBracket> first_within_exact(const PairRows& rows, PairKind kind, double clearance,
                                                              int k);

}  // namespace tocca::elementary
