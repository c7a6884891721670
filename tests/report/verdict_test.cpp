// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/verdict.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

namespace tocca::verdict_test {
namespace {

constexpr std::array all_outcomes = {
    Outcome::free,   Outcome::contact,       Outcome::touching_at_start, Outcome::crossing_at_start,
    Outcome::inside, Outcome::near_at_start, Outcome::undecided};
constexpr std::array all_verdicts = {Verdict::free, Verdict::contact, Verdict::undecided, Verdict::nothing};

TEST(Verdict, OnlyFreeIsFree)
{
    std::set<std::string_view> said;
    for (const Outcome outcome : all_outcomes) {
        EXPECT_EQ(verdict_of(outcome) == Verdict::free, outcome == Outcome::free) << to_string(outcome);
        EXPECT_EQ(verdict_of(outcome) == Verdict::undecided, outcome == Outcome::undecided) << to_string(outcome);
        EXPECT_TRUE(said.insert(words(outcome)).second) << words(outcome);
    }
}

TEST(Verdict, OfPartsDoesNotDependOnTheirOrder)
{
    for (const Verdict a : all_verdicts) {
        EXPECT_EQ(joined(a, a), a);
        EXPECT_EQ(joined(a, Verdict::nothing), a);
        EXPECT_EQ(joined(a, Verdict::contact), Verdict::contact);
        for (const Verdict b : all_verdicts) {
            EXPECT_EQ(joined(a, b), joined(b, a));
            if (joined(a, b) == Verdict::free) {
                EXPECT_TRUE(a == Verdict::free || a == Verdict::nothing);
                EXPECT_TRUE(b == Verdict::free || b == Verdict::nothing);
            }
            for (const Verdict c : all_verdicts) EXPECT_EQ(joined(joined(a, b), c), joined(a, joined(b, c)));
        }
    }
}

TEST(Verdict, NoPartOfABadStartIsShownAsFree)
{
    for (const Outcome outcome : all_outcomes) {
        EXPECT_EQ(is_free_at_start(outcome),
                  outcome == Outcome::free || outcome == Outcome::contact || outcome == Outcome::undecided)
            << to_string(outcome);
    }
}

}  // namespace
}  // namespace tocca::verdict_test
