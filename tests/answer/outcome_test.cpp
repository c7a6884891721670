// SPDX-License-Identifier: Apache-2.0
#include "tocca/answer/outcome.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <string_view>

#include "tocca/answer/contact.hpp"

namespace tocca::outcome_test {
namespace {

TEST(Outcome, HasTheWordsOfTheJsonInterface)
{
    EXPECT_EQ(to_string(Outcome::free), "free");
    EXPECT_EQ(to_string(Outcome::contact), "contact");
    EXPECT_EQ(to_string(Outcome::touching_at_start), "touching_at_start");
    EXPECT_EQ(to_string(Outcome::crossing_at_start), "crossing_at_start");
    EXPECT_EQ(to_string(Outcome::inside), "inside");
    EXPECT_EQ(to_string(Outcome::near_at_start), "near_at_start");
    EXPECT_EQ(to_string(Outcome::undecided), "undecided");
}

TEST(PairKind, HasTheWordsOfTheJsonInterface)
{
    EXPECT_EQ(to_string(PairKind::vertex_face), "vf");
    EXPECT_EQ(to_string(PairKind::edge_edge), "ee");
}

TEST(Outcome, EachHasAWordOfItsOwn)
{
    std::set<std::string_view> words;
    const int last = static_cast<int>(Outcome::undecided);
    for (int i = 0; i <= last; ++i) words.insert(to_string(static_cast<Outcome>(i)));
    EXPECT_EQ(words.size(), static_cast<std::size_t>(last) + 1);
    EXPECT_FALSE(words.contains(""));
}

}  // namespace
}  // namespace tocca::outcome_test
