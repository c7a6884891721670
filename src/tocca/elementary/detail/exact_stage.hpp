// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "tocca/elementary/pair.hpp"
#include "tocca/numeric/dyadic_bracket.hpp"

namespace tocca::elementary::detail {

/// Whether the pair touches at some time in [0, 1], in exact integers alone.
///
/// Assumes: finite coordinates.
[[nodiscard]] bool exact_collides(const PairRows& rows, PairKind kind);

/// The cell of the first contact time on the grid 2^-k, in exact integers alone; empty if the pair never touches.
///
/// Assumes: finite coordinates.
[[nodiscard]] std::optional<DyadicBracket> exact_first(const PairRows& rows, PairKind kind, int k);

}  // namespace tocca::elementary::detail
