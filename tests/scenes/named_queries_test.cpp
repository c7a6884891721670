// SPDX-License-Identifier: Apache-2.0
#include "scenes/named_queries.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "support/judge.hpp"
#include "tocca/elementary/collides.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca::scenes::named_queries_test {
namespace {

class NamedQueries : public testing::TestWithParam<NamedQuery> {};

TEST_P(NamedQueries, HaveTheAnswerTheyClaim)
{
    const NamedQuery& query = GetParam();
    support::Judgement judgement = support::judge(query.rows, query.kind);
    ASSERT_EQ(judgement.hit(), query.collides);
    EXPECT_EQ(collides(query.rows, query.kind), query.collides);
    EXPECT_EQ(collides_exact(query.rows, query.kind), query.collides);
    if (query.first) {
        const support::Rational exact(query.first->numerator, query.first->denominator);
        EXPECT_EQ(judgement.spans.front().begin.compare(exact), 0);
    }
    for (const double tolerance : {1e-3, 1e-9, 1e-15}) {
        const Answer answer = first_contact(query.rows, query.kind, {.tolerance = tolerance});
        ASSERT_EQ(answer.contact.has_value(), query.collides);
        if (!query.collides) continue;
        const TimeInterval& toc = answer.contact->toc;
        EXPECT_LE(toc.upper - toc.lower, tolerance);
        auto& begin = judgement.spans.front().begin;
        EXPECT_GE(begin.compare(support::Rational(toc.lower)), answer.outcome == Outcome::contact ? 1 : 0);
        EXPECT_LE(begin.compare(support::Rational(toc.upper)), 0);
    }
}

INSTANTIATE_TEST_SUITE_P(All, NamedQueries, testing::ValuesIn(named_queries()), [](const auto& parameter) {
    std::string name(parameter.param.name);
    for (char& c : name) c = c == '-' ? '_' : c;
    return name;
});

TEST(NamedQuery, IsFoundByName)
{
    std::set<std::string_view> names;
    for (const NamedQuery& query : named_queries()) {
        EXPECT_TRUE(names.insert(query.name).second) << query.name;
        const auto found = named_query(query.name);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->rows, query.rows);
    }
    EXPECT_FALSE(named_query("no such query"));
    EXPECT_FALSE(named_query(""));
}

}  // namespace
}  // namespace tocca::scenes::named_queries_test
