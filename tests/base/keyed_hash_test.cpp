// SPDX-License-Identifier: Apache-2.0
#include "tocca/base/keyed_hash.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <set>
#include <vector>

namespace tocca::keyed_hash_test {
namespace {

TEST(KeyedHash, IsTheSameForTheSame)
{
    const std::array<double, 3> point = {1.0, 2.0, 3.0};
    const std::vector<double> same(point.begin(), point.end());
    EXPECT_EQ(keyed_hash(point), keyed_hash(same));
    EXPECT_EQ(keyed_hash(std::uint64_t{7}), keyed_hash(std::uint64_t{7}));
    EXPECT_NE(keyed_hash(std::span(same).first(2)), keyed_hash(same));
}

/// Keys that agree in all but a few bits, wherever those are, spread over small tables about as chance would have it.
TEST(KeyedHash, SpreadsKeysThatDifferInFewBits)
{
    constexpr std::uint64_t places = 1 << 12;
    for (unsigned shift = 0; shift <= 52; ++shift) {
        std::vector<int> counts(places), point_counts(places);
        for (std::uint64_t i = 0; i < places; ++i) {
            ++counts[keyed_hash(i << shift) % places];
            const double x = std::bit_cast<double>(0x3ff0000000000000U ^ (shift <= 40 ? i << shift : i << 40U));
            ++point_counts[keyed_hash(std::array{x, 0.5, -x}) % places];
        }
        for (const int count : counts) EXPECT_LE(count, 14) << shift;  // by chance once in 10^8 tables
        for (const int count : point_counts) EXPECT_LE(count, 14) << shift;
    }
}

}  // namespace
}  // namespace tocca::keyed_hash_test
