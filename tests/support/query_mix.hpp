// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tocca/elementary/pair.hpp"

namespace tocca::support {

/// `count` queries of every family, half of them changed by a transform that keeps the answer. Families whose numbers
/// are very long are drawn less often.
///
/// Guarantee: the same queries from the same seed with every compiler.
[[nodiscard]] std::vector<PairRows> query_mix(std::uint64_t seed, PairKind kind, std::size_t count);

}  // namespace tocca::support
