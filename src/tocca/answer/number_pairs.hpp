// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace tocca {

/// A set of unordered pairs of numbers, such as the objects or groups that a query ignores.
class NumberPairs {
public:
    explicit NumberPairs(std::vector<std::array<std::uint32_t, 2>> pairs) : pairs_(std::move(pairs))
    {
        for (auto& pair : pairs_) std::sort(pair.begin(), pair.end());
        std::sort(pairs_.begin(), pairs_.end());
    }

    [[nodiscard]] bool empty() const { return pairs_.empty(); }
    /// Cost: logarithmic.
    [[nodiscard]] bool contains(std::uint32_t a, std::uint32_t b) const
    {
        return std::binary_search(pairs_.begin(), pairs_.end(), std::array{std::min(a, b), std::max(a, b)});
    }

private:
    std::vector<std::array<std::uint32_t, 2>> pairs_;  ///< the lesser number first, sorted
};

}  // namespace tocca
