// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/contact_place.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace tocca::elementary::detail::contact_place_test {
namespace {

using Eigen::Vector3d;

struct Placed {
    PairRows rows;
    PairKind kind;
    TimeInterval toc;
};

Contact place(const Placed& query)
{
    return contact_of(query.rows, query.kind, {query.toc.lower, query.toc.upper}, 0.0);
}

PairRows mirrored_in_z(PairRows rows)
{
    for (std::size_t i = 2; i < rows.size(); i += 3) rows[i] = -rows[i];
    return rows;
}

PairRows scaled(PairRows rows, int exponent)
{
    for (double& x : rows) x = std::ldexp(x, exponent);
    return rows;
}

/// A vertex that falls through a triangle at rest, at t = 1/2, above its point {1/2, 1/4, 1/4}.
constexpr PairRows falling_vertex = {1, 1, 2, 0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, -2, 0, 0, 0, 4, 0, 0, 0, 4, 0};
/// An edge along x that falls through an edge along y at rest, at t = 1/2.
constexpr PairRows falling_edge = {-1, 0, 2, 3, 0, 2, 0, -1, 0, 0, 1, 0, -1, 0, -2, 3, 0, -2, 0, -1, 0, 0, 1, 0};

TEST(PlaceContact, OfAVertexThatFallsOnAFace)
{
    const Contact contact = place({falling_vertex, PairKind::vertex_face, {0.5 - 0x1p-30, 0.5}});
    EXPECT_EQ(contact.kind, PairKind::vertex_face);
    EXPECT_EQ(contact.weights, (std::array{1.0, 0.5, 0.25, 0.25}));
    EXPECT_EQ(contact.point, Vector3d(1, 1, 0));
    EXPECT_EQ(contact.normal, Vector3d(0, 0, 1));
    const Contact from_below = place({mirrored_in_z(falling_vertex), PairKind::vertex_face, {0.5 - 0x1p-30, 0.5}});
    EXPECT_EQ(from_below.normal, Vector3d(0, 0, -1));
}

TEST(PlaceContact, OfAnEdgeThatFallsOnAnEdge)
{
    const Contact contact = place({falling_edge, PairKind::edge_edge, {0.5 - 0x1p-30, 0.5}});
    EXPECT_EQ(contact.kind, PairKind::edge_edge);
    EXPECT_EQ(contact.weights, (std::array{0.75, 0.25, 0.5, 0.5}));
    EXPECT_EQ(contact.point, Vector3d(0, 0, 0));
    EXPECT_EQ(contact.normal, Vector3d(0, 0, 1));
    const Contact from_below = place({mirrored_in_z(falling_edge), PairKind::edge_edge, {0.5 - 0x1p-30, 0.5}});
    EXPECT_EQ(from_below.normal, Vector3d(0, 0, -1));
}

TEST(PlaceContact, RefinesTheTimeInsideAWideBracket)
{
    // It falls at an angle: taken at the end of the bracket the place would be off by a tenth.
    PairRows rows = falling_vertex;
    rows[12] = 2.0;
    const Contact contact = place({rows, PairKind::vertex_face, {0.4, 0.6}});
    EXPECT_NEAR(contact.point.x(), 1.5, 1e-14);
    EXPECT_NEAR(contact.point.z(), 0.0, 1e-14);
    EXPECT_NEAR(contact.weights[2], 0.375, 1e-14);
}

TEST(PlaceContact, KnowsTheSideFromTheNarrowestBracket)
{
    // One unit of rounding before the contact the height over the plane is below what doubles can tell.
    PairRows rows = falling_vertex;
    rows[14] = -1.0;  // contact at 2/3
    const double time = 2.0 / 3.0;
    const Contact contact = place({rows, PairKind::vertex_face, {time - 0x1p-53, time + 0x1p-53}});
    EXPECT_EQ(contact.normal, Vector3d(0, 0, 1));
}

TEST(PlaceContact, OfAGrazingVertexTakesTheSideItStaysOn)
{
    // The coplanarity cubic has a double root at 1/2.
    const PairRows rows = {2, 1, 1, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 1, 1, 0, 0, 0, 4, 0, 8, 0, 4, 0};
    const Contact contact = place({rows, PairKind::vertex_face, {0.5 - 0x1p-30, 0.5}});
    EXPECT_NEAR((contact.point - Vector3d(1, 1, 1)).norm(), 0.0, 1e-8);
    EXPECT_NEAR((contact.normal - Vector3d(-1, 0, 1) / std::sqrt(2.0)).norm(), 0.0, 1e-8);
}

TEST(PlaceContact, PointsToTheSideJustBeforeTheContactForEveryTolerance)
{
    // The vertex passes the plane outside the face at t = 1/3, and comes back to it, grazing, at t = 1.
    const PairRows rows{0, -1, 1, -1, 1, 0, 1, -1, 0, 0, 0, -1, -1, 0, 0, 0, 0, -1, -1, 0, 0, 1, -1, 1};
    const Contact coarse = place({rows, PairKind::vertex_face, {1.0 - 0x1p-10, 1.0}});
    for (const int k : {20, 30, 40, 52}) {
        const Contact fine = place({rows, PairKind::vertex_face, {1.0 - std::ldexp(1.0, -k), 1.0}});
        EXPECT_GT(fine.normal.dot(coarse.normal), 0.9) << k;
    }
}

TEST(PlaceContact, OfACollapsedTriangleTakesTheWayBetweenTheFeatures)
{
    const PairRows rows = {1, 0, 2, 0, 0, 0, 4, 0, 0, 2, 0, 0, 1, 0, -2, 0, 0, 0, 4, 0, 0, 2, 0, 0};
    const Contact contact = place({rows, PairKind::vertex_face, {0.5 - 0x1p-30, 0.5}});
    EXPECT_EQ(contact.point, Vector3d(1, 0, 0));
    EXPECT_EQ(contact.normal, Vector3d(0, 0, 1));
}

TEST(PlaceContact, OfATriangleThatCollapsesAtTheContact)
{
    // Corner c crosses the line of a and b at the time 1/3 at which the vertex arrives there from above.
    const PairRows rows = {1, 0, 1, 0, 0, 0, 4, 0, 0, 2, 1, 0, 1, 0, -2, 0, 0, 0, 4, 0, 0, 2, -2, 0};
    const double time = 1.0 / 3.0;
    const Contact contact = place({rows, PairKind::vertex_face, {time - 0x1p-30, time + 0x1p-30}});
    EXPECT_NEAR((contact.normal - Vector3d(0, 0, 1)).norm(), 0.0, 1e-7);
    EXPECT_NEAR((contact.point - Vector3d(1, 0, 0)).norm(), 0.0, 1e-7);
}

TEST(PlaceContact, OfParallelEdgesTakesTheWayBetweenThem)
{
    const PairRows rows = {0, 0, 1, 2, 0, 1, 1, 0, 0, 3, 0, 0, 0, 0, -1, 2, 0, -1, 1, 0, 0, 3, 0, 0};
    const Contact contact = place({rows, PairKind::edge_edge, {0.5 - 0x1p-30, 0.5}});
    EXPECT_EQ(contact.normal, Vector3d(0, 0, 1));
    EXPECT_EQ(contact.point.z(), 0.0);
    EXPECT_TRUE(contact.point.x() >= 1.0 && contact.point.x() <= 2.0);
}

TEST(PlaceContact, OfAPairThatStaysInOnePlaneTakesADirectionInIt)
{
    // The vertex comes along x and meets the side of a triangle in its own plane.
    const PairRows rows = {-3, 1, 0, 0, 0, 0, 0, 4, 0, 4, 0, 0, 1, 1, 0, 0, 0, 0, 0, 4, 0, 4, 0, 0};
    const Contact contact = place({rows, PairKind::vertex_face, {0.75 - 0x1p-30, 0.75}});
    EXPECT_EQ(contact.point, Vector3d(0, 1, 0));
    EXPECT_EQ(contact.normal, Vector3d(-1, 0, 0));
}

TEST(PlaceContact, OfTouchingPointsReversesTheirVelocity)
{
    PairRows rows = {};
    rows[12] = rows[15] = 2.0;  // edge ab, a point, leaves edge cd, a point, along x
    EXPECT_EQ(place({rows, PairKind::edge_edge, {0.0, 0.0}}).normal, Vector3d(-1, 0, 0));
    EXPECT_EQ(place({PairRows{}, PairKind::edge_edge, {0.0, 0.0}}).normal, Vector3d(0, 0, 0));
    EXPECT_EQ(place({PairRows{}, PairKind::vertex_face, {0.0, 0.0}}).normal, Vector3d(0, 0, 0));
}

TEST(PlaceContact, DoesNotLosePrecisionFarFromTheOrigin)
{
    PairRows rows = falling_vertex;
    for (double& x : rows) x += 0x1p40;
    const Contact contact = place({rows, PairKind::vertex_face, {0.4, 0.6}});
    EXPECT_EQ(contact.weights, (std::array{1.0, 0.5, 0.25, 0.25}));
    EXPECT_EQ(contact.point, Vector3d(0x1p40 + 1, 0x1p40 + 1, 0x1p40));
}

TEST(PlaceContact, ScalesExactlyByPowersOfTwo)
{
    for (const auto& [rows, kind] :
         {std::pair{falling_vertex, PairKind::vertex_face}, std::pair{falling_edge, PairKind::edge_edge}}) {
        const Contact expected = place({rows, kind, {0.4, 0.6}});
        for (const int exponent : {-1000, -810, -300, -1, 3, 300, 999, 1018}) {
            const Contact contact = place({scaled(rows, exponent), kind, {0.4, 0.6}});
            EXPECT_EQ(contact.weights, expected.weights);
            EXPECT_EQ(contact.normal, expected.normal);
            EXPECT_EQ(contact.point, Vector3d(expected.point * std::ldexp(1.0, exponent)));
        }
    }
}

TEST(PlaceContact, OfAMotionThatHasBarelyBegun)
{
    // The vertex is shot at the face by a motion of 1e300: they meet at t = 1e-300.
    const PairRows rows = {1, 1, 1, 0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, -1e300, 0, 0, 0, 4, 0, 0, 0, 4, 0};
    const Contact contact = place({rows, PairKind::vertex_face, {0.7e-300, 1.4e-300}});
    EXPECT_NEAR(contact.weights[1], 0.5, 1e-12);
    EXPECT_NEAR((contact.point - Vector3d(1, 1, 0)).norm(), 0.0, 1e-12);
    EXPECT_EQ(contact.normal, Vector3d(0, 0, 1));
}

TEST(PlaceContact, SwappingTheEdgesReversesTheNormal)
{
    std::mt19937_64 engine(5);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    for (int i = 0; i < 2'000; ++i) {
        // Two edges through the origin at t = 1/2, from a random start.
        PairRows rows, swapped;
        for (std::size_t k = 0; k < 3; ++k) {
            const double first = unit(engine), second = unit(engine), speed = unit(engine);
            const std::array<double, 4> middle = {first, -0.5 * first, second, -0.25 * second};
            for (std::size_t j = 0; j < 4; ++j) {
                const double v = (j < 2 ? speed : 0.0) + 0.1 * unit(engine) * middle[j];
                rows[3 * j + k] = middle[j] - v;
                rows[12 + 3 * j + k] = middle[j] + v;
            }
        }
        for (std::size_t j = 0; j < 24; ++j) swapped[j] = rows[j / 12 * 12 + (j % 12 + 6) % 12];
        const TimeInterval toc{0.5 - 0x1p-30, 0.5 + 0x1p-30};
        const Contact one = place({rows, PairKind::edge_edge, toc}), other = place({swapped, PairKind::edge_edge, toc});
        EXPECT_NEAR(one.normal.norm(), 1.0, 1e-15);
        EXPECT_NEAR((one.normal + other.normal).norm(), 0.0, 1e-6) << i;
        EXPECT_NEAR(one.point.norm(), 0.0, 1e-6) << i;
    }
}

TEST(PlaceContact, IsFiniteForAnyFiniteRows)
{
    std::mt19937_64 engine(9);
    const std::array<double, 13> sizes = {0.0,  0x1p-1074, -1e-300, 1e-160, 1e-20, 1.0,     -1.0,
                                          3e10, -1e160,    1e300,   -1e300, 1e308, -1.7e308};
    const std::array<TimeInterval, 6> brackets = {
        {{0.0, 0.0}, {0.0, 0x1p-1074}, {1e-300, 2e-300}, {0.25, 0.25 + 1e-9}, {1.0 - 1e-9, 1.0}, {0.0, 1.0}}};
    for (int i = 0; i < 60'000; ++i) {
        PairRows rows;
        for (double& x : rows) x = sizes[engine() % sizes.size()];
        if (i % 2 == 0)
            for (double& x : rows) x *= std::ldexp(1.0 + double(engine() % 1000), -10 - int(engine() % 3));
        const PairKind kind = i % 4 < 2 ? PairKind::vertex_face : PairKind::edge_edge;
        const Contact contact = place({rows, kind, brackets[engine() % brackets.size()]});
        ASSERT_TRUE(contact.point.allFinite()) << i;
        ASSERT_TRUE(contact.normal.allFinite()) << i;
        ASSERT_TRUE(contact.normal.isZero(0.0) || std::abs(contact.normal.norm() - 1.0) < 1e-14) << i;
        for (const double w : contact.weights) ASSERT_TRUE(w >= 0.0 && w <= 1.0) << i;
        const auto& w = contact.weights;
        if (kind == PairKind::vertex_face) {
            ASSERT_NEAR(w[1] + w[2] + w[3], 1.0, 0x1p-50);
        } else {
            ASSERT_NEAR(w[0] + w[1], 1.0, 0x1p-50);
            ASSERT_NEAR(w[2] + w[3], 1.0, 0x1p-50);
        }
    }
}

}  // namespace
}  // namespace tocca::elementary::detail::contact_place_test
