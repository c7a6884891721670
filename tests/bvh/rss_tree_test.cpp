// SPDX-License-Identifier: Apache-2.0
#include "tocca/bvh/rss_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "scenes/rigid_models.hpp"
#include "support/random.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::rss_tree_test {
namespace {

using support::Random;
using Triangle = std::array<std::uint32_t, 3>;

struct Triangles {
    std::vector<Point> positions;
    std::vector<Triangle> triangles;
};

Triangles soup(Random& random, std::size_t count, double scale, double away)
{
    Triangles result;
    const auto coordinate = [&] { return scale * random.signed_unit() + away; };
    for (std::size_t i = 0; i < count; ++i) {
        const auto first = static_cast<std::uint32_t>(result.positions.size());
        for (int k = 0; k < 3; ++k) result.positions.push_back({coordinate(), coordinate(), coordinate()});
        result.triangles.push_back({first, first + 1, first + 2});
    }
    return result;
}

Triangles of(const TriangleMesh& mesh)
{
    return {{mesh.positions().begin(), mesh.positions().end()}, {mesh.faces().begin(), mesh.faces().end()}};
}

void expect_valid(const Triangles& t)
{
    const RssTree tree(t.positions, t.triangles, 1);
    EXPECT_EQ(tree.validate(t.positions, t.triangles), "");
}

TEST(RssTree, IsValidOverModelsAndSoups)
{
    expect_valid(of(scenes::trefoil_knot(5'000)));
    expect_valid(of(scenes::pot(2'000)));
    expect_valid(of(sheet({.columns = 17, .rows = 3, .width = 1.0, .depth = 1.0}).mesh()));
    Random random(1);
    for (const double scale : {1e-140, 1e-60, 1e-30, 1e-6, 1.0, 1e6, 1e14}) {
        for (const double away : {0.0, 1.0, 1e3}) {
            if (scale * away > 1e14) continue;
            for (const std::size_t count : {1U, 2U, 7U, 8U, 9U, 16U, 17U, 64U, 65U, 500U}) {
                expect_valid(soup(random, count, scale, scale * away));
            }
        }
    }
}

TEST(RssTree, OfNothingIsEmpty)
{
    const RssTree tree({}, {}, 1);
    EXPECT_TRUE(tree.empty());
    EXPECT_EQ(tree.memory_bytes(), 0U);
    EXPECT_EQ(tree.validate({}, {}), "");
    EXPECT_TRUE(RssTree().empty());
}

TEST(RssTree, OfOneTriangleIsOneNode)
{
    Random random(2);
    const Triangles t = soup(random, 1, 1.0, 0.0);
    const RssTree tree(t.positions, t.triangles, 1);
    ASSERT_EQ(tree.nodes().size(), 1U);
    EXPECT_EQ(tree.nodes()[0].child[0], RssNode::primitive_bit);
    for (std::size_t lane = 1; lane < RssNode::width; ++lane) {
        EXPECT_EQ(tree.nodes()[0].child[lane], RssNode::no_child);
    }
    EXPECT_EQ(tree.child({}), 0U);
    EXPECT_EQ(tree.child({0}), RssNode::primitive_bit);
}

TEST(RssTree, NineTrianglesAreEightAndOne)
{
    Random random(3);
    const Triangles t = soup(random, 9, 1.0, 0.0);
    const RssTree tree(t.positions, t.triangles, 1);
    EXPECT_EQ(tree.validate(t.positions, t.triangles), "");
    EXPECT_LE(tree.nodes().size(), 3U);
}

TEST(RssTree, OfTheSameTriangleManyTimes)
{
    const std::vector<Point> positions = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
    expect_valid({positions, std::vector<Triangle>(100, Triangle{0, 1, 2})});
    expect_valid({positions, std::vector<Triangle>(100, Triangle{1, 1, 1})});
}

TEST(RssTree, OfSegmentsPointsAndCollapsedTriangles)
{
    Random random(4);
    Triangles t = soup(random, 60, 1.0, 0.0);
    for (std::size_t i = 0; i < t.triangles.size(); ++i) {
        if (i % 3 == 0) t.triangles[i][2] = t.triangles[i][1];
        if (i % 6 == 0) t.triangles[i][1] = t.triangles[i][2] = t.triangles[i][0];
        if (i % 5 == 0) t.positions[t.triangles[i][1]] = t.positions[t.triangles[i][0]];
    }
    expect_valid(t);
}

TEST(RssTree, IsTheSameForAnyNumberOfThreads)
{
    Random random(5);
    for (const Triangles& t : {of(scenes::trefoil_knot(20'000)), soup(random, 5'000, 1.0, 10.0)}) {
        const RssTree one(t.positions, t.triangles, 1);
        for (const int threads : {2, 8, 0}) {
            const RssTree many(t.positions, t.triangles, threads);
            ASSERT_EQ(one.nodes().size(), many.nodes().size());
            for (std::size_t i = 0; i < one.nodes().size(); ++i) {
                const RssNode& x = one.nodes()[i];
                const RssNode& y = many.nodes()[i];
                ASSERT_EQ(x.origin, y.origin);
                ASSERT_EQ(x.extent, y.extent);
                ASSERT_EQ(x.centre, y.centre);
                ASSERT_EQ(x.u, y.u);
                ASSERT_EQ(x.v, y.v);
                ASSERT_EQ(x.half_u, y.half_u);
                ASSERT_EQ(x.half_v, y.half_v);
                ASSERT_EQ(x.radius, y.radius);
                ASSERT_EQ(x.child, y.child);
            }
        }
    }
}

TEST(RssTree, ValidateFindsWhatIsWrong)
{
    Random random(6);
    const Triangles t = soup(random, 40, 1.0, 0.0);
    const RssTree tree(t.positions, t.triangles, 1);
    ASSERT_EQ(tree.validate(t.positions, t.triangles), "");

    Triangles wrong = t;
    wrong.positions[7][1] += 3.0;
    EXPECT_NE(tree.validate(wrong.positions, wrong.triangles), "");
    wrong = t;
    std::swap(wrong.triangles[0], wrong.triangles[20]);
    EXPECT_NE(tree.validate(wrong.positions, wrong.triangles), "");
    wrong = t;
    wrong.triangles.pop_back();
    EXPECT_NE(tree.validate(wrong.positions, wrong.triangles), "");
    wrong = t;
    wrong.triangles.push_back(wrong.triangles[0]);
    EXPECT_NE(tree.validate(wrong.positions, wrong.triangles), "");
    EXPECT_NE(RssTree().validate(t.positions, t.triangles), "");
}

TEST(RssTree, LeavesAreMostlyFull)
{
    const Triangles t = of(scenes::trefoil_knot(20'000));
    const RssTree tree(t.positions, t.triangles, 0);
    const double per_triangle = static_cast<double>(tree.memory_bytes()) / static_cast<double>(t.triangles.size());
    EXPECT_LE(per_triangle, 80.0);
}

}  // namespace
}  // namespace tocca::rss_tree_test
