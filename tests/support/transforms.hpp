// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "support/random.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca::support {

/// The same pair with its points named in another order: any order of a face's corners, of an edge's ends, and of
/// the two edges.
[[nodiscard]] PairRows permuted(const PairRows& rows, PairKind kind, Random& random);

/// The motion run backwards.
[[nodiscard]] PairRows reversed_in_time(const PairRows& rows);

/// All coordinates times 2^exponent; nothing where that would round or overflow.
[[nodiscard]] std::optional<PairRows> scaled_exactly(const PairRows& rows, int exponent);

/// An exponent for scaled_exactly: up to 300 either way, or where products of three lengths begin to over- or underflow.
[[nodiscard]] int scaling_exponent(Random& random);

/// All points moved by `shift`; nothing where that would round.
[[nodiscard]] std::optional<PairRows> translated_exactly(const PairRows& rows, const std::array<double, 3>& shift);

/// The axes in another order, some of them mirrored.
[[nodiscard]] PairRows axes_permuted(const PairRows& rows, Random& random);

}  // namespace tocca::support
