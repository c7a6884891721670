// SPDX-License-Identifier: Apache-2.0
#include "tocca/bvh/pair_kernel.hpp"

#include <algorithm>
#include <cmath>

#include "tocca/base/simd_kernels.hpp"
#include "tocca/bounds/moving_box.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tocca/bvh/pair_kernel.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, as Highway demands.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tocca::bvh {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#include "tocca/bounds/box_lanes.inc.hpp"

/// A traversal under way: takes batches of pairs off the stack, sorts them by what they are, and expands them.
///
/// Whether boxes meet is unpredictable, so there are no branches on it: what is found is written where it would go,
/// and counted only if it is to stay. In a batch no expansion waits for the outcome of the one before.
template <MeetingTest test, bool filtered>
class Traversal {
public:
    HWY_INLINE Traversal(const KineticTree& tree, const TagRule& rule, const MeetingLimit& limit,
                         std::vector<NodePair>& stack, LeafPairs& out)
        : nodes_(tree.nodes().data()),
          inner_(static_cast<NodeId>(tree.inner_count())),
          rule_(rule),
          limit_(limit.gap, limit.start, limit.end),
          stack_(stack),
          top_(stack.size()),
          out_(out)
    {}

    HWY_INLINE void run()
    {
        // An expansion finds four pairs at most.
        while (top_ > 0 && out_.size + 4 <= LeafPairs::capacity) {
            take_batch(std::min({top_, batch_size, (LeafPairs::capacity - out_.size) / 4}));
            for (std::size_t i = 0; i < selves_; ++i) expand_self(self_[i]);
            for (std::size_t i = 0; i < mixeds_; ++i) expand_one(mixed_[i]);
            for (std::size_t i = 0; i < boths_; ++i) expand_both(both_[i]);
        }
        stack_.resize(top_);
    }

    [[nodiscard]] HWY_INLINE std::uint64_t tests() const { return tests_; }

private:
    static constexpr std::size_t batch_size = 128;

    HWY_INLINE void take_batch(std::size_t size)
    {
        top_ -= size;
        selves_ = mixeds_ = boths_ = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const NodePair pair = stack_[top_ + i];
            const bool self = pair.a == pair.b, leaf = (pair.a >= inner_) | (pair.b >= inner_);
            self_[selves_] = pair.a;
            selves_ += self;
            mixed_[mixeds_] = pair;
            mixeds_ += leaf;
            both_[boths_] = pair;
            boths_ += !(self | leaf);
        }
        if (stack_.size() < top_ + 4 * size + 1) stack_.resize(2 * top_ + 4 * size + 1);
    }

    HWY_INLINE void expand_self(NodeId node)
    {
        const NodeId left = nodes_[node].lower_start.word, right = nodes_[node].upper_start.word;
        if (filtered && !rule_.has_mark(node, node)) return;
        if (filtered && !rule_.allows(nodes_[node].upper_end.word, nodes_[node].upper_end.word)) return;
        stack_[top_] = {left, left};
        top_ += left < inner_;
        stack_[top_] = {right, right};
        top_ += right < inner_;
        visit(left, load_box(nodes_[left]), right, load_box(nodes_[right]));
    }

    HWY_INLINE void visit(NodeId a, const Corners& a_box, NodeId b, const Corners& b_box)
    {
        if (filtered && !rule_.has_mark(a, b)) return;
        ++tests_;
        bool meet = may_meet_by<test>(a_box, b_box, limit_);
        if (filtered && meet) meet = rule_.allows(nodes_[a].upper_end.word, nodes_[b].upper_end.word);
        const bool leaves = (a >= inner_) & (b >= inner_);
        out_.pairs[out_.size] = {a - inner_, b - inner_};
        out_.size += meet & leaves;
        stack_[top_] = {a, b};
        top_ += meet & !leaves;
    }

    /// One of the two is a leaf.
    HWY_INLINE void expand_one(const NodePair& pair)
    {
        const NodeId inner = pair.a < inner_ ? pair.a : pair.b, leaf = pair.a < inner_ ? pair.b : pair.a;
        const NodeId left = nodes_[inner].lower_start.word, right = nodes_[inner].upper_start.word;
        const Corners box = load_box(nodes_[leaf]);
        visit(right, load_box(nodes_[right]), leaf, box);
        visit(left, load_box(nodes_[left]), leaf, box);
    }

    HWY_INLINE void expand_both(const NodePair& pair)
    {
        const auto [a, b] = pair;
        const NodeId a_left = nodes_[a].lower_start.word, a_right = nodes_[a].upper_start.word;
        const NodeId b_left = nodes_[b].lower_start.word, b_right = nodes_[b].upper_start.word;
        const Corners a_left_box = load_box(nodes_[a_left]), a_right_box = load_box(nodes_[a_right]);
        const Corners b_left_box = load_box(nodes_[b_left]), b_right_box = load_box(nodes_[b_right]);
        visit(a_right, a_right_box, b_right, b_right_box);
        visit(a_right, a_right_box, b_left, b_left_box);
        visit(a_left, a_left_box, b_right, b_right_box);
        visit(a_left, a_left_box, b_left, b_left_box);
    }

    const MovingBox* nodes_;
    NodeId inner_;
    const TagRule& rule_;
    LimitLanes limit_;
    std::vector<NodePair>& stack_;
    std::size_t top_;
    LeafPairs& out_;
    std::array<NodeId, batch_size + 1> self_;     ///< pairs within a node
    std::array<NodePair, batch_size + 1> mixed_;  ///< of a leaf and an inner node
    std::array<NodePair, batch_size + 1> both_;   ///< of two inner nodes
    std::size_t selves_ = 0, mixeds_ = 0, boths_ = 0;
    std::uint64_t tests_ = 0;
};

template <MeetingTest test, bool filtered>
std::uint64_t traverse(const KineticTree& tree, const TagRule& rule, const MeetingLimit& limit,
                       std::vector<NodePair>& stack, LeafPairs& out)
{
    Traversal<test, filtered> traversal(tree, rule, limit, stack, out);
    traversal.run();
    return traversal.tests();
}

template <MeetingTest test>
std::uint64_t run(const KineticTree& tree, const TagRule& rule, const MeetingLimit& limit, std::vector<NodePair>& stack,
                  LeafPairs& out)
{
    return rule.everything ? traverse<test, false>(tree, rule, limit, stack, out)
                           : traverse<test, true>(tree, rule, limit, stack, out);
}

void advance(const KineticTree& tree, const TagRule& rule, const MeetingLimit& limit, std::vector<NodePair>& stack,
             LeafPairs& out, std::uint64_t& tests)
{
    switch (limit.test) {
        case MeetingTest::whole_step: tests += run<MeetingTest::whole_step>(tree, rule, limit, stack, out); return;
        case MeetingTest::in_time: tests += run<MeetingTest::in_time>(tree, rule, limit, stack, out); return;
        case MeetingTest::near_start: tests += run<MeetingTest::near_start>(tree, rule, limit, stack, out); return;
        case MeetingTest::near_end: tests += run<MeetingTest::near_end>(tree, rule, limit, stack, out); return;
    }
}

template <MeetingTest test>
void compare_by(const KineticTree& tree, const TagRule& rule, const MeetingLimit& limit,
                std::span<const NodePair> pairs, std::uint8_t* meet)
{
    const MovingBox* nodes = tree.nodes().data();
    const LimitLanes lanes(limit.gap, limit.start, limit.end);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const MovingBox &a = nodes[pairs[i].a], &b = nodes[pairs[i].b];
        const bool allowed = rule.everything ||
                             (rule.has_mark(pairs[i].a, pairs[i].b) && rule.allows(a.upper_end.word, b.upper_end.word));
        meet[i] = allowed & may_meet_by<test>(load_box(a), load_box(b), lanes);
    }
}

void compare(const KineticTree& tree, const TagRule& rule, const MeetingLimit& limit, std::span<const NodePair> pairs,
             std::uint8_t* meet)
{
    switch (limit.test) {
        case MeetingTest::whole_step: compare_by<MeetingTest::whole_step>(tree, rule, limit, pairs, meet); return;
        case MeetingTest::in_time: compare_by<MeetingTest::in_time>(tree, rule, limit, pairs, meet); return;
        case MeetingTest::near_start: compare_by<MeetingTest::near_start>(tree, rule, limit, pairs, meet); return;
        case MeetingTest::near_end: compare_by<MeetingTest::near_end>(tree, rule, limit, pairs, meet); return;
    }
}

constexpr PairKernel kernel{{}, advance, compare};

}  // namespace HWY_NAMESPACE
}  // namespace tocca::bvh
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tocca::bvh {

MeetingLimit MeetingLimit::until(double time, float gap, const MotionScale& scale)
{
    if (time >= 1.0) return {.gap = gap};
    // Doubles have room for the products of floats; a time is at most a double.
    const double motion = 2.0 * time * (1.0 + 0x1p-40) * static_cast<double>(scale.max_motion);
    // Boxes that are inflated by a fiftieth of their size meet little more often, and half a test is left.
    if (std::isfinite(motion) && motion <= 0.02 * static_cast<double>(scale.typical_size)) {
        return {.test = MeetingTest::near_start,
                .gap = round_up((static_cast<double>(gap) + motion) * (1.0 + 0x1p-40))};
    }
    const float end = round_up(time);
    // So late a time leaves no weight to the start, and nothing could be dropped.
    if (end >= 1.0F) return {.gap = gap};
    // Where things move little, products of gaps and weights would be too small to prove anything.
    const double boost = scale.max_motion < 0x1p-40F ? 0x1p100 : 1.0;
    return {.test = MeetingTest::in_time,
            .gap = round_up(static_cast<double>(gap) * (1.0 + 0x1p-20)),
            .start = round_down(boost * (1.0 - static_cast<double>(end))),
            .end = round_up(boost * (static_cast<double>(end) * (1.0 + 0x1p-18)))};
}

const PairKernel& pair_kernel(const std::string& name)
{
    static const base::SimdKernels<PairKernel> kernels(TOCCA_SIMD_KERNELS);
    return kernels.named(name);
}

}  // namespace tocca::bvh
#endif  // HWY_ONCE
