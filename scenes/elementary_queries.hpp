// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "tocca/elementary/pair.hpp"

namespace tocca::scenes {

/// Queries of 24 uniform coordinates in [0, 1): far from what a mesh produces, with many contacts (of 1,000,000
/// vertex-face queries 77,383 collide, of as many edge-edge queries 207,971).
///
/// Guarantee: the same numbers everywhere, and the first n of a longer set.
[[nodiscard]] std::vector<PairRows> uniform_queries(PairKind kind, std::size_t count);

/// Queries like those a broad phase leaves over: small features that move together, whose boxes around both times
/// overlap (of 1,000,000 vertex-face queries 9,610 collide, of as many edge-edge queries 10,401).
///
/// Guarantee: the same numbers everywhere, and the first n of a longer set.
[[nodiscard]] std::vector<PairRows> near_queries(PairKind kind, std::size_t count);

}  // namespace tocca::scenes
