// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tocca {

/// A key that differs from process to process, so that nobody can craft a file whose hashes collide.
struct HashKey {
    std::uint64_t first;
    std::uint64_t second;  ///< odd

    [[nodiscard]] static const HashKey& of_process();
};

/// Both halves of the product, combined.
/// Source: the multiply-and-fold step of wyhash.
[[nodiscard]] inline std::uint64_t folded_product(std::uint64_t a, std::uint64_t b)
{
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

/// A hash of a number for tables with untrusted keys. It differs between processes: no answer may depend on it.
[[nodiscard]] inline std::uint64_t keyed_hash(std::uint64_t value)
{
    const HashKey& key = HashKey::of_process();
    return folded_product(folded_product(value ^ key.first, key.second), key.first | 1U);
}

/// The same for a list of doubles, by their bits: 0 and -0 differ.
[[nodiscard]] inline std::uint64_t keyed_hash(std::span<const double> values)
{
    const HashKey& key = HashKey::of_process();
    std::uint64_t hash = key.first + values.size();
    for (const double value : values) {
        hash = folded_product(hash ^ std::bit_cast<std::uint64_t>(value), key.second) + key.first;
    }
    return folded_product(hash, key.first | 1U);
}

/// keyed_hash for the tables of the standard library.
struct KeyedHash {
    [[nodiscard]] std::size_t operator()(std::uint64_t value) const { return keyed_hash(value); }
};

}  // namespace tocca
