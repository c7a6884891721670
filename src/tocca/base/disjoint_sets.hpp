// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace tocca::base {

/// Disjoint sets of the numbers below a count; the representative of a set is its smallest number.
class DisjointSets {
public:
    explicit DisjointSets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0U); }

    [[nodiscard]] std::uint32_t find(std::uint32_t x)
    {
        while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
        return x;
    }

    void join(std::uint32_t a, std::uint32_t b)
    {
        a = find(a);
        b = find(b);
        if (a < b) parent_[b] = a;
        if (b < a) parent_[a] = b;
    }

private:
    std::vector<std::uint32_t> parent_;
};

}  // namespace tocca::base
