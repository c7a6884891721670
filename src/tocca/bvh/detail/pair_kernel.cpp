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

/// A traversal under way.
class Traversal {
public:
    HWY_INLINE Traversal(const KineticTree& tree, const TagRule& rule, const MeetingLimit& limit,
                         std::vector<NodePair>& stack, LeafPairs& out)
        : nodes_(tree.nodes().data()),
          inner_(static_cast<NodeId>(tree.inner_count())),
          rule_(rule),
          limit_{hn::Set(BoxTag(), limit.gap), hn::Set(BoxTag(), limit.start), hn::Set(BoxTag(), limit.end),
                 limit.whole_step()},
          stack_(stack),
          out_(out)
    {}

    HWY_INLINE void expand_self(NodeId node)
    {
        const NodeId left = nodes_[node].lower_start.word, right = nodes_[node].upper_start.word;
        const std::uint32_t tag = nodes_[node].upper_end.word;
        if (!rule_.allows(tag, tag)) return;
        if (left < inner_) stack_.push_back({left, left});
        if (right < inner_) stack_.push_back({right, right});
        visit(left, load_box(nodes_[left]), right, load_box(nodes_[right]));
    }

    HWY_INLINE void expand(NodeId a, NodeId b)
    {
        // A pair may have waited on the stack while the limit fell.
        if (!limit_.whole_step) {
            ++tests_;
            if (!may_meet(load_box(nodes_[a]), load_box(nodes_[b]), limit_)) return;
        }
        if (b >= inner_) {
            expand_one(a, b);
        } else if (a >= inner_) {
            expand_one(b, a);
        } else {
            expand_both(a, b);
        }
    }

    [[nodiscard]] HWY_INLINE std::uint64_t tests() const { return tests_; }

private:
    HWY_INLINE void visit(NodeId a, const Corners& a_box, NodeId b, const Corners& b_box)
    {
        ++tests_;
        if (!may_meet(a_box, b_box, limit_)) return;
        if (!rule_.everything && !rule_.allows(nodes_[a].upper_end.word, nodes_[b].upper_end.word)) return;
        if (a >= inner_ && b >= inner_)
            out_.pairs[out_.size++] = {a - inner_, b - inner_};
        else
            stack_.push_back({a, b});
    }

    HWY_INLINE void expand_one(NodeId inner, NodeId other)
    {
        const NodeId left = nodes_[inner].lower_start.word, right = nodes_[inner].upper_start.word;
        const Corners box = load_box(nodes_[other]);
        visit(right, load_box(nodes_[right]), other, box);
        visit(left, load_box(nodes_[left]), other, box);
    }

    HWY_INLINE void expand_both(NodeId a, NodeId b)
    {
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
    LeafPairs& out_;
    std::uint64_t tests_ = 0;
};

void advance(const KineticTree& tree, const TagRule& rule, const MeetingLimit& limit, std::vector<NodePair>& stack,
             LeafPairs& out, std::uint64_t& tests)
{
    Traversal traversal(tree, rule, limit, stack, out);
    // An expansion finds four leaf pairs at most.
    while (!stack.empty() && out.size + 4 <= LeafPairs::capacity) {
        const NodePair pair = stack.back();
        stack.pop_back();
        if (pair.a == pair.b)
            traversal.expand_self(pair.a);
        else
            traversal.expand(pair.a, pair.b);
    }
    tests += traversal.tests();
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
    // end >= time and start <= 1 - end <= 1 - time, so end / (start + end) >= time.
    const float end = round_up(time);
    return {.gap = gap, .start = round_down(1.0 - static_cast<double>(end)), .end = end};
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
