// SPDX-License-Identifier: Apache-2.0
#include "tocca/bvh/detail/pair_kernel.hpp"

#include <stdexcept>

#include "tocca/bounds/moving_box.hpp"

// Every target up to AVX2, as in elementary/detail/filter_kernel.cpp.
#define HWY_COMPILE_ALL_ATTAINABLE
#define HWY_BROKEN_EMU128 0
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tocca/bvh/detail/pair_kernel.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, as Highway demands.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tocca::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#include "tocca/bounds/detail/box_lanes.inc.hpp"

/// A traversal under way. What is found is written where it would go, and counted only if it is to stay: whether boxes
/// meet is as good as random, and a branch on it would cost more than the comparison.
template <bool timed, bool filtered>
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
        std::size_t found = out_.size;
        // An expansion finds four pairs at most.
        while (top_ > 0 && found + 4 <= LeafPairs::capacity) {
            if (top_ + 4 > stack_.size()) stack_.resize(2 * stack_.size() + 64);
            const NodePair pair = stack_[--top_];
            if (pair.a == pair.b)
                expand_self(pair.a, found);
            else if (pair.b >= inner_)
                expand_one(pair.a, pair.b, found);
            else if (pair.a >= inner_)
                expand_one(pair.b, pair.a, found);
            else
                expand_both(pair.a, pair.b, found);
        }
        out_.size = found;
        stack_.resize(top_);
    }

    [[nodiscard]] HWY_INLINE std::uint64_t tests() const { return tests_; }

private:
    HWY_INLINE void expand_self(NodeId node, std::size_t& found)
    {
        const NodeId left = nodes_[node].lower_start.word, right = nodes_[node].upper_start.word;
        if (filtered && !rule_.allows(nodes_[node].upper_end.word, nodes_[node].upper_end.word)) return;
        stack_[top_] = {left, left};
        top_ += left < inner_;
        stack_[top_] = {right, right};
        top_ += right < inner_;
        visit(left, load_box(nodes_[left]), right, load_box(nodes_[right]), found);
    }

    HWY_INLINE void visit(NodeId a, const Corners& a_box, NodeId b, const Corners& b_box, std::size_t& found)
    {
        ++tests_;
        bool meet = may_meet_until<timed>(a_box, b_box, limit_);
        if (filtered && meet) meet = rule_.allows(nodes_[a].upper_end.word, nodes_[b].upper_end.word);
        const bool leaves = (a >= inner_) & (b >= inner_);
        out_.pairs[found] = {a - inner_, b - inner_};
        found += meet & leaves;
        stack_[top_] = {a, b};
        top_ += meet & !leaves;
    }

    HWY_INLINE void expand_one(NodeId inner, NodeId other, std::size_t& found)
    {
        const NodeId left = nodes_[inner].lower_start.word, right = nodes_[inner].upper_start.word;
        const Corners box = load_box(nodes_[other]);
        visit(right, load_box(nodes_[right]), other, box, found);
        visit(left, load_box(nodes_[left]), other, box, found);
    }

    HWY_INLINE void expand_both(NodeId a, NodeId b, std::size_t& found)
    {
        const NodeId a_left = nodes_[a].lower_start.word, a_right = nodes_[a].upper_start.word;
        const NodeId b_left = nodes_[b].lower_start.word, b_right = nodes_[b].upper_start.word;
        const Corners a_left_box = load_box(nodes_[a_left]), a_right_box = load_box(nodes_[a_right]);
        const Corners b_left_box = load_box(nodes_[b_left]), b_right_box = load_box(nodes_[b_right]);
        visit(a_right, a_right_box, b_right, b_right_box, found);
        visit(a_right, a_right_box, b_left, b_left_box, found);
        visit(a_left, a_left_box, b_right, b_right_box, found);
        visit(a_left, a_left_box, b_left, b_left_box, found);
    }

    const MovingBox* nodes_;
    NodeId inner_;
    const TagRule& rule_;
    LimitLanes limit_;
    std::vector<NodePair>& stack_;
    std::size_t top_;
    LeafPairs& out_;
    std::uint64_t tests_ = 0;
};

template <bool timed, bool filtered>
std::uint64_t run(const KineticTree& tree, const TagRule& rule, const MeetingLimit& limit, std::vector<NodePair>& stack,
                  LeafPairs& out)
{
    Traversal<timed, filtered> traversal(tree, rule, limit, stack, out);
    traversal.run();
    return traversal.tests();
}

void advance(const KineticTree& tree, const TagRule& rule, const MeetingLimit& limit, std::vector<NodePair>& stack,
             LeafPairs& out, std::uint64_t& tests)
{
    if (limit.whole_step()) {
        tests += rule.everything ? run<false, false>(tree, rule, limit, stack, out)
                                 : run<false, true>(tree, rule, limit, stack, out);
    } else {
        tests += rule.everything ? run<true, false>(tree, rule, limit, stack, out)
                                 : run<true, true>(tree, rule, limit, stack, out);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace tocca::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tocca::detail {
namespace {

std::vector<PairKernel> supported_kernels()
{
    [[maybe_unused]] const std::int64_t supported = hwy::SupportedTargets();
    std::vector<PairKernel> kernels;
#if HWY_TARGETS & HWY_AVX2
    if (supported & HWY_AVX2) kernels.push_back({"AVX2", N_AVX2::advance});
#endif
#if HWY_TARGETS & HWY_SSE4
    if (supported & HWY_SSE4) kernels.push_back({"SSE4", N_SSE4::advance});
#endif
#if HWY_TARGETS & HWY_EMU128
    kernels.push_back({"EMU128", N_EMU128::advance});
#endif
    return kernels;
}

}  // namespace

MeetingLimit MeetingLimit::until(double time, float gap)
{
    if (time >= 1.0) return {.gap = gap};
    const float end = round_up(time);
    return {.gap = round_up(static_cast<double>(gap) * (1.0 + 0x1p-20)),
            .start = round_down(1.0 - static_cast<double>(end)),
            .end = round_up(static_cast<double>(end) * (1.0 + 0x1p-18))};
}

const PairKernel& pair_kernel(const std::string& name)
{
    static const std::vector<PairKernel> kernels = supported_kernels();
    if (name.empty()) return kernels.front();
    for (const PairKernel& kernel : kernels) {
        if (kernel.name == name) return kernel;
    }
    throw std::invalid_argument("no SIMD target '" + name + "' on this machine");
}

}  // namespace tocca::detail
#endif  // HWY_ONCE
