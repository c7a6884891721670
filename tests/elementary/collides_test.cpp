// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/collides.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "scenes/named_queries.hpp"
#include "support/judge.hpp"
#include "tocca/base/error.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca::collides_test {
namespace {

using scenes::NamedQuery;
using support::Rational;

constexpr PairKind vf = PairKind::vertex_face, ee = PairKind::edge_edge;

/// Degenerate queries beside those that the command line knows by name.
std::vector<NamedQuery> more_queries()
{
    constexpr double above = 0x1.0000000000001p+0, below = 0x1.fffffffffffffp-1;
    return {
        {"in plane, touches a corner only",
         "",
         vf,
         {5, 1, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0, 3, -1, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0},
         true,
         {{1, 2}}},
        {"needle, vertex beyond its end",
         "",
         vf,
         {5, 0, 1, 0, 0, 0, 4, 0, 0, 2, 0, 0, 5, 0, -1, 0, 0, 0, 4, 0, 0, 2, 0, 0},
         false},
        {"face is a point, vertex passes it",
         "",
         vf,
         {0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1},
         false},
        {"collapses to a segment, vertex beyond its end",
         "",
         vf,
         {5, 0, 0, 0, 0, 1, 4, 0, 1, 0, 4, 2, 5, 0, 0, 0, 0, -1, 4, 0, -1, 0, -4, -2},
         false},
        {"grazes on an edge",
         "",
         vf,
         {2, 3, 1, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 3, 1, 0, 0, 0, 4, 0, 8, 0, 4, 0},
         true,
         {{1, 2}}},
        {"grazes the plane outside by an ulp",
         "",
         vf,
         {2, 0x1.8000000000001p+1, 1, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0x1.8000000000001p+1, 1, 0, 0, 0, 4, 0, 8, 0, 4, 0},
         false},
        {"a double root that splits in two",
         "",
         vf,
         {2, 1, below, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 1, below, 0, 0, 0, 4, 0, 8, 0, 4, 0},
         true},
        {"a double root that vanishes",
         "",
         vf,
         {2, 1, above, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 1, above, 0, 0, 0, 4, 0, 8, 0, 4, 0},
         false},
        {"everything in one point", "", vf, {}, true, {{0, 1}}},
        {"least positive doubles",
         "",
         vf,
         {0, 0, 0x1p-1074,  0, 0, 0, 0x1p-1074, 0, 0, 0, 0x1p-1074, 0,
          0, 0, -0x1p-1074, 0, 0, 0, 0x1p-1074, 0, 0, 0, 0x1p-1074, 0},
         true,
         {{1, 2}}},
        {"greatest doubles",
         "",
         vf,
         {0, 0, 0x1.fffffffffffffp1023,  -0x1.fffffffffffffp1023, 0, 0, 0x1.fffffffffffffp1023, 0, 0, 0, 1, 0,
          0, 0, -0x1.fffffffffffffp1023, -0x1.fffffffffffffp1023, 0, 0, 0x1.fffffffffffffp1023, 0, 0, 0, 1, 0},
         true,
         {{1, 2}}},
        {"parallel edges touch end to end",
         "",
         ee,
         {0, 0, 1, 2, 0, 1, 2, 0, 0, 5, 0, 0, 0, 0, -1, 2, 0, -1, 2, 0, 0, 5, 0, 0},
         true,
         {{1, 2}}},
        {"parallel for an instant, apart",
         "",
         ee,
         {0, 0, 0, 2, 0, 0, 0, 1, 0, 2, 1, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 2, 1, -1},
         false},
        {"one edge is a point that runs through the other",
         "",
         ee,
         {1, 0, 1, 1, 0, 1, 0, 0, 0, 2, 0, 0, 1, 0, -1, 1, 0, -1, 0, 0, 0, 2, 0, 0},
         true,
         {{1, 2}}},
        {"an edge turns to a point as it arrives",
         "",
         ee,
         {0, 0, 1, 2, 0, 1, 0, 0, 0, 2, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0},
         true,
         {{1, 1}}},
        {"the same edge twice",
         "",
         ee,
         {0, 0, 0, 1, 2, 3, 0, 0, 0, 1, 2, 3, 4, 4, 4, 5, 6, 7, 4, 4, 4, 5, 6, 7},
         true,
         {{0, 1}}},
    };
}

void expect_answer(const NamedQuery& query)
{
    SCOPED_TRACE(query.name);
    EXPECT_EQ(collides(query.rows, query.kind), query.collides);
    EXPECT_EQ(collides_exact(query.rows, query.kind), query.collides);
    support::Judgement judgement = support::judge(query.rows, query.kind);
    ASSERT_EQ(judgement.hit(), query.collides);

    const Answer first = first_contact(query.rows, query.kind);
    EXPECT_EQ(first.contact.has_value(), query.collides);
    if (!query.first || !first.contact) return;
    const Rational time = Rational(query.first->numerator) / query.first->denominator;
    EXPECT_EQ(judgement.spans.front().begin.compare(time), 0);
    if (time > 0) {
        EXPECT_LT(Rational(first.contact->toc.lower), time);
    }
    EXPECT_GE(Rational(first.contact->toc.upper), time);
}

TEST(Collides, DecidesTheNamedQueries)
{
    for (const NamedQuery& query : scenes::named_queries()) expect_answer(query);
}

TEST(Collides, DecidesDegenerateQueries)
{
    for (const NamedQuery& query : more_queries()) expect_answer(query);
}

TEST(Collides, TakesPairsByTheirPoints)
{
    const VertexFace through{.vertex = {{1, 1, 1}, {1, 1, -1}},
                             .a = {{0, 0, 0}, {0, 0, 0}},
                             .b = {{4, 0, 0}, {4, 0, 0}},
                             .c = {{0, 4, 0}, {0, 4, 0}}};
    EXPECT_TRUE(collides(through));
    VertexFace beside = through;
    beside.vertex = {{3, 3, 1}, {3, 3, -1}};
    EXPECT_FALSE(collides(beside));

    const EdgeEdge crossing{.a = {{-1, 0, 1}, {-1, 0, -1}},
                            .b = {{1, 0, 1}, {1, 0, -1}},
                            .c = {{0, -1, 0}, {0, -1, 0}},
                            .d = {{0, 1, 0}, {0, 1, 0}}};
    EXPECT_TRUE(collides(crossing));
}

TEST(Collides, TakesVerticesAgainstEdgesAndVertices)
{
    const MovingPoint falling{{1, 0, 1}, {1, 0, -1}}, left{{0, 0, 0}, {0, 0, 0}}, right{{2, 0, 0}, {2, 0, 0}};
    EXPECT_TRUE(collides(VertexEdge{.vertex = falling, .a = left, .b = right}));
    EXPECT_FALSE(collides(VertexEdge{.vertex = falling, .a = left, .b = left}));
    EXPECT_FALSE(collides(VertexVertex{.a = falling, .b = left}));
    EXPECT_TRUE(collides(VertexVertex{.a = falling, .b = {{0, 0, 0}, {2, 0, 0}}}));
}

TEST(Collides, RefusesWhatIsNotFinite)
{
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity()}) {
        for (std::size_t i = 0; i < 24; ++i) {
            PairRows rows = scenes::named_queries().front().rows;
            rows[i] = bad;
            for (const PairKind kind : {vf, ee}) {
                EXPECT_THROW((void)collides(rows, kind), Error);
                EXPECT_THROW((void)collides_exact(rows, kind), Error);
                EXPECT_THROW((void)first_contact(rows, kind), Error);
            }
        }
    }
}

}  // namespace
}  // namespace tocca::collides_test
