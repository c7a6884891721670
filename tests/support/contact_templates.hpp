// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/random.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca::support {

/// A pair that touches at time t exactly, all coordinates being short binary fractions; it may touch earlier too.
/// Assumes: t is a multiple of 1/16.
[[nodiscard]] PairRows contact_at(Random& random, PairKind kind, double t);

/// A pair whose coplanarity cubic has a double root, most often with a contact there.
[[nodiscard]] PairRows double_root_contact(Random& random, PairKind kind);

/// A pair in contact for the first time at, just after or just before 0 or 1: down to times below the least double.
[[nodiscard]] PairRows contact_at_extreme_time(Random& random, PairKind kind);

/// The query under a random real map, often far from the origin, every coordinate rounded to a double of full length:
/// what was exact is now true up to rounding.
[[nodiscard]] PairRows mapped_with_rounding(Random& random, const PairRows& rows);

}  // namespace tocca::support
