// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tocca::study::detail {

/// A set of pairs of feature numbers, for one kind of pair.
class PairDatabase {
public:
    /// Whether the pair was not in it yet; now it is.
    bool insert(std::uint32_t first, std::uint32_t second)
    {
        if (2 * (size_ + 1) > slots_.size()) grow();
        if (!place(std::uint64_t{first} << 32U | second)) return false;
        ++size_;
        return true;
    }

    [[nodiscard]] std::size_t bytes() const { return slots_.size() * sizeof(std::uint64_t); }

private:
    /// No pair of features: numbers are below that.
    static constexpr std::uint64_t nothing = ~std::uint64_t{0};

    bool place(std::uint64_t key)
    {
        // Multiplied by 2^64 over the golden ratio, the upper bits of nearby keys differ.
        const int shift = 64 - std::countr_zero(slots_.size());
        std::size_t slot = key * 0x9e3779b97f4a7c15U >> shift;
        while (slots_[slot] != nothing) {
            if (slots_[slot] == key) return false;
            slot = (slot + 1) & (slots_.size() - 1);
        }
        slots_[slot] = key;
        return true;
    }

    void grow()
    {
        std::vector<std::uint64_t> before(slots_.empty() ? 1024 : 2 * slots_.size(), nothing);
        before.swap(slots_);
        for (const std::uint64_t key : before) {
            if (key != nothing) place(key);
        }
    }

    std::vector<std::uint64_t> slots_;
    std::size_t size_ = 0;
};

}  // namespace tocca::study::detail
