// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/first_contact.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "scenes/elementary_queries.hpp"
#include "scenes/named_queries.hpp"
#include "support/effort.hpp"
#include "support/judge.hpp"
#include "support/print_query.hpp"
#include "support/query_mix.hpp"
#include "support/random.hpp"
#include "tocca/elementary/collides.hpp"

namespace tocca::first_contact_test {
namespace {

using Eigen::Vector3d;
using support::effort;
using support::Rational;

constexpr std::array kinds{PairKind::vertex_face, PairKind::edge_edge};
constexpr std::array tolerances{1e-9, 1e-3, 0.3, 1.0, 0x1p-52, 1e-300};

TEST(FirstContact, BracketIsTheCellOfTheGridThatHoldsTheJudgedTime)
{
    for (const PairKind kind : kinds) {
        for (const PairRows& rows : support::query_mix(100 + static_cast<std::uint64_t>(kind), kind, effort(2'000))) {
            support::Judgement judgement = support::judge(rows, kind);
            for (const double tolerance : tolerances) {
                const Answer first = first_contact(rows, kind, {.tolerance = tolerance});
                ASSERT_EQ(first.contact.has_value(), judgement.hit()) << support::text_of(rows, kind);
                if (!first.contact) continue;
                const auto expected = support::expected_bracket(judgement.spans.front().begin, tolerance);
                ASSERT_EQ(first.contact->toc, expected.toc)
                    << tolerance << ' ' << first.contact->toc.lower << ' ' << first.contact->toc.upper << '\n'
                    << support::text_of(rows, kind);
                ASSERT_EQ(first.contact->sooner_than_any_double, expected.sooner_than_any_double);
                ASSERT_EQ(first.safe_until, expected.toc.lower);
            }
        }
    }
}

TEST(FirstContact, LowerEndIsPositiveUnlessItTouchesAtTheStart)
{
    for (const PairKind kind : kinds) {
        for (const PairRows& rows : support::query_mix(200 + static_cast<std::uint64_t>(kind), kind, effort(10'000))) {
            const Answer first = first_contact(rows, kind);
            if (first.outcome == Outcome::free) {
                ASSERT_FALSE(first.contact);
                ASSERT_EQ(first.safe_until, 1.0);
                continue;
            }
            ASSERT_TRUE(first.contact);
            const auto [lower, upper] = first.contact->toc;
            ASSERT_LE(upper - lower, 1e-9);
            ASSERT_LE(upper, 1.0);
            if (first.outcome == Outcome::touching_at_start) {
                ASSERT_EQ(lower, 0.0);
                ASSERT_EQ(upper, 0.0);
                ASSERT_TRUE(support::touches_at(rows, kind, Rational(0))) << support::text_of(rows, kind);
            } else {
                ASSERT_EQ(first.outcome, Outcome::contact);
                ASSERT_EQ(lower == 0.0, first.contact->sooner_than_any_double) << support::text_of(rows, kind);
                ASSERT_LT(lower, upper);
            }
        }
    }
}

TEST(FirstContact, SamplesOfTheMotionNeverTouchBeforeTheLowerEnd)
{
    support::Random random(7);
    std::size_t sampled = 0;
    for (const PairKind kind : kinds) {
        for (const PairRows& rows : support::query_mix(300 + static_cast<std::uint64_t>(kind), kind, effort(2'000))) {
            const Answer first = first_contact(rows, kind);
            if (first.outcome == Outcome::touching_at_start) continue;
            ++sampled;
            for (int i = 0; i <= 16; ++i) {
                const Rational t = Rational(i == 16 ? 1.0 : random.unit()) * Rational(first.safe_until);
                ASSERT_FALSE(support::touches_at(rows, kind, t)) << t << '\n' << support::text_of(rows, kind);
            }
        }
    }
    EXPECT_GT(sampled, effort(2'000));
}

TEST(FirstContact, RefusesAToleranceThatIsNotPositive)
{
    const PairRows rows = scenes::named_queries().front().rows;
    for (const double tolerance : {0.0, -1e-9, std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_THROW((void)first_contact(rows, PairKind::vertex_face, {.tolerance = tolerance}), std::invalid_argument);
    }
}

TEST(FirstContact, CountsTheStageThatDecided)
{
    for (const PairKind kind : kinds) {
        Statistics work;
        std::uint64_t asked = 0;
        for (const PairRows& rows : support::query_mix(500 + static_cast<std::uint64_t>(kind), kind, 300)) {
            (void)first_contact(rows, kind, {.statistics = &work});
            (void)collides(rows, kind, {.statistics = &work});
            asked += 2;
        }
        EXPECT_EQ(std::accumulate(work.stages.begin(), work.stages.end(), std::uint64_t{0}), asked);
        EXPECT_GT(work.stages[static_cast<std::size_t>(Stage::coordinates)], 0U);
        EXPECT_GT(work.stages[static_cast<std::size_t>(Stage::exact)], 0U);
    }
}

TEST(FirstContact, TakesVerticesAgainstEdgesAndVertices)
{
    const MovingPoint falling{{1, 0, 1}, {1, 0, -1}}, left{{0, 0, 0}, {0, 0, 0}}, right{{2, 0, 0}, {2, 0, 0}};
    const Answer on_edge = first_contact(VertexEdge{.vertex = falling, .a = left, .b = right});
    ASSERT_TRUE(on_edge.contact);
    EXPECT_EQ(on_edge.contact->toc.upper, 0.5);
    EXPECT_LT(on_edge.contact->toc.lower, 0.5);
    EXPECT_EQ(first_contact(VertexVertex{.a = falling, .b = left}).outcome, Outcome::free);
    EXPECT_EQ(first_contact(VertexVertex{.a = left, .b = left}).outcome, Outcome::touching_at_start);
}

/// Where a point of the pair is at time t, in doubles.
Vector3d at(const PairRows& rows, std::size_t i, double t)
{
    const Vector3d start(rows[3 * i], rows[3 * i + 1], rows[3 * i + 2]);
    const Vector3d end(rows[12 + 3 * i], rows[13 + 3 * i], rows[14 + 3 * i]);
    return (1.0 - t) * start + t * end;
}

/// The point of each side that the weights name.
struct Sides {
    Vector3d first, second;
};

Sides sides(const PairRows& rows, const Contact& contact, double t)
{
    const std::size_t split = contact.kind == PairKind::vertex_face ? 1 : 2;
    Sides result{Vector3d::Zero(), Vector3d::Zero()};
    for (std::size_t i = 0; i < 4; ++i)
        (i < split ? result.first : result.second) += contact.weights[i] * at(rows, i, t);
    return result;
}

void expect_weights(const Contact& contact)
{
    const std::size_t split = contact.kind == PairKind::vertex_face ? 1 : 2;
    double first = 0.0, second = 0.0;
    for (std::size_t i = 0; i < 4; ++i) {
        ASSERT_GE(contact.weights[i], 0.0);
        (i < split ? first : second) += contact.weights[i];
    }
    ASSERT_NEAR(first, 1.0, 1e-12);
    ASSERT_NEAR(second, 1.0, 1e-12);
}

TEST(FirstContact, PlaceIsOnBothFeaturesOfOrdinaryQueries)
{
    for (const PairKind kind : kinds) {
        const std::size_t count = effort(20'000);
        std::vector<PairRows> queries = scenes::uniform_queries(kind, count);
        for (const PairRows& rows : scenes::near_queries(kind, count)) queries.push_back(rows);
        std::size_t contacts = 0, bad_places = 0;
        for (const PairRows& rows : queries) {
            const Answer first = first_contact(rows, kind, {.tolerance = 1e-12});
            if (!first.contact) continue;
            ++contacts;
            const Contact& contact = *first.contact;
            EXPECT_EQ(contact.kind, kind);
            expect_weights(contact);
            const double t = contact.toc.upper;
            const Sides place = sides(rows, contact, t);
            double size = 0.0;
            for (std::size_t i = 1; i < 4; ++i) size = std::max(size, (at(rows, i, t) - at(rows, 0, t)).norm());
            ASSERT_NEAR((place.first - contact.point).norm(), 0.0, 1e-6 * size) << support::text_of(rows, kind);
            if ((place.second - contact.point).norm() > 1e-6 * size) ++bad_places;
        }
        ASSERT_GT(contacts, count / 20);
        EXPECT_LE(bad_places, contacts / 1'000) << "only ill-conditioned queries may be placed less well";
    }
}

TEST(FirstContact, NormalIsAUnitVectorAgainstTheApproach)
{
    for (const PairKind kind : kinds) {
        std::size_t contacts = 0;
        for (const PairRows& rows : scenes::uniform_queries(kind, effort(20'000))) {
            const Answer first = first_contact(rows, kind);
            if (first.outcome != Outcome::contact) continue;
            ++contacts;
            const Contact& contact = *first.contact;
            ASSERT_NEAR(contact.normal.norm(), 1.0, 1e-12) << support::text_of(rows, kind);
            const Sides start = sides(rows, contact, 0.0), end = sides(rows, contact, 1.0);
            const Vector3d approach = (end.first - start.first) - (end.second - start.second);
            ASSERT_LE(contact.normal.dot(approach), 1e-6 * approach.norm()) << support::text_of(rows, kind);
        }
        EXPECT_GT(contacts, effort(20'000) / 20);
    }
}

TEST(FirstContact, PlaceIsFiniteAndOfUnitWeightForEveryQuery)
{
    for (const PairKind kind : kinds) {
        std::size_t contacts = 0;
        for (const PairRows& rows : support::query_mix(400 + static_cast<std::uint64_t>(kind), kind, effort(10'000))) {
            const Answer first = first_contact(rows, kind);
            if (!first.contact) continue;
            ++contacts;
            expect_weights(*first.contact);
            ASSERT_TRUE(first.contact->point.allFinite()) << support::text_of(rows, kind);
            const double length = first.contact->normal.norm();
            ASSERT_TRUE(length == 0.0 || std::abs(length - 1.0) < 1e-12) << support::text_of(rows, kind);
        }
        EXPECT_GT(contacts, effort(10'000) / 20);
    }
}

}  // namespace
}  // namespace tocca::first_contact_test
