// SPDX-License-Identifier: Apache-2.0
// first_contact and collides with a clearance, for pairs that start within it and for others.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "support/effort.hpp"
#include "support/exact_distance.hpp"
#include "support/falls_to_clearance.hpp"
#include "support/print_query.hpp"
#include "support/query_families.hpp"
#include "support/random.hpp"
#include "tocca/base/error.hpp"
#include "tocca/elementary/clearance.hpp"
#include "tocca/elementary/collides.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca::near_start_test {
namespace {

using elementary::start_distance;
using support::falls_to_clearance_exact;
using support::QueryFamily;
using support::Random;
using support::Rational;

constexpr std::array kinds{PairKind::vertex_face, PairKind::edge_edge};

/// A vertex above a triangle at rest, from one height to another.
PairRows vertex_over_face(double from, double to)
{
    return {1, 1, from, 0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, to, 0, 0, 0, 4, 0, 0, 0, 4, 0};
}

Answer ask(const PairRows& rows, const QueryOptions& options)
{
    return first_contact(rows, PairKind::vertex_face, options);
}

TEST(NearStart, OfAPairThatComesNoNearerIsNear)
{
    for (const double to : {1.0, 3.0, 0.5}) {
        const PairRows rows = vertex_over_face(1.0, to);
        const Answer answer = ask(rows, {.clearance = 2.0});
        EXPECT_EQ(answer.outcome, Outcome::near_at_start);
        EXPECT_TRUE(answer.start.near);
        EXPECT_FALSE(answer.contact);
        EXPECT_EQ(answer.safe_until, 1.0);
        EXPECT_TRUE(collides(rows, PairKind::vertex_face, {.clearance = 2.0}));
    }
}

TEST(NearStart, OfAPairThatFallsToAFractionOfItsDistanceIsAContactThen)
{
    const PairRows rows = vertex_over_face(2.0, -2.0);
    const auto expect_contact_at = [&](const QueryOptions& options, double time, double height) {
        const Answer answer = ask(rows, options);
        ASSERT_EQ(answer.outcome, Outcome::contact);
        EXPECT_TRUE(answer.start.near);
        EXPECT_EQ(answer.contact->toc, (TimeInterval{time - 0x1p-30, time}));
        EXPECT_EQ(answer.safe_until, answer.contact->toc.lower);
        EXPECT_EQ(answer.contact->kind, PairKind::vertex_face);
        EXPECT_EQ(answer.contact->proof, Proof::touches);
        EXPECT_EQ(answer.contact->normal, Eigen::Vector3d(0, 0, 1));
        EXPECT_NEAR((answer.contact->point - Eigen::Vector3d(1, 1, 0.5 * height)).norm(), 0.0, 1e-8);
    };
    expect_contact_at({.clearance = 3.0}, 0.375, 0.5);
    expect_contact_at({.clearance = 3.0, .near_fraction = 0.25}, 0.375, 0.5);
    expect_contact_at({.clearance = 3.0, .near_fraction = 0.5}, 0.25, 1.0);
    expect_contact_at({.clearance = 1e300, .near_fraction = 0.5}, 0.25, 1.0);
    expect_contact_at({.clearance = 3.0, .near_fraction = 0.0}, 0.5, 0.0);
}

TEST(NearStart, BeginsWhereTheDistanceEqualsTheClearance)
{
    const PairRows rows = vertex_over_face(2.0, 1.5);
    EXPECT_EQ(ask(rows, {.clearance = 2.0}).outcome, Outcome::near_at_start);
    const Answer less = ask(rows, {.clearance = std::nextafter(2.0, 0.0)});
    EXPECT_EQ(less.outcome, Outcome::contact);
    EXPECT_FALSE(less.start.near);
    EXPECT_GT(less.safe_until, 0.0);
    const Answer free = ask(rows, {.clearance = 1.25});
    EXPECT_EQ(free.outcome, Outcome::free);
    EXPECT_FALSE(free.start.near);
}

TEST(NearStart, OfAPairThatTouchesIsATouch)
{
    for (const double to : {0.0, 1.0, -1.0}) {
        for (const double fraction : {0.0, 0.25, 0.9}) {
            const Answer answer = ask(vertex_over_face(0.0, to), {.clearance = 0.5, .near_fraction = fraction});
            EXPECT_EQ(answer.outcome, Outcome::touching_at_start);
            EXPECT_TRUE(answer.start.near);
            EXPECT_EQ(answer.safe_until, 0.0);
            ASSERT_TRUE(answer.contact);
            EXPECT_EQ(answer.contact->toc, TimeInterval{});
        }
    }
}

TEST(NearStart, OfADistanceThatVanishesInRoundingDemandsThatThePairDoesNotTouch)
{
    // The least positive double: a quarter of it is 0, and nine tenths are all of it again.
    const double least = std::numeric_limits<double>::denorm_min();
    for (const double fraction : {0.25, 0.9}) {
        const QueryOptions options{.clearance = 0.5, .near_fraction = fraction};
        EXPECT_EQ(ask(vertex_over_face(least, 1.0), options).outcome, Outcome::near_at_start);
        const Answer through = ask(vertex_over_face(least, -1.0), options);
        EXPECT_EQ(through.outcome, Outcome::contact);
        EXPECT_TRUE(through.contact->sooner_than_any_double);
        EXPECT_EQ(through.safe_until, 0.0);
    }
}

TEST(NearStart, IsTheSameForEveryFormOfAPair)
{
    const MovingPoint falling{{1, 1, 2}, {1, 1, -2}}, a{{0, 0, 0}, {0, 0, 0}}, b{{4, 0, 0}, {4, 0, 0}},
        c{{0, 4, 0}, {0, 4, 0}}, below{{1, 1, 0}, {1, 1, 0}}, beside{{3, -1, 0}, {3, -1, 0}};
    const QueryOptions options{.clearance = 3.0, .near_fraction = 0.5};
    const TimeInterval quarter{0.25 - 0x1p-30, 0.25};
    const auto expect_quarter = [&](const auto& pair, PairKind kind) {
        const Answer answer = first_contact(pair, options);
        ASSERT_EQ(answer.outcome, Outcome::contact);
        EXPECT_TRUE(answer.start.near);
        EXPECT_EQ(answer.contact->toc, quarter);
        EXPECT_EQ(answer.contact->kind, kind);
        EXPECT_TRUE(collides(pair, options));
        EXPECT_FALSE(first_contact(pair, {.clearance = 0.0}).start.near);
    };
    expect_quarter(VertexFace{.vertex = falling, .a = a, .b = b, .c = c}, PairKind::vertex_face);
    expect_quarter(EdgeEdge{.a = falling, .b = falling, .c = below, .d = beside}, PairKind::edge_edge);
    expect_quarter(VertexEdge{.vertex = falling, .a = below, .b = beside}, PairKind::edge_edge);
    expect_quarter(VertexVertex{.a = falling, .b = below}, PairKind::edge_edge);
}

/// A clearance that some pairs start within, others fall to, and others keep.
double draw_clearance(Random& random, const PairRows& rows, PairKind kind)
{
    const double distance = start_distance(rows, kind, std::numeric_limits<double>::max());
    switch (random.below(4)) {
        case 0: return distance;
        case 1: return random.nudged(distance, 2);
        case 2: return distance * 2.0 * random.unit();
        default: return random.pick({0.0, 0x1p-20, 0.25, 0.5, 1.0, 2.0});
    }
}

Rational square(double x) { return Rational(x) * Rational(x); }

/// What the header says, by exact distances and the primitive without filters.
Answer expected_answer(const PairRows& rows, PairKind kind, double clearance, double near_fraction)
{
    const Rational start = support::squared_distance_at(rows, kind, 0);
    const bool near = clearance > 0.0 && start <= square(clearance);
    double gap = clearance;
    if (near) {
        gap = near_fraction * start_distance(rows, kind, clearance);
        if (start <= square(gap)) gap = 0.0;
    }
    Answer answer = falls_to_clearance_exact(rows, kind, {.clearance = gap});
    answer.start.near = near;
    if (near && answer.outcome == Outcome::free) answer.outcome = Outcome::near_at_start;
    return answer;
}

TEST(NearStart, FollowsTheRuleOverRandomPairsAndClearances)
{
    Random random(2718);
    std::array<std::size_t, 7> outcomes = {};
    std::size_t near_contacts = 0;
    for (const QueryFamily family : support::query_families) {
        // Exact distances of these take a hundred times as long.
        const bool long_numbers = family == QueryFamily::mixed_scales || family == QueryFamily::axis_scales ||
                                  family == QueryFamily::extreme_time;
        for (std::size_t i = 0; i < support::effort(long_numbers ? 4 : 60); ++i) {
            for (const PairKind kind : kinds) {
                const PairRows rows = draw_query(random, family, kind);
                const double drawn = draw_clearance(random, rows, kind);
                const double clearance = drawn >= 0.0 && std::isfinite(drawn) ? drawn : 1.0;
                const double near_fraction = random.pick({0.0, 0.25, 0.25, 0.9});
                const QueryOptions options{.clearance = clearance, .near_fraction = near_fraction};
                const Answer found = first_contact(rows, kind, options);
                const Answer wanted = expected_answer(rows, kind, clearance, near_fraction);
                SCOPED_TRACE(testing::Message() << to_string(family) << ", clearance " << clearance << ", fraction "
                                                << near_fraction << '\n'
                                                << support::text_of(rows, kind));
                ASSERT_EQ(found.outcome, wanted.outcome);
                ASSERT_EQ(found.safe_until, wanted.safe_until);
                ASSERT_EQ(found.start.near, wanted.start.near);
                ASSERT_EQ(found.contact.has_value(), wanted.contact.has_value());
                if (found.contact) {
                    ASSERT_EQ(found.contact->toc, wanted.contact->toc);
                    ASSERT_EQ(found.contact->kind, kind);
                }
                ASSERT_EQ(collides(rows, kind, options), found.outcome != Outcome::free);
                ++outcomes[static_cast<std::size_t>(found.outcome)];
                near_contacts += found.outcome == Outcome::contact && found.start.near ? 1 : 0;
            }
        }
    }
    for (const Outcome outcome : {Outcome::free, Outcome::contact, Outcome::touching_at_start, Outcome::near_at_start})
        EXPECT_GT(outcomes[static_cast<std::size_t>(outcome)], support::effort(30)) << to_string(outcome);
    EXPECT_GT(near_contacts, support::effort(30));
}

TEST(NearStart, KeepsItsPromiseAtExactInstants)
{
    Random random(2719);
    std::size_t sampled = 0;
    for (std::size_t i = 0; i < support::effort(300); ++i) {
        for (const PairKind kind : kinds) {
            const PairRows rows = draw_query(
                random, random.pick({QueryFamily::uniform, QueryFamily::near_miss, QueryFamily::cloth_like}), kind);
            const double clearance = draw_clearance(random, rows, kind);
            if (clearance <= 0.0) continue;
            const Answer answer = first_contact(rows, kind, {.clearance = clearance, .near_fraction = 0.5});
            if (answer.outcome == Outcome::touching_at_start) continue;
            const double gap = answer.start.near ? 0.5 * start_distance(rows, kind, clearance) : clearance;
            ++sampled;
            for (int j = 0; j <= 8; ++j) {
                const Rational t = Rational(answer.safe_until) * Rational(j, 8);
                ASSERT_GT(support::squared_distance_at(rows, kind, t), square(gap)) << support::text_of(rows, kind);
            }
        }
    }
    EXPECT_GT(sampled, support::effort(300));
}

TEST(NearStart, RefusesWhatIsNoQuestion)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const PairRows rows = vertex_over_face(1.0, 0.0);
    for (const double fraction : {-0.5, 1.0, nan}) {
        const QueryOptions options{.clearance = 1.0, .near_fraction = fraction};
        EXPECT_THROW((void)ask(rows, options), std::invalid_argument);
        EXPECT_THROW((void)collides(rows, PairKind::vertex_face, options), std::invalid_argument);
    }
    for (const double clearance : {-1.0, nan, std::numeric_limits<double>::infinity()}) {
        EXPECT_THROW((void)ask(rows, {.clearance = clearance}), std::invalid_argument);
        EXPECT_THROW((void)collides(rows, PairKind::vertex_face, {.clearance = clearance}), std::invalid_argument);
    }
    PairRows not_finite = rows;
    not_finite[13] = nan;
    for (const double clearance : {0.0, 1.0}) {
        try {
            (void)ask(not_finite, {.clearance = clearance});
            ADD_FAILURE() << "not refused";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::not_finite);
        }
        EXPECT_THROW((void)collides(not_finite, PairKind::vertex_face, {.clearance = clearance}), Error);
    }
}

}  // namespace
}  // namespace tocca::near_start_test
