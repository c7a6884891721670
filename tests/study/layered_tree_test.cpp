// SPDX-License-Identifier: Apache-2.0
#include "study/layered_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "bvh/random_leaves.hpp"
#include "tocca/bvh/tree_traversal.hpp"

namespace tocca::study::layered_tree_test {
namespace {

using support::draw_leaves;
using support::Random;

using Pairs = std::vector<std::array<std::uint32_t, 2>>;

/// Primitives: k-DOPs of two moving points, and a tree of them.
template <std::size_t Directions>
struct Wood {
    std::vector<MovingKdop<Directions>> volumes;
    LayeredTree<Directions> tree;

    Wood(Random& random, std::size_t count, int levels)
    {
        const auto boxes = draw_leaves(random, count);
        for (const MovingBox& box : boxes) {
            const auto point = [](const BoxCorner& corner) -> Point {
                return {static_cast<double>(corner.at[0]), static_cast<double>(corner.at[1]),
                        static_cast<double>(corner.at[2])};
            };
            volumes.push_back(MovingKdop<Directions>::of(point(box.lower_start), point(box.lower_end)));
            extend(volumes.back(), MovingKdop<Directions>::of(point(box.upper_start), point(box.upper_end)));
        }
        tree = LayeredTree<Directions>(build_tree(boxes, {}, 1), levels);
        refit();
    }

    void refit()
    {
        tree.refit([&](std::uint32_t primitive) { return volumes[primitive]; });
    }
};

/// Runs a traversal to its end without regard to time.
template <class Tree>
Pairs traverse(const Tree& first, const Tree& second, bool within)
{
    Pairs pairs;
    const auto meet = [&](NodeId a, NodeId b) {
        return may_meet(first, a, second, b) ? std::optional(0.0) : std::nullopt;
    };
    const auto never = [](double) { return false; };
    const auto visit = [&](NodeId a, NodeId b) { pairs.push_back({first.primitive(a), second.primitive(b)}); };
    Traversal traversal(first, second, meet, never, visit);
    if (within)
        traversal.within();
    else
        traversal.between();
    if (within) {
        for (auto& pair : pairs) std::sort(pair.begin(), pair.end());
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

TEST(LayeredTree, FindsThePairsOfBruteForceInEveryLayering)
{
    Random random(1);
    std::size_t found = 0;
    for (int round = 0; round < 40; ++round) {
        for (const int levels : {0, 1, 3, LayeredTree<9>::all_levels}) {
            const Wood<9> a(random, 1 + random.below(120), levels), b(random, 1 + random.below(120), levels);
            const auto meets = [&](const MovingKdop<9>& x, const MovingKdop<9>& y) {
                return levels == 0 ? may_meet(x.swept(), y.swept()) : may_meet(x, y);
            };
            Pairs within, between;
            for (std::uint32_t i = 0; i < a.volumes.size(); ++i) {
                for (std::uint32_t j = i + 1; j < a.volumes.size(); ++j)
                    if (meets(a.volumes[i], a.volumes[j])) within.push_back({i, j});
                for (std::uint32_t j = 0; j < b.volumes.size(); ++j)
                    if (meets(a.volumes[i], b.volumes[j])) between.push_back({i, j});
            }
            EXPECT_EQ(traverse(a.tree, a.tree, true), within);
            EXPECT_EQ(traverse(a.tree, b.tree, false), between);
            found += within.size() + between.size();
        }
    }
    EXPECT_GT(found, 1'000U);
}

TEST(LayeredTree, NodesHoldWhatIsBelowAfterARefit)
{
    Random random(2);
    for (const int levels : {0, 2, LayeredTree<7>::all_levels}) {
        Wood<7> wood(random, 200, levels);
        wood.volumes = Wood<7>(random, 200, levels).volumes;
        wood.refit();
        const auto& tree = wood.tree;
        for (NodeId node = 0; node < tree.node_count(); ++node) {
            if (tree.is_leaf(node)) {
                EXPECT_TRUE(contains(tree.swept(node), wood.volumes[tree.primitive(node)].swept()));
                continue;
            }
            for (const NodeId child : tree.children(node)) {
                EXPECT_TRUE(contains(tree.swept(node), tree.swept(child)));
                if (tree.moving(node) == nullptr) continue;
                ASSERT_NE(tree.moving(child), nullptr) << "layers do not mix";
                EXPECT_TRUE(contains(*tree.moving(node), *tree.moving(child)));
            }
        }
    }
}

TEST(LayeredTree, TakesLessMemoryTheFewerLevelsHaveTwoVolumes)
{
    Random random(3);
    std::size_t before = 0;
    for (const int levels : {0, 1, 3, 6, LayeredTree<13>::all_levels}) {
        const Wood<13> wood(random, 500, levels);
        EXPECT_GT(wood.tree.bytes(), before);
        before = wood.tree.bytes();
    }
}

TEST(LayeredTree, OfNothingAndOfOneLeafHasNoPairs)
{
    Random random(4);
    const Wood<3> nothing(random, 0, 0), one(random, 1, 0);
    EXPECT_TRUE(traverse(nothing.tree, nothing.tree, true).empty());
    EXPECT_TRUE(traverse(one.tree, one.tree, true).empty());
    EXPECT_TRUE(traverse(one.tree, nothing.tree, false).empty());
}

TEST(Traversal, LooksIntoTheSoonestFirstAndDropsWhatIsTooLate)
{
    Random random(5);
    const Wood<3> wood(random, 400, LayeredTree<3>::all_levels);
    const auto& tree = wood.tree;
    double best = 1.0;
    std::size_t visited = 0;
    const auto meet = [&](NodeId a, NodeId b) -> std::optional<double> {
        const auto times = overlap_times(tree, a, tree, b);
        return times && times->lower <= best ? std::optional(times->lower) : std::nullopt;
    };
    const auto too_late = [&](double time) { return time > best; };
    const auto visit = [&](NodeId a, NodeId b) {
        ++visited;
        best = std::min(best, overlap_times(tree, a, tree, b)->lower);
    };
    Traversal(tree, tree, meet, too_late, visit).within();
    double wanted = 1.0;
    std::size_t meeting = 0;
    for (std::size_t i = 0; i < wood.volumes.size(); ++i) {
        for (std::size_t j = i + 1; j < wood.volumes.size(); ++j) {
            const auto times = overlap_times(wood.volumes[i], wood.volumes[j]);
            if (!times) continue;
            ++meeting;
            wanted = std::min(wanted, times->lower);
        }
    }
    EXPECT_EQ(best, wanted);
    EXPECT_LE(visited, meeting);
}

}  // namespace
}  // namespace tocca::study::layered_tree_test
