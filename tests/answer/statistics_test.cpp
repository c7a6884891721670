// SPDX-License-Identifier: Apache-2.0
#include "tocca/answer/statistics.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>

namespace tocca::statistics_test {
namespace {

/// Every number of Statistics in the order of its members: a member that is new counts too.
using Words = std::array<std::uint64_t, sizeof(Statistics) / sizeof(std::uint64_t)>;
static_assert(sizeof(Words) == sizeof(Statistics));

constexpr std::size_t iterations_word = offsetof(Statistics, iterations) / sizeof(std::uint64_t);

TEST(Statistics, AreAddedUpMemberByMember)
{
    Words first = {}, second = {}, third = {};
    for (std::size_t i = 0; i < first.size(); ++i) {
        first[i] = 100 + i;
        second[i] = 1000 * (i + 1);
        third[i] = 7;
    }
    Statistics sum = std::bit_cast<Statistics>(first);
    sum += std::bit_cast<Statistics>(second);
    sum += std::bit_cast<Statistics>(third);
    const Words words = std::bit_cast<Words>(sum);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i == iterations_word) continue;
        EXPECT_EQ(words[i], first[i] + second[i] + third[i]) << "member " << i;
    }
}

TEST(Statistics, HaveTheMostIterationsOfOnePair)
{
    Statistics sum{.iterations = 5};
    sum += Statistics{.iterations = 3};
    EXPECT_EQ(sum.iterations, 5U);
    sum += Statistics{.iterations = 8};
    EXPECT_EQ(sum.iterations, 8U);
}

TEST(Statistics, OfNothingAreZeroAndChangeNothing)
{
    EXPECT_EQ(std::bit_cast<Words>(Statistics{}), Words{});
    Words words = {};
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = i + 1;
    Statistics sum = std::bit_cast<Statistics>(words);
    sum += Statistics{};
    EXPECT_EQ(std::bit_cast<Words>(sum), words);
    Statistics none;
    none += std::bit_cast<Statistics>(words);
    EXPECT_EQ(std::bit_cast<Words>(none), words);
}

TEST(Statistics, AreAddedToThemselves)
{
    Statistics sum{.node_pairs = 3, .iterations = 4, .stages = {1, 2, 3, 4, 5}};
    sum += sum;
    EXPECT_EQ(sum.node_pairs, 6U);
    EXPECT_EQ(sum.iterations, 4U);
    EXPECT_EQ(sum.stages, (Statistics::StageCounts{2, 4, 6, 8, 10}));
    EXPECT_EQ(&(sum += Statistics{}), &sum);
}

TEST(Stage, HasAWordOfItsOwn)
{
    std::set<std::string_view> words;
    for (std::size_t i = 0; i < stage_count; ++i) words.insert(to_string(static_cast<Stage>(i)));
    EXPECT_EQ(words.size(), stage_count);
    EXPECT_EQ(to_string(Stage::coordinates), "coordinates");
    EXPECT_EQ(to_string(Stage::exact), "exact");
}

}  // namespace
}  // namespace tocca::statistics_test
