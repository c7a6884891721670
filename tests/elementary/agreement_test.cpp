// SPDX-License-Identifier: Apache-2.0
// The fast path, the exact path and the judge give one answer.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "scenes/elementary_queries.hpp"
#include "support/agreement.hpp"
#include "support/effort.hpp"
#include "support/judge.hpp"
#include "support/print_query.hpp"
#include "support/query_families.hpp"
#include "support/query_mix.hpp"
#include "tocca/elementary/collides.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca::agreement_test {
namespace {

using support::effort;

constexpr std::array kinds{PairKind::vertex_face, PairKind::edge_edge};

void expect_agreement(const std::vector<PairRows>& queries, PairKind kind, const QueryOptions& options)
{
    const support::AgreementResult result = support::compare_with_exact(queries, kind, options);
    for (const support::Disagreement& d : result.disagreements) {
        ADD_FAILURE() << d.sentence << '\n' << support::text_of(queries[d.query], kind);
    }
}

/// Queries in pieces, each with a SIMD target and a tolerance of its own.
void expect_agreement_on_mix(PairKind kind, std::uint64_t seed, std::size_t count)
{
    const std::vector<std::string> targets = simd_targets();
    constexpr std::array tolerances{1e-9, 1e-3, 0.25, 1e-15};
    constexpr std::size_t pieces = 20;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        expect_agreement(support::query_mix(seed + piece, kind, count / pieces), kind,
                         {.tolerance = tolerances[piece % tolerances.size()],
                          .threads = 2,
                          .target = targets[piece % targets.size()]});
    }
}

// Together 50,000 queries in an optimised build; tools/fuzz-elementary asks ten million.
TEST(Agreement, OfFastAndExactOnVertexFace) { expect_agreement_on_mix(kinds[0], 10'000, effort(20'000)); }
TEST(Agreement, OfFastAndExactOnEdgeEdge) { expect_agreement_on_mix(kinds[1], 20'000, effort(20'000)); }

TEST(Agreement, OfFastAndExactOnOrdinaryQueries)
{
    for (const PairKind kind : kinds) {
        expect_agreement(scenes::uniform_queries(kind, effort(5'000)), kind, {});
        expect_agreement(scenes::near_queries(kind, effort(5'000)), kind, {});
    }
}

void expect_judged(const PairRows& rows, PairKind kind)
{
    support::Judgement judgement = support::judge(rows, kind);
    ASSERT_EQ(collides_exact(rows, kind), judgement.hit()) << support::text_of(rows, kind);
    ASSERT_EQ(collides(rows, kind), judgement.hit()) << support::text_of(rows, kind);
    const Answer exact = first_contact_exact(rows, kind);
    ASSERT_EQ(exact.contact.has_value(), judgement.hit()) << support::text_of(rows, kind);
    if (!judgement.hit()) return;
    const auto expected = support::expected_bracket(judgement.spans.front().begin, 1e-9);
    ASSERT_EQ(exact.contact->toc, expected.toc) << support::text_of(rows, kind);
    ASSERT_EQ(exact.contact->sooner_than_any_double, expected.sooner_than_any_double) << support::text_of(rows, kind);
}

TEST(Agreement, OfExactAndJudgeOnVertexFace)
{
    for (const PairRows& rows : support::query_mix(30'000, kinds[0], effort(10'000))) expect_judged(rows, kinds[0]);
}

TEST(Agreement, OfExactAndJudgeOnEdgeEdge)
{
    for (const PairRows& rows : support::query_mix(40'000, kinds[1], effort(10'000))) expect_judged(rows, kinds[1]);
}

TEST(Agreement, EveryFamilyHasContactsAndMisses)
{
    for (const PairKind kind : kinds) {
        for (const support::QueryFamily family : support::query_families) {
            support::Random random(50'000);
            std::size_t contacts = 0;
            constexpr std::size_t count = 1'000;
            for (std::size_t i = 0; i < count; ++i)
                contacts += collides(draw_query(random, family, kind), kind) ? 1 : 0;
            EXPECT_GT(contacts, 0U) << to_string(family);
            EXPECT_LT(contacts, count) << to_string(family);
        }
    }
}

}  // namespace
}  // namespace tocca::agreement_test
