// SPDX-License-Identifier: Apache-2.0
#include "tocca/bvh/kinetic_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "random_leaves.hpp"

namespace tocca::kinetic_tree_test {
namespace {

using support::draw_leaves;
using support::Random;

/// Every inner box is the union of its children's, every tag that of what is below.
void expect_sound(const KineticTree& tree)
{
    const auto nodes = tree.nodes();
    std::vector<int> parents(nodes.size(), 0);
    for (std::size_t i = 0; i < tree.inner_count(); ++i) {
        const std::uint32_t left = nodes[i].lower_start.word, right = nodes[i].upper_start.word;
        ASSERT_LT(left, nodes.size());
        ASSERT_LT(right, nodes.size());
        ++parents[left];
        ++parents[right];
        MovingBox both = nodes[left];
        extend(both, nodes[right]);
        EXPECT_TRUE(contains(nodes[i], both) && contains(both, nodes[i]));
        const std::uint32_t tag = nodes[left].upper_end.word;
        EXPECT_EQ(nodes[i].upper_end.word, tag == nodes[right].upper_end.word ? tag : mixed_tag);
    }
    for (std::size_t i = 1; i < nodes.size(); ++i) EXPECT_EQ(parents[i], 1);
}

std::multiset<std::uint32_t> numbers_of(const KineticTree& tree)
{
    std::multiset<std::uint32_t> numbers;
    for (const MovingBox& leaf : tree.leaves()) numbers.insert(leaf.lower_start.word);
    return numbers;
}

/// Moves every leaf by its number, keeping its words.
void move_leaves(KineticTree& tree, const std::vector<MovingBox>& to)
{
    for (MovingBox& leaf : tree.leaves()) {
        const MovingBox before = leaf;
        leaf = to[before.lower_start.word];
        leaf.lower_start.word = before.lower_start.word;
        leaf.upper_start.word = before.upper_start.word;
        leaf.lower_end.word = before.lower_end.word;
        leaf.upper_end.word = before.upper_end.word;
    }
}

TEST(KineticTree, OfNothingAndOfOneLeaf)
{
    EXPECT_EQ(KineticTree().leaf_count(), 0U);
    EXPECT_EQ(KineticTree({}, 1).leaf_count(), 0U);
    Random random(1);
    KineticTree one(draw_leaves(random, 1), 1);
    EXPECT_EQ(one.leaf_count(), 1U);
    EXPECT_EQ(one.inner_count(), 0U);
    one.refit(1);
    EXPECT_FALSE(one.rebuild_decayed(1.5, 1));
}

TEST(KineticTree, HoldsAllLeavesWithTheirWords)
{
    Random random(2);
    for (const std::size_t count : {2UL, 3UL, 50UL, 5000UL}) {
        for (const std::size_t tags : {1UL, 4UL}) {
            const KineticTree tree(draw_leaves(random, count, std::min(tags, count)), 2);
            expect_sound(tree);
            const auto numbers = numbers_of(tree);
            ASSERT_EQ(numbers.size(), count);
            for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(numbers.count(i), 1U);
        }
    }
}

TEST(KineticTree, RefitContainsARebuildAndDoesNotDependOnThreads)
{
    Random random(3);
    const std::vector<MovingBox> before = draw_leaves(random, 6000, 3), after = draw_leaves(random, 6000, 3);
    KineticTree tree(before, 1), other(before, 1);
    move_leaves(tree, after);
    move_leaves(other, after);
    tree.refit(1);
    other.refit(4);
    expect_sound(tree);
    ASSERT_EQ(tree.nodes().size(), other.nodes().size());
    EXPECT_EQ(0, std::memcmp(tree.nodes().data(), other.nodes().data(), tree.nodes().size_bytes()));
    // The whole is the same in a tree built anew, and every leaf lies within each of its ancestors by expect_sound.
    const KineticTree anew(after, 1);
    EXPECT_TRUE(contains(tree.nodes()[0], anew.nodes()[0]) && contains(anew.nodes()[0], tree.nodes()[0]));
}

TEST(KineticTree, TellsItsDecayAndRebuilds)
{
    Random random(4);
    const std::vector<MovingBox> before = draw_leaves(random, 10'000);
    KineticTree tree(before, 2);
    EXPECT_EQ(tree.decay(), 1.0);
    EXPECT_FALSE(tree.rebuild_decayed(1.01, 2));
    move_leaves(tree, before);
    tree.refit(2);
    EXPECT_EQ(tree.decay(), 1.0) << "nothing has moved";

    // All change places.
    std::vector<MovingBox> shuffled = before;
    std::reverse(shuffled.begin(), shuffled.end());
    for (std::size_t i = 0; i + 7 < shuffled.size(); i += 7) std::swap(shuffled[i], shuffled[i * 31 % shuffled.size()]);
    move_leaves(tree, shuffled);
    tree.refit(2);
    const double decayed = tree.decay();
    EXPECT_GT(decayed, 1.5);
    EXPECT_TRUE(tree.rebuild_decayed(1.5, 2));
    expect_sound(tree);
    EXPECT_EQ(numbers_of(tree).size(), 10'000U);
    EXPECT_LE(tree.decay(), 1.5);
    EXPECT_FALSE(tree.rebuild_decayed(1.5, 2));
}

TEST(KineticTree, RebuildsOnlyTheDecayedPart)
{
    // Two clouds of leaves far apart; the leaves of one change places.
    Random random(5);
    std::vector<MovingBox> leaves = draw_leaves(random, 4000);
    const auto shift = [](MovingBox& box, float by) {
        for (BoxCorner* corner : {&box.lower_start, &box.upper_start, &box.lower_end, &box.upper_end})
            corner->at[0] += by;
    };
    for (std::size_t i = 2000; i < 4000; ++i) shift(leaves[i], 1000.0F);
    KineticTree tree(leaves, 1);
    std::vector<MovingBox> moved = leaves;
    std::reverse(moved.begin() + 2000, moved.end());
    const std::vector<MovingBox> nodes_before(tree.nodes().begin(), tree.nodes().end());
    move_leaves(tree, moved);
    tree.refit(1);
    ASSERT_GT(tree.decay(), 1.5);
    ASSERT_TRUE(tree.rebuild_decayed(1.5, 1));
    expect_sound(tree);
    EXPECT_LT(tree.decay(), 1.5);
    const auto numbers = numbers_of(tree);
    for (std::uint32_t i = 0; i < 4000; ++i) EXPECT_EQ(numbers.count(i), 1U);
    // The untouched cloud's leaves are where they were.
    std::size_t same = 0;
    for (std::size_t i = 0; i < tree.leaf_count(); ++i) {
        const std::size_t node = tree.inner_count() + i;
        if (tree.nodes()[node].lower_start.word < 2000 &&
            tree.nodes()[node].lower_start.word == nodes_before[node].lower_start.word)
            ++same;
    }
    EXPECT_EQ(same, 2000U);
}

}  // namespace
}  // namespace tocca::kinetic_tree_test
