// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/clearance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "support/effort.hpp"
#include "support/exact_distance.hpp"
#include "support/falls_to_clearance.hpp"
#include "support/query_families.hpp"
#include "support/random.hpp"
#include "support/separation_judge.hpp"
#include "support/transforms.hpp"
#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/elementary/first_contact.hpp"
#include "tocca/geometry/closest_points.hpp"
#include "tocca/geometry/vector_length.hpp"

namespace tocca::clearance_test {
namespace {

using support::falls_to_clearance;
using support::falls_to_clearance_exact;
using support::Random;
using support::Rational;

constexpr std::array kinds = {PairKind::vertex_face, PairKind::edge_edge};

/// A vertex that falls from z = 2 to z = -2 through a triangle at rest.
constexpr PairRows falling_vertex = {1, 1, 2, 0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, -2, 0, 0, 0, 4, 0, 0, 0, 4, 0};

/// A double near the distance at time t.
double distance_near(const PairRows& rows, PairKind kind, double t)
{
    const auto x = [&](std::size_t i) {
        const Eigen::Vector3d start(rows[3 * i], rows[3 * i + 1], rows[3 * i + 2]);
        const Eigen::Vector3d end(rows[12 + 3 * i], rows[13 + 3 * i], rows[14 + 3 * i]);
        return Eigen::Vector3d((1.0 - t) * start + t * end);
    };
    const ClosestPoints closest = kind == PairKind::vertex_face
                                      ? closest_points(x(0), Triangle{x(1), x(2), x(3)})
                                      : closest_points(Segment{x(0), x(1)}, Segment{x(2), x(3)});
    return length_of(closest.difference);
}

/// A clearance that makes the query hard: the distance at some moment, or the least one, or about that.
double draw_clearance(Random& random, const PairRows& rows, PairKind kind)
{
    double clearance = 0.0;
    switch (random.below(4)) {
        case 0: clearance = distance_near(rows, kind, random.pick({0.0, 0.25, 0.5, 1.0})); break;
        case 1: clearance = distance_near(rows, kind, random.unit()) * random.unit(); break;
        case 2: {
            clearance = std::numeric_limits<double>::infinity();
            for (int i = 0; i <= 256; ++i) clearance = std::min(clearance, distance_near(rows, kind, i / 256.0));
            break;
        }
        default: clearance = random.pick({0.25, 0.5, 1.0, 1.5, 2.0}); break;
    }
    clearance = random.chance(0.5) ? random.nudged(clearance, 3) : clearance;
    return clearance > 0.0 && std::isfinite(clearance) ? clearance : 1.0;
}

void expect_answer(const Answer& answer, const support::ExpectedBracket& expected)
{
    ASSERT_TRUE(answer.contact);
    const bool at_start = expected.toc == TimeInterval{};
    EXPECT_EQ(answer.outcome, at_start ? Outcome::touching_at_start : Outcome::contact);
    EXPECT_EQ(answer.contact->toc, expected.toc);
    EXPECT_EQ(answer.safe_until, expected.toc.lower);
    EXPECT_EQ(answer.contact->sooner_than_any_double, expected.sooner_than_any_double);
}

void expect_same(const Answer& one, const Answer& other)
{
    EXPECT_EQ(one.outcome, other.outcome);
    EXPECT_EQ(one.safe_until, other.safe_until);
    ASSERT_EQ(one.contact.has_value(), other.contact.has_value());
    if (!one.contact) return;
    EXPECT_EQ(one.contact->toc, other.contact->toc);
}

TEST(FallsToClearance, OfAVertexThatFallsOnAFace)
{
    const Answer answer = falls_to_clearance(falling_vertex, PairKind::vertex_face, {.clearance = 0.7});
    ASSERT_EQ(answer.outcome, Outcome::contact);
    EXPECT_LT(answer.contact->toc.lower, 1.3 / 4.0);
    EXPECT_GE(answer.contact->toc.upper, 1.3 / 4.0);
    EXPECT_LE(answer.contact->toc.upper - answer.contact->toc.lower, 1e-9);
    EXPECT_EQ(answer.safe_until, answer.contact->toc.lower);
    EXPECT_EQ(answer.contact->weights, (std::array{1.0, 0.5, 0.25, 0.25}));
    EXPECT_NEAR((answer.contact->point - Eigen::Vector3d(1, 1, 0.35)).norm(), 0.0, 1e-8);
    EXPECT_EQ(answer.contact->normal, Eigen::Vector3d(0, 0, 1));
}

TEST(FallsToClearance, AtAGridPointIsInTheCellThatEndsThere)
{
    const Answer answer = falls_to_clearance(falling_vertex, PairKind::vertex_face, {.clearance = 1.0});
    ASSERT_TRUE(answer.contact);
    EXPECT_EQ(answer.contact->toc, (TimeInterval{0.25 - 0x1p-30, 0.25}));
}

TEST(FallsToClearance, TouchesAtTheStartWhenTheDistanceEqualsTheClearance)
{
    const Answer equal = falls_to_clearance(falling_vertex, PairKind::vertex_face, {.clearance = 2.0});
    EXPECT_EQ(equal.outcome, Outcome::touching_at_start);
    EXPECT_EQ(equal.safe_until, 0.0);
    const double below = std::nextafter(2.0, 0.0);
    const Answer soon = falls_to_clearance(falling_vertex, PairKind::vertex_face, {.clearance = below});
    EXPECT_EQ(soon.outcome, Outcome::contact);
    EXPECT_EQ(soon.contact->toc, (TimeInterval{0x1p-55, 0x1p-54}));
}

TEST(FallsToClearance, OfAConstantDistanceEqualToTheClearance)
{
    // The vertex slides over the face at height 1: at the clearance from the start, or never.
    PairRows rows = {0.5, 0.5, 1, 0, 0, 0, 4, 0, 0, 0, 4, 0, 2.5, 0.75, 1, 0, 0, 0, 4, 0, 0, 0, 4, 0};
    EXPECT_EQ(falls_to_clearance(rows, PairKind::vertex_face, {.clearance = 1.0}).outcome, Outcome::touching_at_start);
    const double below = std::nextafter(1.0, 0.0);
    EXPECT_EQ(falls_to_clearance(rows, PairKind::vertex_face, {.clearance = below}).outcome, Outcome::free);
    // It comes from beside the face, and reaches the height's foot at the side x = 0 at t = 1/2.
    rows[0] = -2.0;
    rows[12] = 2.0;
    const Answer answer = falls_to_clearance(rows, PairKind::vertex_face, {.clearance = 1.0});
    ASSERT_EQ(answer.outcome, Outcome::contact);
    EXPECT_EQ(answer.contact->toc, (TimeInterval{0.5 - 0x1p-30, 0.5}));
    EXPECT_EQ(falls_to_clearance(rows, PairKind::vertex_face, {.clearance = below}).outcome, Outcome::free);
}

TEST(FallsToClearance, OfAGrazingPassTouchesForAnInstant)
{
    // Two points pass at the least distance 1, at t = 1/2; and the same at an irrational time.
    EdgeEdge points;
    points.a = points.b = {{-1, 1, 0}, {1, 1, 0}};
    points.c = points.d = {{0, 0, 0}, {0, 0, 0}};
    const Answer half = falls_to_clearance(rows_of(points), PairKind::edge_edge, {.clearance = 1.0});
    ASSERT_EQ(half.outcome, Outcome::contact);
    EXPECT_EQ(half.contact->toc, (TimeInterval{0.5 - 0x1p-30, 0.5}));
    EXPECT_EQ(falls_to_clearance(rows_of(points), PairKind::edge_edge, {.clearance = std::nextafter(1.0, 0.0)}).outcome,
              Outcome::free);

    points.a.end.x() = points.b.end.x() = 2.0;  // at t = 1/3
    const Answer third = falls_to_clearance(rows_of(points), PairKind::edge_edge, {.clearance = 1.0});
    ASSERT_EQ(third.outcome, Outcome::contact);
    EXPECT_LT(third.contact->toc.lower, 1.0 / 3.0);
    EXPECT_GT(third.contact->toc.upper, 1.0 / 3.0);
    EXPECT_EQ(falls_to_clearance(rows_of(points), PairKind::edge_edge, {.clearance = std::nextafter(1.0, 0.0)}).outcome,
              Outcome::free);
}

TEST(FallsToClearance, OfAPlaneThatRollsAroundTheVertex)
{
    // The triangle's plane stays at distance 1 from the vertex while its normal (1-t^2, 2t, 1+t^2) turns: the hard case
    // for fixed directions. e x f is twice the normal, and the vertex keeps the height 1 along it.
    PairRows rows = {};
    const auto place = [&](double t, std::size_t half) {
        const Eigen::Vector3d e(t, -1, t), f(-1, -t, 1);  // e x f = (t^2 - 1, -2t, -1 - t^2)
        const Eigen::Vector3d a = Eigen::Vector3d(0, 0, -1) - 8.0 * (e + f);
        const std::array<Eigen::Vector3d, 4> x = {Eigen::Vector3d::Zero(), a, a + 24.0 * e, a + 24.0 * f};
        for (std::size_t i = 0; i < 4; ++i) {
            for (int k = 0; k < 3; ++k) rows[12 * half + 3 * i + static_cast<std::size_t>(k)] = x[i][k];
        }
    };
    place(0.0, 0);
    place(1.0, 1);
    const double distance = distance_near(rows, PairKind::vertex_face, 0.0);
    for (const double t : {0.0, 0.3, 0.7, 1.0}) {
        ASSERT_NEAR(distance_near(rows, PairKind::vertex_face, t), distance, 1e-14);
    }
    const Answer above = falls_to_clearance(rows, PairKind::vertex_face, {.clearance = 0.70710678118654752});
    const Answer below = falls_to_clearance(rows, PairKind::vertex_face, {.clearance = 0.70710678118654746});
    EXPECT_EQ(above.outcome, Outcome::touching_at_start);
    EXPECT_EQ(below.outcome, Outcome::free);
}

TEST(FallsToClearance, OfZeroIsTheExactFirstContact)
{
    Random random(3);
    for (const PairKind kind : kinds) {
        for (int i = 0; i < 500; ++i) {
            const PairRows rows = draw_query(random, support::QueryFamily::grid_2, kind);
            expect_same(falls_to_clearance(rows, kind, {.clearance = 0.0}), first_contact(rows, kind));
            expect_same(falls_to_clearance_exact(rows, kind, {.clearance = 0.0}), first_contact(rows, kind));
        }
    }
}

TEST(FallsToClearance, RefusesWhatIsNoQuestion)
{
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    const auto ask = [](const PairRows& rows, const QueryOptions& options) {
        return first_contact(rows, PairKind::edge_edge, options);
    };
    EXPECT_THROW((void)ask(falling_vertex, {.clearance = -1.0}), std::invalid_argument);
    EXPECT_THROW((void)ask(falling_vertex, {.clearance = nan}), std::invalid_argument);
    EXPECT_THROW((void)ask(falling_vertex, {.clearance = infinity}), std::invalid_argument);
    EXPECT_THROW((void)ask(falling_vertex, {.clearance = 1.0, .tolerance = 0.0}), std::invalid_argument);
    EXPECT_THROW((void)ask(falling_vertex, {.clearance = 1.0, .tolerance = nan}), std::invalid_argument);
    for (const double bad : {nan, infinity, -infinity}) {
        PairRows rows = falling_vertex;
        rows[7] = bad;
        for (const double clearance : {0.0, 1.0}) {
            try {
                (void)ask(rows, {.clearance = clearance});
                ADD_FAILURE() << "not refused";
            } catch (const Error& error) {
                EXPECT_EQ(error.code(), ErrorCode::not_finite);
            }
        }
    }
}

TEST(FallsToClearance, AgreesWithTheJudge)
{
    Random random(20260101);
    int unsure = 0, contacts = 0, free = 0;
    for (const support::QueryFamily family : support::query_families) {
        const bool long_numbers = family == support::QueryFamily::mixed_scales ||
                                  family == support::QueryFamily::axis_scales ||
                                  family == support::QueryFamily::extreme_time;
        for (std::size_t i = 0; i < support::effort(long_numbers ? 6 : 60); ++i) {
            for (const PairKind kind : kinds) {
                const PairRows rows = draw_query(random, family, kind);
                const QueryOptions options{.clearance = draw_clearance(random, rows, kind),
                                           .tolerance = random.pick({1.0, 1e-3, 1e-9, 1e-16})};
                support::SeparationJudgement judgement = support::judge_separation(rows, kind, options.clearance);
                unsure += judgement.unsure;
                if (judgement.unsure) continue;
                const Answer answer = falls_to_clearance(rows, kind, options);
                SCOPED_TRACE(testing::Message() << to_string(family) << ' ' << i << ' ' << to_string(kind));
                (judgement.first ? contacts : free) += 1;
                if (judgement.first) {
                    expect_answer(answer, support::expected_bracket(*judgement.first, bracket_width(options)));
                } else {
                    EXPECT_EQ(answer.outcome, Outcome::free);
                    EXPECT_EQ(answer.safe_until, 1.0);
                }
                ASSERT_FALSE(testing::Test::HasFailure());
            }
        }
    }
    EXPECT_GT(contacts, 2 * free / 3);
    EXPECT_GT(free, contacts / 10);
    EXPECT_LE(unsure, (contacts + free) / 50);
}

TEST(FallsToClearance, FilteredIsExact)
{
    Random random(77);
    for (const support::QueryFamily family : support::query_families) {
        if (family == support::QueryFamily::mixed_scales || family == support::QueryFamily::axis_scales) continue;
        for (std::size_t i = 0; i < support::effort(150); ++i) {
            for (const PairKind kind : kinds) {
                const PairRows rows = draw_query(random, family, kind);
                const QueryOptions options{.clearance = draw_clearance(random, rows, kind)};
                expect_same(falls_to_clearance(rows, kind, options), falls_to_clearance_exact(rows, kind, options));
                ASSERT_FALSE(testing::Test::HasFailure()) << to_string(family) << ' ' << i << ' ' << to_string(kind);
            }
        }
    }
}

TEST(FallsToClearance, KeepsItsPromiseAtExactInstants)
{
    Random random(5);
    std::size_t touching = 0, sampled = 0;
    for (int i = 0; i < 600; ++i) {
        const PairKind kind = kinds[static_cast<std::size_t>(i % 2)];
        const PairRows rows =
            draw_query(random,
                       random.pick({support::QueryFamily::uniform, support::QueryFamily::near_miss,
                                    support::QueryFamily::cloth_like, support::QueryFamily::parallel_edges}),
                       kind);
        const double clearance = draw_clearance(random, rows, kind);
        const Rational square = Rational(clearance) * Rational(clearance);
        const Answer answer = falls_to_clearance(rows, kind, {.clearance = clearance});
        if (answer.outcome == Outcome::touching_at_start) {
            EXPECT_LE(support::squared_distance_at(rows, kind, 0), square);
            ++touching;
            continue;
        }
        ++sampled;
        for (int j = 0; j <= 32; ++j) {
            const Rational t = Rational(answer.safe_until) * Rational(j, 32);
            EXPECT_GT(support::squared_distance_at(rows, kind, t), square) << i;
        }
    }
    EXPECT_GT(touching, 30U);
    EXPECT_GT(sampled, 300U);
}

TEST(FallsToClearance, DoesNotDependOnOrderOrScale)
{
    Random random(9);
    std::size_t scales = 0;
    for (int i = 0; i < 400; ++i) {
        const PairKind kind = kinds[static_cast<std::size_t>(i % 2)];
        const PairRows rows = draw_query(random,
                                         random.pick({support::QueryFamily::grid_2, support::QueryFamily::touching,
                                                      support::QueryFamily::uniform, support::QueryFamily::collapsed}),
                                         kind);
        const double clearance = draw_clearance(random, rows, kind);
        const Answer answer = falls_to_clearance(rows, kind, {.clearance = clearance});
        expect_same(falls_to_clearance(permuted(rows, kind, random), kind, {.clearance = clearance}), answer);
        const Answer backwards = falls_to_clearance(support::reversed_in_time(rows), kind, {.clearance = clearance});
        EXPECT_EQ(backwards.outcome == Outcome::free, answer.outcome == Outcome::free);
        for (const int exponent : {-600, -290, 290, 600}) {
            const auto scaled = support::scaled_exactly(rows, exponent);
            if (!scaled) continue;
            ++scales;
            const QueryOptions options{.clearance = std::ldexp(clearance, exponent)};
            expect_same(falls_to_clearance(*scaled, kind, options), answer);
        }
        ASSERT_FALSE(testing::Test::HasFailure()) << i;
    }
    EXPECT_GT(scales, 800U);
}

TEST(FallsToClearance, GrowsWithTheClearance)
{
    // A greater clearance is reached no later.
    Random random(15);
    for (int i = 0; i < 400; ++i) {
        const PairKind kind = kinds[static_cast<std::size_t>(i % 2)];
        const PairRows rows = draw_query(random, support::QueryFamily::near_miss, kind);
        double last = first_contact(rows, kind).safe_until;
        for (const double clearance : {0x1p-40, 0x1p-20, 0x1p-12, 0x1p-8, 0x1p-4}) {
            const double safe = falls_to_clearance(rows, kind, {.clearance = clearance}).safe_until;
            EXPECT_LE(safe, last) << i;
            last = safe;
        }
    }
}

}  // namespace
}  // namespace tocca::clearance_test
