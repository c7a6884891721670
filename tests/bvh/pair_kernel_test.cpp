// SPDX-License-Identifier: Apache-2.0
#include "tocca/bvh/pair_kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "random_leaves.hpp"

namespace tocca::pair_kernel_test {
namespace {

using bvh::LeafPairs;
using bvh::MeetingLimit;
using bvh::NodePair;
using bvh::TagRule;
using support::draw_leaves;
using support::Random;
using support::scaled;

using NumberPair = std::array<std::uint32_t, 2>;

/// Runs a kernel from the root to the end; pairs of leaves by their numbers, in the order found.
std::vector<NumberPair> run(const KineticTree& tree, const std::string& target, const TagRule& rule,
                            const MeetingLimit& limit)
{
    std::vector<NumberPair> pairs;
    std::vector<NodePair> stack{{0, 0}};
    std::uint64_t tests = 0;
    LeafPairs out;
    while (!stack.empty()) {
        bvh::pair_kernel(target).advance(tree, rule, limit, stack, out, tests);
        for (std::size_t i = 0; i < out.size; ++i) {
            pairs.push_back(
                {tree.leaves()[out.pairs[i].a].lower_start.word, tree.leaves()[out.pairs[i].b].lower_start.word});
        }
        out.size = 0;
    }
    EXPECT_GT(tests, 0U);
    return pairs;
}

/// Each pair with the lesser number first, sorted.
std::vector<NumberPair> sorted(std::vector<NumberPair> pairs)
{
    for (NumberPair& pair : pairs) std::sort(pair.begin(), pair.end());
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

std::vector<std::string> targets()
{
    std::vector<std::string> names;
    for (const std::string name : {"AVX2", "SSE4", "EMU128"}) {
        try {
            names.emplace_back(bvh::pair_kernel(name).name);
        } catch (const std::invalid_argument&) {
            // Not on this machine.
        }
    }
    return names;
}

/// What makes the kernels look at an earlier time.
constexpr bvh::MotionScale fast{.max_motion = 1.0F, .typical_size = 0.0F};

/// What makes them look at the start alone, for these boxes: the way of any face, and all the size one could wish.
bvh::MotionScale slow(std::span<const MovingBox> boxes)
{
    float motion = 0.0F;
    for (const MovingBox& box : boxes) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            motion = std::max({motion, std::abs(box.lower_end.at[axis] - box.lower_start.at[axis]),
                               std::abs(box.upper_end.at[axis] - box.upper_start.at[axis])});
        }
    }
    return {.max_motion = motion * 1.001F, .typical_size = 1e30F};
}

TEST(PairKernel, EqualsBruteForceOnEveryTarget)
{
    Random random(1);
    ASSERT_FALSE(targets().empty());
    std::size_t found = 0;
    for (int round = 0; round < 60; ++round) {
        const std::vector<MovingBox> leaves = draw_leaves(random, 2 + random.below(300), 1 + random.below(2));
        const KineticTree tree(leaves, 1);
        const auto gap = static_cast<float>(random.pick({0.0, 0.0, 0.1}));
        std::vector<NumberPair> wanted;
        for (std::uint32_t i = 0; i < leaves.size(); ++i) {
            for (std::uint32_t j = i + 1; j < leaves.size(); ++j) {
                if (may_meet(leaves[i], leaves[j], gap)) wanted.push_back({i, j});
            }
        }
        found += wanted.size();
        for (const std::string& target : targets())
            EXPECT_EQ(sorted(run(tree, target, {}, MeetingLimit::until(1.0, gap, fast))), wanted) << target;
    }
    EXPECT_GT(found, 5'000U);
}

TEST(PairKernel, EveryTargetGivesTheSamePairsInTheSameOrder)
{
    Random random(2);
    for (int round = 0; round < 20; ++round) {
        const std::vector<MovingBox> leaves = draw_leaves(random, 1500, 3);
        const KineticTree tree(leaves, 1);
        for (const double time : {1.0, 0.5, 0.01}) {
            const MeetingLimit limit = MeetingLimit::until(time, 0.0F, random.chance(0.5) ? fast : slow(leaves));
            const std::vector<NumberPair> first = run(tree, targets().front(), {}, limit);
            for (const std::string& target : targets()) EXPECT_EQ(run(tree, target, {}, limit), first) << target;
        }
    }
}

TEST(PairKernel, DropsOnlyWhatStaysApartUntilTheLimit)
{
    Random random(3);
    std::size_t dropped = 0;
    for (int round = 0; round < 60; ++round) {
        const std::vector<MovingBox> leaves = draw_leaves(random, 2 + random.below(200));
        const KineticTree tree(leaves, 1);
        const double time = random.pick({0.0, 1e-9, 0.1, 0.5, 0.9});
        const std::vector<NumberPair> pairs =
            sorted(run(tree, {}, {}, MeetingLimit::until(time, 0.0F, round % 2 == 0 ? fast : slow(leaves))));
        for (std::uint32_t i = 0; i < leaves.size(); ++i) {
            for (std::uint32_t j = i + 1; j < leaves.size(); ++j) {
                const auto times = overlap_times(leaves[i], leaves[j]);
                if (std::binary_search(pairs.begin(), pairs.end(), NumberPair{i, j})) continue;
                ++dropped;
                EXPECT_TRUE(!times || times->lower > time * (1.0 - 1e-12)) << time;
            }
        }
        if (round % 2 == 0) {
            EXPECT_TRUE(std::all_of(pairs.begin(), pairs.end(),
                                    [&](const NumberPair& p) { return may_meet(leaves[p[0]], leaves[p[1]]); }));
        }
    }
    EXPECT_GT(dropped, 5'000U);
}

TEST(PairKernel, DropsAsMuchAtAnyScale)
{
    Random random(6);
    for (int round = 0; round < 20; ++round) {
        const std::vector<MovingBox> leaves = draw_leaves(random, 300);
        const bvh::MotionScale motion{.max_motion = slow(leaves).max_motion, .typical_size = 0.0F};
        const double time = random.pick({1e-6, 0.1, 0.9, 1.0 - 1e-6, 1.0 - 1e-12});
        const std::vector<NumberPair> wanted =
            sorted(run(KineticTree(leaves, 1), {}, {}, MeetingLimit::until(time, 0.0F, motion)));
        EXPECT_LT(wanted.size(), leaves.size() * leaves.size() / 4) << time;
        for (const float scale : {0x1p-110F, 0x1p-60F, 0x1p110F}) {
            const bvh::MotionScale scaled_motion{.max_motion = scale * motion.max_motion};
            const KineticTree tree(scaled(leaves, scale), 1);
            EXPECT_EQ(sorted(run(tree, {}, {}, MeetingLimit::until(time, 0.0F, scaled_motion))), wanted) << scale;
        }
    }
}

TEST(PairKernel, AsksTheRuleAboutTags)
{
    Random random(4);
    for (int round = 0; round < 30; ++round) {
        const std::vector<MovingBox> leaves = draw_leaves(random, 200, 4);
        const KineticTree tree(leaves, 1);
        const std::array<std::uint8_t, 4> self{1, 0, 1, 0};
        TagRule rule{.everything = false, .between = random.chance(0.7), .self = self};
        if (random.chance(0.5)) rule.pair = [](std::uint32_t a, std::uint32_t b) { return a + b != 3; };
        std::vector<NumberPair> wanted;
        for (std::uint32_t i = 0; i < leaves.size(); ++i) {
            for (std::uint32_t j = i + 1; j < leaves.size(); ++j) {
                const std::uint32_t a = leaves[i].upper_end.word, b = leaves[j].upper_end.word;
                const bool allowed = a == b ? self[a] != 0 : rule.between && (!rule.pair || a + b != 3);
                if (allowed && may_meet(leaves[i], leaves[j])) wanted.push_back({i, j});
            }
        }
        for (const std::string& target : targets()) EXPECT_EQ(sorted(run(tree, target, rule, {})), wanted) << target;
    }
}

TEST(PairKernel, RefusesATargetItDoesNotKnow) { EXPECT_THROW((void)bvh::pair_kernel("ABACUS"), std::invalid_argument); }

TEST(MeetingLimit, AsksUntilTheTimeAtLeast)
{
    Random random(5);
    EXPECT_EQ(MeetingLimit::until(1.0, 0.0F, fast).test, bvh::MeetingTest::whole_step);
    EXPECT_EQ(MeetingLimit::until(0.5, 0.0F, {1.0F, 100.0F}).test, bvh::MeetingTest::near_start);
    EXPECT_EQ(MeetingLimit::until(0.5, 0.25F, {1.0F, 100.0F}).gap, std::nextafter(1.25F, 2.0F));
    // A time that rounds to the end leaves no weight to the start; and what may be anywhere is not near its start.
    EXPECT_EQ(MeetingLimit::until(1.0 - 0x1p-30, 0.0F, fast).test, bvh::MeetingTest::whole_step);
    constexpr float infinity = std::numeric_limits<float>::infinity();
    EXPECT_EQ(MeetingLimit::until(0.5, 0.0F, {infinity, infinity}).test, bvh::MeetingTest::in_time);
    EXPECT_EQ(MeetingLimit::until(0.0, 0.0F, {infinity, infinity}).test, bvh::MeetingTest::in_time);
    for (int i = 0; i < 10'000; ++i) {
        const double time = (random.unit() + 0x1p-60) * random.pick({1.0, 1e-3, 1e-9, 1e-40});
        const MeetingLimit limit = MeetingLimit::until(time, 0.0F, fast);
        ASSERT_EQ(limit.test, bvh::MeetingTest::in_time);
        // end / (start + end) >= time, in doubles that hold these floats exactly.
        EXPECT_GE(static_cast<double>(limit.end),
                  time * (static_cast<double>(limit.start) + static_cast<double>(limit.end)));
    }
}

}  // namespace
}  // namespace tocca::pair_kernel_test
