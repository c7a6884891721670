// SPDX-License-Identifier: Apache-2.0
#include "tocca/answer/outcome.hpp"

#include <gtest/gtest.h>

#include "tocca/answer/first_contact.hpp"

namespace tocca {
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

TEST(FirstContact, IsFreeOnTheWholeMotionUnlessSaidOtherwise)
{
    const FirstContact answer;
    EXPECT_EQ(answer.outcome, Outcome::free);
    EXPECT_EQ(answer.safe_until, 1.0);
    EXPECT_FALSE(answer.contact);
    EXPECT_FALSE(answer.sooner_than_any_double);
}

}  // namespace
}  // namespace tocca
