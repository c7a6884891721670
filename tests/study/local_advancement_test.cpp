// SPDX-License-Identifier: Apache-2.0
#include "study/local_advancement.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/effort.hpp"
#include "support/random.hpp"
#include "tocca/elementary/collides.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca::study::local_advancement_test {
namespace {

using support::effort;
using support::Random;

/// A query of one of several sorts: uniform, nearby, on a tiny grid, far from the origin, huge, tiny.
PairRows draw(Random& random)
{
    PairRows rows;
    const double scale = random.pick({1.0, 1.0, 1e-3, 1e6, 0x1p-500, 0x1p500, 0x1p1000});
    const double offset = random.pick({0.0, 0.0, 1.0, 1000.0}), way = random.pick({1.0, 0.1});
    const bool grid = random.chance(0.3);
    for (std::size_t i = 0; i < 12; ++i) {
        const auto draw_one = [&] { return grid ? random.between(-2, 2) : random.signed_unit(); };
        rows[i] = scale * (offset + draw_one()) / (offset + 2.0);
        rows[12 + i] = rows[i] + scale * way * draw_one() / (offset + 2.0);
    }
    return rows;
}

TEST(LocalAdvancement, NeverPassesAContact)
{
    Random random(1);
    std::size_t free = 0, proven = 0, contacts = 0, advanced = 0;
    for (std::size_t i = 0; i < effort(60'000); ++i) {
        const PairKind kind = i % 2 == 0 ? PairKind::vertex_face : PairKind::edge_edge;
        const PairRows rows = draw(random);
        const AdvancementOptions options{.until = random.pick({1.0, 0.3}), .most_steps = random.between(1, 20)};
        const AdvancementBound bound = local_advancement(rows, kind, options);
        EXPECT_GE(bound.free_until, 0.0);
        EXPECT_LE(bound.free_until, 1.0);
        EXPECT_LE(bound.steps, options.most_steps);
        const Answer exact = first_contact(rows, kind, {.tolerance = 0x1p-52});
        if (!exact.contact) {
            ++free;
            if (bound.free) ++proven;
            continue;
        }
        ++contacts;
        ASSERT_FALSE(bound.free);
        // Apart on [0, free_until) and in contact by toc.upper.
        ASSERT_LE(bound.free_until, exact.contact->toc.upper);
        if (bound.free_until > 0.9 * exact.contact->toc.lower) ++advanced;
    }
    EXPECT_GT(free, effort(10'000));
    EXPECT_GT(contacts, effort(2'000));
    EXPECT_GT(2 * proven, free) << "most free pairs are proven free";
    EXPECT_GT(3 * advanced, contacts) << "though often stopped early, many contacts are nearly reached";
}

TEST(LocalAdvancement, ProvesWhatStaysApart)
{
    // A vertex falls towards a face and stops above it; then it falls through.
    PairRows rows = {0, 0, 2, -1, -1, 0, 2, -1, 0, -1, 2, 0, 0, 0, 1, -1, -1, 0, 2, -1, 0, -1, 2, 0};
    const AdvancementBound apart = local_advancement(rows, PairKind::vertex_face);
    EXPECT_TRUE(apart.free);
    EXPECT_EQ(apart.steps, 1);
    rows[14] = -2.0;
    const AdvancementBound through = local_advancement(rows, PairKind::vertex_face);
    EXPECT_FALSE(through.free);
    EXPECT_NEAR(through.free_until, 0.5, 1e-12);
    EXPECT_LE(through.free_until, 0.5);
}

TEST(LocalAdvancement, StopsAtOnceWhereFeaturesTouchAtTheStart)
{
    const PairRows rows = {0, 0, 0, -1, -1, 0, 2, -1, 0, -1, 2, 0, 0, 0, 1, -1, -1, 0, 2, -1, 0, -1, 2, 0};
    const AdvancementBound bound = local_advancement(rows, PairKind::vertex_face);
    EXPECT_FALSE(bound.free);
    EXPECT_EQ(bound.free_until, 0.0);
}

TEST(LocalAdvancementVerdict, ReportsContactsSomewhatEarlyAndNearMisses)
{
    PairRows rows = {0, 0, 2, -1, -1, 0, 2, -1, 0, -1, 2, 0, 0, 0, -2, -1, -1, 0, 2, -1, 0, -1, 2, 0};
    const AdvancementVerdict through = local_advancement_verdict(rows, PairKind::vertex_face, 1e-6);
    ASSERT_TRUE(through.contact);
    EXPECT_NEAR(*through.contact, 0.5, 1e-6);
    rows[2] = 5e-7;
    rows[14] = 1.0;
    EXPECT_FALSE(collides(rows, PairKind::vertex_face));
    const AdvancementVerdict near_miss = local_advancement_verdict(rows, PairKind::vertex_face, 1e-6);
    EXPECT_TRUE(near_miss.contact) << "its threshold is a length";
    EXPECT_FALSE(near_miss.gave_up);
    rows[2] = 1e-3;
    EXPECT_FALSE(local_advancement_verdict(rows, PairKind::vertex_face, 1e-6).contact);
}

TEST(LocalAdvancementVerdict, ReportsAContactWhenItsStepsRunOut)
{
    // The first step leads to the contact; it takes a second one to see it.
    const PairRows rows = {0, 0, 2, -1, -1, 0, 2, -1, 0, -1, 2, 0, 0, 0, -2, -1, -1, 0, 2, -1, 0, -1, 2, 0};
    EXPECT_FALSE(local_advancement_verdict(rows, PairKind::vertex_face, 1e-6, 2).gave_up);
    const AdvancementVerdict verdict = local_advancement_verdict(rows, PairKind::vertex_face, 1e-6, 1);
    EXPECT_EQ(verdict.steps, 1);
    EXPECT_TRUE(verdict.gave_up);
    EXPECT_TRUE(verdict.contact);
}

TEST(LocalAdvancementVerdict, MissesNoContact)
{
    Random random(2);
    std::size_t contacts = 0;
    for (std::size_t i = 0; i < effort(20'000); ++i) {
        PairRows rows;
        for (double& x : rows) x = random.signed_unit();
        const PairKind kind = i % 2 == 0 ? PairKind::vertex_face : PairKind::edge_edge;
        if (!collides(rows, kind)) continue;
        ++contacts;
        EXPECT_TRUE(local_advancement_verdict(rows, kind, 1e-6).contact);
    }
    EXPECT_GT(contacts, effort(1'000));
}

}  // namespace
}  // namespace tocca::study::local_advancement_test
