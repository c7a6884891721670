// SPDX-License-Identifier: Apache-2.0
#include "tocca/bvh/pair_front.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "random_leaves.hpp"

namespace tocca::pair_front_test {
namespace {

using bvh::follow_front;
using bvh::FollowedFront;
using bvh::FrontComparison;
using bvh::FrontKeeper;
using bvh::NodePair;
using bvh::PairFront;
using bvh::TagRule;
using support::draw_leaves;
using support::Random;

FrontComparison by(const KineticTree& tree, const TagRule& rule, float gap = 0.0F, int threads = 1)
{
    return {tree, rule, {.gap = gap}, bvh::pair_kernel(""), threads};
}

/// Counts every pair of leaves below pairs of nodes, by brute force.
class LeafPairCounts {
public:
    explicit LeafPairCounts(const KineticTree& tree)
        : tree_(tree), counts_(tree.leaf_count() * tree.leaf_count()), inner_(static_cast<NodeId>(tree.inner_count()))
    {}

    void add(const NodePair& pair)
    {
        const auto [a, b] = pair;
        if (a >= inner_ && b >= inner_) {
            if (a != b) ++counts_[std::min(a, b) - inner_ + (std::max(a, b) - inner_) * tree_.leaf_count()];
            return;
        }
        if (a == b) {
            add({left(a), left(a)});
            add({right(a), right(a)});
            add({left(a), right(a)});
        } else if (a < inner_) {
            add({left(a), b});
            add({right(a), b});
        } else {
            add({a, left(b)});
            add({a, right(b)});
        }
    }

    [[nodiscard]] int of(std::size_t first, std::size_t second) const
    {
        return counts_[first + second * tree_.leaf_count()];
    }

private:
    [[nodiscard]] NodeId left(NodeId node) const { return tree_.nodes()[node].lower_start.word; }
    [[nodiscard]] NodeId right(NodeId node) const { return tree_.nodes()[node].upper_start.word; }

    const KineticTree& tree_;
    std::vector<int> counts_;
    NodeId inner_;
};

/// Every pair of leaves is once in the front; every pair that may meet is once among those to look into.
void expect_sound(const KineticTree& tree, const FollowedFront& followed, const TagRule& rule, float gap)
{
    LeafPairCounts all(tree), meeting(tree);
    if (followed.front) {
        for (const NodePair& pair : followed.front->pairs) all.add(pair);
    }
    for (const NodePair& pair : followed.meeting) meeting.add(pair);
    for (std::size_t j = 0; j < tree.leaf_count(); ++j) {
        for (std::size_t i = 0; i < j; ++i) {
            const MovingBox &a = tree.leaves()[i], &b = tree.leaves()[j];
            if (followed.front) {
                ASSERT_EQ(all.of(i, j), 1);
            }
            if (may_meet(a, b, gap) && rule.allows(a.upper_end.word, b.upper_end.word)) {
                ASSERT_EQ(meeting.of(i, j), 1);
            } else {
                ASSERT_LE(meeting.of(i, j), 1);
            }
        }
    }
}

/// Moves every leaf a little, and refits.
void stir(KineticTree& tree, Random& random, float way)
{
    for (MovingBox& leaf : tree.leaves()) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const float by_start = way * static_cast<float>(random.signed_unit());
            const float by_end = way * static_cast<float>(random.signed_unit());
            leaf.lower_start.at[axis] += by_start;
            leaf.upper_start.at[axis] += by_start;
            leaf.lower_end.at[axis] += by_end;
            leaf.upper_end.at[axis] += by_end;
        }
    }
    tree.refit(1);
}

TEST(PairFront, IsACutThroughAllPairsWhateverItsSizeAndWhateverMoves)
{
    Random random(1);
    std::size_t followed_count = 0;
    for (int round = 0; round < 40; ++round) {
        KineticTree tree(draw_leaves(random, random.below(120), 1 + random.below(3)), 1);
        const std::size_t most = random.pick({1U, 10U, 100U, 1'000'000U});
        const std::vector<std::uint8_t> no_self{0, 0, 0}, some_self{1, 0, 1};
        const TagRule rules[] = {{},
                                 {.everything = false, .between = true, .self = no_self},
                                 {.everything = false, .between = false, .self = some_self}};
        std::shared_ptr<const PairFront> front;
        for (int step = 0; step < 6; ++step) {
            SCOPED_TRACE(testing::Message() << "round " << round << ", step " << step);
            const TagRule& rule = rules[random.below(3)];
            const float gap = random.pick({0.0F, 0.0F, 0.2F});
            std::uint64_t tests = 0;
            FollowedFront followed = follow_front(front, by(tree, rule, gap, random.pick({1, 2})), most, tests);
            expect_sound(tree, followed, rule, gap);
            if (followed.front) {
                EXPECT_LE(followed.front->pairs.size(), most);
                EXPECT_GE(tests + 1, followed.front->pairs.size());
                followed_count += front != nullptr ? 1U : 0U;
            }
            front = std::move(followed.front);
            stir(tree, random, 0.05F);
        }
    }
    EXPECT_GT(followed_count, 20U);
}

TEST(PairFront, DoesNotDependOnThreads)
{
    Random random(2);
    const KineticTree tree(draw_leaves(random, 3000), 1);
    const TagRule rule;
    std::uint64_t tests[2] = {};
    const FollowedFront one = follow_front(nullptr, by(tree, rule, 0.0F, 1), 10'000'000, tests[0]);
    const FollowedFront two = follow_front(nullptr, by(tree, rule, 0.0F, 2), 10'000'000, tests[1]);
    const auto same = [](const NodePair& x, const NodePair& y) { return x.a == y.a && x.b == y.b; };
    EXPECT_TRUE(std::equal(one.front->pairs.begin(), one.front->pairs.end(), two.front->pairs.begin(),
                           two.front->pairs.end(), same));
    EXPECT_TRUE(std::equal(one.meeting.begin(), one.meeting.end(), two.meeting.begin(), two.meeting.end(), same));
    EXPECT_EQ(tests[0], tests[1]);
}

TEST(PairFront, ComparesFewerPairsTheSecondTime)
{
    Random random(3);
    const KineticTree tree(draw_leaves(random, 2000), 1);
    const TagRule rule;
    std::uint64_t cold = 0, warm = 0;
    const FollowedFront first = follow_front(nullptr, by(tree, rule), 10'000'000, cold);
    const FollowedFront second = follow_front(first.front, by(tree, rule), 10'000'000, warm);
    EXPECT_LT(warm, cold);
    EXPECT_EQ(second.front, first.front);
    EXPECT_EQ(second.meeting.size(), first.meeting.size());
}

TEST(PairFront, IsGivenUpWhenHalfOfItsPairsPart)
{
    Random random(4);
    std::vector<MovingBox> leaves(200, moving_box({0, 0, 0}, {0, 0, 0}));
    KineticTree tree(leaves, 1);
    const TagRule rule;
    std::uint64_t tests = 0;
    const FollowedFront together = follow_front(nullptr, by(tree, rule), 1'000'000, tests);
    ASSERT_TRUE(together.front);
    EXPECT_EQ(together.meeting.size(), 200U * 199U / 2U);
    stir(tree, random, 10.0F);
    const FollowedFront apart = follow_front(together.front, by(tree, rule), 1'000'000, tests);
    EXPECT_FALSE(apart.front);
    expect_sound(tree, apart, rule, 0.0F);
}

TEST(PairFront, OfNoPairIsEmpty)
{
    const TagRule rule;
    for (const std::size_t leaves : {0U, 1U}) {
        const KineticTree tree(std::vector<MovingBox>(leaves, moving_box({0, 0, 0}, {1, 1, 1})), 1);
        std::uint64_t tests = 0;
        const FollowedFront followed = follow_front(nullptr, by(tree, rule), 100, tests);
        EXPECT_TRUE(followed.meeting.empty());
        EXPECT_TRUE(follow_front(followed.front, by(tree, rule), 100, tests).meeting.empty());
        EXPECT_TRUE(bvh::cut_into_pairs(by(tree, rule), 100, tests).empty());
        EXPECT_EQ(tests, 0U);
    }
}

TEST(PairFront, ACutWithoutAFrontHoldsWhatMeetsOnly)
{
    Random random(5);
    const KineticTree tree(draw_leaves(random, 150), 1);
    const TagRule rule;
    for (const std::size_t enough : {1U, 20U, 100'000U}) {
        std::uint64_t tests = 0;
        const FollowedFront cut{nullptr, bvh::cut_into_pairs(by(tree, rule), enough, tests)};
        expect_sound(tree, cut, rule, 0.0F);
        for (const NodePair& pair : cut.meeting) EXPECT_TRUE(may_meet(tree.nodes()[pair.a], tree.nodes()[pair.b]));
    }
}

TEST(FrontKeeper, KeepsWhatItIsGivenUntilItForgets)
{
    FrontKeeper keeper;
    EXPECT_EQ(keeper.max_pairs(), 0U);
    keeper.set_max_pairs(7);
    keeper.keep(std::make_shared<PairFront>());
    const FrontKeeper copy = keeper;
    EXPECT_EQ(copy.max_pairs(), 7U);
    EXPECT_EQ(copy.last(), keeper.last());
    keeper.forget();
    EXPECT_FALSE(keeper.last());
    EXPECT_TRUE(copy.last());
    keeper = copy;
    EXPECT_TRUE(keeper.last());
    keeper.set_max_pairs(0);
    EXPECT_FALSE(keeper.last());
}

}  // namespace
}  // namespace tocca::pair_front_test
