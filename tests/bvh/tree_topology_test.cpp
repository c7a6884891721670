// SPDX-License-Identifier: Apache-2.0
#include "tocca/bvh/tree_topology.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include "random_leaves.hpp"

namespace tocca::tree_topology_test {
namespace {

using support::draw_leaves;
using support::Random;

std::vector<std::uint32_t> tags_of(const std::vector<MovingBox>& leaves)
{
    std::vector<std::uint32_t> tags;
    for (const MovingBox& leaf : leaves) tags.push_back(leaf.upper_end.word);
    return tags;
}

/// The leaves under a node, from left to right, as places in the order; checks the numbering on the way.
std::vector<std::size_t> leaves_under(const TreeTopology& tree, NodeId node)
{
    const std::size_t inner = tree.children.size();
    if (node >= inner) return {node - inner};
    std::vector<std::size_t> all;
    for (const NodeId child : tree.children[node]) {
        EXPECT_GT(child, node) << "children come after their parents";
        const std::vector<std::size_t> under = leaves_under(tree, child);
        all.insert(all.end(), under.begin(), under.end());
    }
    // Preorder: the left subtree's inner nodes follow their parent, then come the right one's.
    const auto [left, right] = tree.children[node];
    if (left < inner) {
        EXPECT_EQ(left, node + 1);
    }
    if (right < inner) {
        EXPECT_EQ(right, node + (left < inner ? leaves_under(tree, left).size() : 1));
    }
    return all;
}

void expect_sound(const TreeTopology& tree, std::size_t primitives)
{
    ASSERT_EQ(tree.order.size(), primitives);
    ASSERT_EQ(tree.children.size(), primitives == 0 ? 0 : primitives - 1);
    std::vector<std::uint32_t> sorted = tree.order;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < primitives; ++i) ASSERT_EQ(sorted[i], i);
    if (primitives == 0) return;
    const std::vector<std::size_t> leaves = leaves_under(tree, 0);
    ASSERT_EQ(leaves.size(), primitives);
    for (std::size_t i = 0; i < primitives; ++i) ASSERT_EQ(leaves[i], i);
}

TEST(BuildTree, NumbersNodesInPreorderAndHoldsEveryPrimitiveOnce)
{
    Random random(1);
    for (const std::size_t count : {0UL, 1UL, 2UL, 3UL, 7UL, 100UL, 2500UL}) {
        SCOPED_TRACE(count);
        expect_sound(build_tree(draw_leaves(random, count), {}, 1), count);
    }
}

TEST(BuildTree, TakesBoxesOfOnePlaceAndOfNoBounds)
{
    std::vector<MovingBox> same(300, moving_box({1, 2, 3}, {1, 2, 3}));
    expect_sound(build_tree(same, {}, 1), 300);
    std::vector<MovingBox> wide(300, moving_box({1e300, -1e300, 0}, {-1e300, 1e300, 1}));
    expect_sound(build_tree(wide, {}, 1), 300);
    for (std::size_t i = 0; i < 300; i += 3) wide[i] = same[0];
    expect_sound(build_tree(wide, {}, 1), 300);
}

TEST(BuildTree, TellsPlacesApartThatAreFartherApartThanFloatsCount)
{
    std::vector<MovingBox> far;
    for (int i = 0; i < 100; ++i) {
        const double x = i % 2 == 0 ? -1e300 : 1e300;
        far.push_back(moving_box({x, 0, 0}, {x, 0, 0}));
    }
    const TreeTopology tree = build_tree(far, {}, 1);
    expect_sound(tree, 100);
    for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(tree.order[i] % 2, i < 50 ? 0U : 1U);
}

TEST(BuildTree, DoesNotDependOnUnits)
{
    Random random(6);
    const std::vector<MovingBox> leaves = draw_leaves(random, 1000);
    const TreeTopology tree = build_tree(leaves, {}, 1);
    for (const float scale : {0x1p-100F, 0x1p100F}) {
        const TreeTopology other = build_tree(support::scaled(leaves, scale), {}, 1);
        EXPECT_EQ(other.children, tree.children) << scale;
        EXPECT_EQ(other.order, tree.order) << scale;
    }
}

TEST(BuildTree, DoesNotDependOnThreads)
{
    Random random(2);
    const std::vector<MovingBox> leaves = draw_leaves(random, 20'000, 5);
    const TreeTopology one = build_tree(leaves, tags_of(leaves), 1), many = build_tree(leaves, tags_of(leaves), 7);
    EXPECT_EQ(one.children, many.children);
    EXPECT_EQ(one.order, many.order);
}

TEST(BuildTree, GivesEveryTagASubtreeOfItsOwn)
{
    Random random(3);
    for (const std::size_t tag_count : {2UL, 5UL, 40UL}) {
        const std::vector<MovingBox> leaves = draw_leaves(random, 400, tag_count);
        const std::vector<std::uint32_t> tags = tags_of(leaves);
        const TreeTopology tree = build_tree(leaves, tags, 1);
        expect_sound(tree, 400);
        std::set<std::uint32_t> whole;
        for (NodeId node = 0; node < 799; ++node) {
            std::set<std::uint32_t> under;
            const std::vector<std::size_t> places = leaves_under(tree, node);
            for (const std::size_t place : places) under.insert(tags[tree.order[place]]);
            if (under.size() == 1 &&
                places.size() == static_cast<std::size_t>(std::count(tags.begin(), tags.end(), *under.begin())))
                whole.insert(*under.begin());
        }
        EXPECT_EQ(whole.size(), tag_count);
    }
}

TEST(BuildTree, IsMuchBetterThanOneInTheGivenOrder)
{
    Random random(4);
    const std::vector<MovingBox> leaves = draw_leaves(random, 2000);
    const auto cost = [&](const TreeTopology& tree) {
        std::vector<MovingBox> boxes(tree.children.size());
        double sum = 0.0;
        const auto box = [&](NodeId node) {
            return node < boxes.size() ? boxes[node] : leaves[tree.order[node - boxes.size()]];
        };
        for (std::size_t node = boxes.size(); node-- > 0;) {
            boxes[node] = box(tree.children[node][0]);
            extend(boxes[node], box(tree.children[node][1]));
            sum += half_area(boxes[node]);
        }
        return sum;
    };
    const TreeTopology built = build_tree(leaves, {}, 1);
    TreeTopology shuffled = built;
    std::iota(shuffled.order.begin(), shuffled.order.end(), 0U);
    EXPECT_LT(4.0 * cost(built), cost(shuffled));
}

TEST(BuildTree, RefusesTagsThatDoNotFit)
{
    Random random(5);
    const std::vector<std::uint32_t> tags{0};
    EXPECT_THROW((void)build_tree(draw_leaves(random, 3), tags, 1), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::tree_topology_test
