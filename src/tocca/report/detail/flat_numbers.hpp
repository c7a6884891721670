// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tocca::report::detail {

/// The numbers of all tuples, one after the other.
template <std::size_t size>
[[nodiscard]] std::vector<std::uint32_t> flat(const std::vector<std::array<std::uint32_t, size>>& tuples)
{
    std::vector<std::uint32_t> numbers;
    numbers.reserve(size * tuples.size());
    for (const auto& tuple : tuples) numbers.insert(numbers.end(), tuple.begin(), tuple.end());
    return numbers;
}

}  // namespace tocca::report::detail
