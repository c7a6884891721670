// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/output/pair_answers.hpp"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

namespace tocca::app::pair_answers_test {
namespace {

using Row = std::tuple<std::array<std::uint32_t, 2>, Outcome, double, bool>;

std::vector<Row> rows_of(const std::vector<Answer>& pairs)
{
    std::vector<Row> rows;
    for (const Answer& pair : pairs)
        rows.emplace_back(pair.pair->objects, pair.outcome, pair.safe_until, pair.start.near);
    return rows;
}

Contact contact(double time, std::array<std::uint32_t, 2> objects)
{
    return {.toc = {time, time}, .objects = objects, .shapes = {7, 8}, .threshold = 0.5};
}

TEST(PairAnswers, SortsEveryPairThatIsNotFree)
{
    Answers all;
    all.outcome = Outcome::touching_at_start;
    all.contacts = {contact(0.0, {1, 2}), contact(0.25, {9, 3}), contact(0.25, {3, 5}), contact(1.0, {4, 5})};
    all.start.near = true;
    all.start.near_objects = {{.objects = {0, 1}}, {.objects = {3, 9}}, {.objects = {2, 4}}};
    all.start.inside = {{.objects = {1, 3}, .shapes = {0, 2}}, {.objects = {0, 3}}};
    all.undecided = {{{.objects = {2, 3}}, 0.25}, {{.objects = {2, 4}}, 0.5}};
    const std::vector<Answer> pairs = pair_answers(all);
    const std::vector<Row> expected = {
        {{0, 3}, Outcome::inside, 0.0, false},      {{1, 2}, Outcome::touching_at_start, 0.0, false},
        {{1, 3}, Outcome::inside, 0.0, false},      {{3, 5}, Outcome::contact, 0.25, false},
        {{3, 9}, Outcome::contact, 0.25, true},     {{2, 3}, Outcome::undecided, 0.25, false},
        {{2, 4}, Outcome::undecided, 0.5, true},    {{4, 5}, Outcome::contact, 1.0, false},
        {{0, 1}, Outcome::near_at_start, 1.0, true}};
    EXPECT_EQ(rows_of(pairs), expected);
    EXPECT_EQ(pairs[2].pair->shapes, (std::array<std::uint32_t, 2>{0, 2}));
    EXPECT_FALSE(pairs[2].contact);
    // The lower number is the first of the pair, whichever feature it has.
    EXPECT_EQ(pairs[4].pair->shapes, (std::array<std::uint32_t, 2>{8, 7}));
    EXPECT_EQ(pairs[4].contact->objects, (std::array<std::uint32_t, 2>{9, 3}));
    EXPECT_EQ(pairs[4].threshold, 0.5);
}

TEST(PairAnswers, OfThePairInQuestionItSaysWhatTheAnswerSays)
{
    Answers all;
    all.outcome = Outcome::undecided;
    all.safe_until = 0.25;
    all.pair = ObjectPair{.objects = {2, 3}};
    all.threshold = 0.125;
    all.undecided = {{{.objects = {2, 3}}, 0.25}, {{.objects = {2, 4}}, 0.5}};
    const std::vector<Answer> pairs = pair_answers(all);
    ASSERT_EQ(pairs.size(), 2U);
    EXPECT_EQ(pairs[0].threshold, 0.125);
    EXPECT_EQ(pairs[1].threshold, 0.0);
    const Answer first = without_lists(all);
    EXPECT_EQ(first.outcome, Outcome::undecided);
    EXPECT_EQ(first.safe_until, 0.25);
    EXPECT_EQ(first.pair, all.pair);
    EXPECT_EQ(first.threshold, 0.125);
}

TEST(PairAnswers, AreNoneWhereAllIsFree) { EXPECT_TRUE(pair_answers({}).empty()); }

}  // namespace
}  // namespace tocca::app::pair_answers_test
