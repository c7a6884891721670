// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "tocca/elementary/pair.hpp"

namespace tocca::bench {

/// The sum of all coordinates: the least that any answer about the queries can cost is to read them.
[[nodiscard]] double sum_of_coordinates(std::span<const PairRows> queries, int threads);

}  // namespace tocca::bench
