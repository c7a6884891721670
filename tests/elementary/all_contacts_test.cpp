// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/all_contacts.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <stdexcept>

#include "scenes/named_queries.hpp"
#include "support/effort.hpp"
#include "support/judge.hpp"
#include "support/print_query.hpp"
#include "support/query_mix.hpp"
#include "tocca/elementary/explain.hpp"

namespace tocca::all_contacts_test {
namespace {

using support::effort;

constexpr std::array kinds{PairKind::vertex_face, PairKind::edge_edge};

/// A vertex at rest at (1, 1, 1/2) under a corner that rises to 4 and back is met twice.
constexpr PairRows met_twice{2, 1, 0.75, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 1, 0.75, 0, 0, 0, 4, 0, 8, 0, 4, 0};

TEST(AllContacts, OfADoubleHitAreTwo)
{
    const AllContacts all = all_contacts(met_twice, PairKind::vertex_face);
    ASSERT_EQ(all.spans.size(), 2U);  // (2t - 1)^2 = 1/4: at 1/4 and at 3/4
    EXPECT_EQ(all.spans[0].begin.upper, 0.25);
    EXPECT_EQ(all.spans[1].begin.upper, 0.75);
    EXPECT_EQ(all.spans[0].multiplicity, 1);
    EXPECT_EQ(all.odd, false);
}

TEST(AllContacts, OfAGrazeIsOneOfMultiplicityTwo)
{
    PairRows rows = met_twice;
    rows[2] = rows[14] = 1.0;
    const AllContacts all = all_contacts(rows, PairKind::vertex_face);
    ASSERT_EQ(all.spans.size(), 1U);
    EXPECT_EQ(all.spans[0].multiplicity, 2);
    EXPECT_EQ(all.spans[0].begin, all.spans[0].end);
    EXPECT_EQ(all.odd, false);
}

TEST(AllContacts, OfASlideInThePlaneIsASpan)
{
    // From x = -1 to x = 5 at y = 1 through the face (0,0)(4,0)(0,4): inside for x in [0, 3].
    const PairRows rows{-1, 1, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0, 5, 1, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0};
    const AllContacts all = all_contacts(rows, PairKind::vertex_face);
    ASSERT_EQ(all.spans.size(), 1U);
    EXPECT_NEAR(all.spans[0].begin.upper, 1.0 / 6.0, 2e-9);
    EXPECT_NEAR(all.spans[0].end.upper, 4.0 / 6.0, 2e-9);
    EXPECT_EQ(all.spans[0].multiplicity, 0);
    EXPECT_FALSE(all.odd.has_value());
}

TEST(AllContacts, OfAFreeMotionAreNone)
{
    const AllContacts all = all_contacts(scenes::named_query("far-from-face")->rows, PairKind::vertex_face);
    EXPECT_TRUE(all.spans.empty());
    EXPECT_EQ(all.odd, false);
}

/// All contacts against the judge: none missing, none too many, each in its bracket.
void expect_judged(const PairRows& rows, PairKind kind, double tolerance)
{
    support::Judgement judgement = support::judge(rows, kind);
    const AllContacts all = all_contacts(rows, kind, {.tolerance = tolerance});
    ASSERT_EQ(all.spans.size(), judgement.spans.size()) << support::text_of(rows, kind);
    ASSERT_EQ(all.odd, judgement.odd()) << support::text_of(rows, kind);
    for (std::size_t i = 0; i < all.spans.size(); ++i) {
        support::JudgedSpan& judged = judgement.spans[i];
        ASSERT_EQ(all.spans[i].multiplicity, judged.multiplicity) << support::text_of(rows, kind);
        ASSERT_EQ(all.spans[i].begin, support::expected_bracket(judged.begin, tolerance).toc)
            << support::text_of(rows, kind);
        ASSERT_EQ(all.spans[i].end, support::expected_bracket(judged.end, tolerance).toc)
            << support::text_of(rows, kind);
    }
}

TEST(AllContacts, AreThoseOfTheJudge)
{
    for (const PairKind kind : kinds) {
        for (const PairRows& rows : support::query_mix(600 + static_cast<std::uint64_t>(kind), kind, effort(8'000))) {
            expect_judged(rows, kind, 1e-9);
        }
        for (const PairRows& rows : support::query_mix(610 + static_cast<std::uint64_t>(kind), kind, effort(1'000))) {
            expect_judged(rows, kind, 0.01);
        }
    }
    for (const scenes::NamedQuery& query : scenes::named_queries()) expect_judged(query.rows, query.kind, 1e-9);
}

TEST(Explain, SaysWhatTheVerbsSay)
{
    for (const PairKind kind : kinds) {
        for (const PairRows& rows : support::query_mix(620 + static_cast<std::uint64_t>(kind), kind, effort(3'000))) {
            const Explanation explanation = explain(rows, kind);
            const Answer first = first_contact(rows, kind);
            ASSERT_EQ(explanation.answer.outcome, first.outcome) << support::text_of(rows, kind);
            ASSERT_EQ(explanation.answer.safe_until, first.safe_until);
            const support::Judgement judgement = support::judge(rows, kind);
            ASSERT_EQ(explanation.coplanar_throughout, judgement.coplanar_throughout) << support::text_of(rows, kind);
            std::size_t contacts = 0;
            for (const ExplainedRoot& root : explanation.roots) contacts += root.contact ? 1 : 0;
            if (!judgement.coplanar_throughout) {
                ASSERT_EQ(contacts, judgement.spans.size()) << support::text_of(rows, kind);
            }
        }
    }
}

TEST(AllContacts, RefuseAClearance)
{
    const QueryOptions options{.clearance = 0.1};
    EXPECT_THROW((void)all_contacts(met_twice, PairKind::vertex_face, options), std::invalid_argument);
    EXPECT_THROW((void)explain(met_twice, PairKind::vertex_face, options), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::all_contacts_test
