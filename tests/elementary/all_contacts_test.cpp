// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/all_contacts.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "scenes/named_queries.hpp"
#include "support/effort.hpp"
#include "support/judge.hpp"
#include "support/print_query.hpp"
#include "support/query_mix.hpp"
#include "tocca/base/error.hpp"
#include "tocca/elementary/explain.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca::all_contacts_test {
namespace {

using support::effort;

constexpr std::array kinds{PairKind::vertex_face, PairKind::edge_edge};

/// A vertex at rest at (1, 1, 1/2) under a corner that rises to 4 and back is met twice.
constexpr PairRows met_twice{2, 1, 0.75, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 1, 0.75, 0, 0, 0, 4, 0, 8, 0, 4, 0};

TEST(AllContacts, OfADoubleHitAreTwo)
{
    const Answers all = all_contacts(met_twice, PairKind::vertex_face);
    ASSERT_EQ(all.contacts.size(), 2U);  // (2t - 1)^2 = 1/4: at 1/4 and at 3/4
    EXPECT_EQ(all.contacts[0].toc.upper, 0.25);
    EXPECT_EQ(all.contacts[1].toc.upper, 0.75);
    EXPECT_EQ(all.contacts[1].end, all.contacts[1].toc);
    // It comes from below, and later goes back.
    EXPECT_LT(all.contacts[0].normal.dot(all.contacts[1].normal), 0.0);
}

TEST(AllContacts, OfAGrazeIsOne)
{
    PairRows rows = met_twice;
    rows[2] = rows[14] = 1.0;
    const Answers all = all_contacts(rows, PairKind::vertex_face);
    ASSERT_EQ(all.contacts.size(), 1U);
    EXPECT_EQ(all.contacts[0].end, all.contacts[0].toc);
}

TEST(AllContacts, OfASlideInThePlaneIsAStretchOfTime)
{
    // From x = -1 to x = 5 at y = 1 through the face (0,0)(4,0)(0,4): inside for x in [0, 3].
    const PairRows rows{-1, 1, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0, 5, 1, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0};
    const Answers all = all_contacts(rows, PairKind::vertex_face);
    ASSERT_EQ(all.contacts.size(), 1U);
    EXPECT_NEAR(all.contacts[0].toc.upper, 1.0 / 6.0, 2e-9);
    ASSERT_TRUE(all.contacts[0].end);
    EXPECT_NEAR(all.contacts[0].end->upper, 4.0 / 6.0, 2e-9);
    EXPECT_NEAR(all.contacts[0].point.x(), 0.0, 1e-7);
}

TEST(AllContacts, OfAFreeMotionAreNone)
{
    const Answers all = all_contacts(scenes::named_query("far-from-face")->rows, PairKind::vertex_face);
    EXPECT_EQ(all.outcome, Outcome::free);
    EXPECT_EQ(all.safe_until, 1.0);
    EXPECT_TRUE(all.contacts.empty());
}

/// All contacts against the judge: none missing, none too many, each in its bracket; the first is that of first_contact.
void expect_judged(const PairRows& rows, PairKind kind, double tolerance)
{
    support::Judgement judgement = support::judge(rows, kind);
    const Answers all = all_contacts(rows, kind, {.tolerance = tolerance});
    const Answer first = first_contact(rows, kind, {.tolerance = tolerance});
    ASSERT_EQ(all.outcome, first.outcome) << support::text_of(rows, kind);
    ASSERT_EQ(all.safe_until, first.safe_until) << support::text_of(rows, kind);
    ASSERT_EQ(all.contacts.size(), judgement.spans.size()) << support::text_of(rows, kind);
    for (std::size_t i = 0; i < all.contacts.size(); ++i) {
        support::JudgedSpan& judged = judgement.spans[i];
        ASSERT_EQ(all.contacts[i].toc, support::expected_bracket(judged.begin, tolerance).toc)
            << support::text_of(rows, kind);
        ASSERT_EQ(all.contacts[i].end, support::expected_bracket(judged.end, tolerance).toc)
            << support::text_of(rows, kind);
        ASSERT_TRUE(all.contacts[i].point.allFinite()) << support::text_of(rows, kind);
    }
    if (!first.contact) return;
    const Contact &begins = all.contacts.front(), &found = *first.contact;
    ASSERT_EQ(begins.toc, found.toc) << support::text_of(rows, kind);
    ASSERT_EQ(begins.sooner_than_any_double, found.sooner_than_any_double) << support::text_of(rows, kind);
    ASSERT_EQ(begins.weights, found.weights) << support::text_of(rows, kind);
    ASSERT_EQ(begins.point, found.point) << support::text_of(rows, kind);
    ASSERT_EQ(begins.normal, found.normal) << support::text_of(rows, kind);
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
            if (judgement.coplanar_throughout) continue;
            std::vector<int> multiplicities;
            for (const Explanation::Root& root : explanation.roots) {
                if (root.contact) multiplicities.push_back(root.multiplicity);
            }
            ASSERT_EQ(multiplicities.size(), judgement.spans.size()) << support::text_of(rows, kind);
            for (std::size_t i = 0; i < multiplicities.size(); ++i) {
                ASSERT_EQ(multiplicities[i], judgement.spans[i].multiplicity) << support::text_of(rows, kind);
            }
        }
    }
}

TEST(AllContacts, AreNoMoreThanAllowed)
{
    EXPECT_NO_THROW((void)all_contacts(met_twice, PairKind::vertex_face, {.max_contacts = 2}));
    try {
        (void)all_contacts(met_twice, PairKind::vertex_face, {.max_contacts = 1});
        ADD_FAILURE() << "two contacts were listed";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::too_many_contacts);
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
