// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "tocca/report/packed_block.hpp"

namespace tocca::support {

/// The numbers of a block, read as docs/report_format.md tells.
template <class Number>
[[nodiscard]] std::vector<Number> unpacked(const PackedBlock& block, std::span<const Number> before = {})
{
    std::vector<unsigned char> bytes(block.count * sizeof(Number) + 1);
    uLongf size = bytes.size();
    EXPECT_EQ(
        uncompress(bytes.data(), &size, reinterpret_cast<const unsigned char*>(block.bytes.data()), block.bytes.size()),
        Z_OK);
    EXPECT_EQ(size, block.count * sizeof(Number));
    std::vector<Number> numbers(before.begin(), before.end());
    for (std::size_t i = 0; i < block.count; ++i) {
        unsigned char number[sizeof(Number)];
        for (std::size_t j = 0; j < sizeof(Number); ++j) {
            number[j] = bytes[block.shuffled ? j * block.count + i : i * sizeof(Number) + j];
        }
        Number value;
        std::memcpy(&value, number, sizeof value);
        numbers.push_back(value);
    }
    if constexpr (std::is_integral_v<Number>) {
        if (block.order > 0) {
            for (std::size_t i = before.size(); i < numbers.size(); ++i) {
                const std::uint64_t z = numbers[i];
                std::uint64_t d = (z >> 1U) ^ (~(z & 1U) + 1U);
                if (i >= block.stride) d += numbers[i - block.stride];
                if (block.order == 2 && i >= 2 * block.stride) {
                    d += std::uint64_t{numbers[i - block.stride]} - numbers[i - 2 * block.stride];
                }
                numbers[i] = static_cast<Number>(d);
            }
        }
    }
    numbers.erase(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(before.size()));
    return numbers;
}

}  // namespace tocca::support
