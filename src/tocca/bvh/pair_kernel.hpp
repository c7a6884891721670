// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/bvh/kinetic_tree.hpp"

namespace tocca::bvh {

/// Two nodes of a tree, or twice the same: the pairs within it.
struct NodePair {
    NodeId a = 0;
    NodeId b = 0;
};

/// How boxes are compared.
enum class MeetingTest : unsigned char {
    whole_step,  ///< by their gaps at the start and at the end
    in_time,     ///< by their gaps at the start and at an earlier time
    near_start,  ///< by their gaps at the start, for a time so early that motion matters little, or for the start
    near_end,    ///< by their gaps at the end, for the end
};

/// How far things move, in relation to their size: by this the test is chosen.
struct MotionScale {
    float max_motion = 0.0F;    ///< of any point along any axis
    float typical_size = 0.0F;  ///< of a leaf along an axis
};

/// What it takes to drop a pair of boxes: that they stay more than a gap apart along an axis until a time.
struct MeetingLimit {
    MeetingTest test = MeetingTest::whole_step;
    float gap = 0.0F;
    /// Weights of the start and of the end, for the test in_time.
    float start = 0.0F;
    float end = 1.0F;

    /// The limit of a time and a gap.
    ///
    /// Guarantee: what the kernels drop stays more than `gap` apart along an axis until `time`.
    /// Proof:     near_start: until then the two sides come nearer by 2 time max_motion at most, and a float
    ///            difference that exceeds a float does so exactly.
    ///            in_time, with u = 2^-24, g0 and g1 the gaps at the start and at the end, e = fl(fl(g) - gap') for each:
    ///            gap' >= gap (1 + 16 u), so what rounding fl(g) may add, u |g|, is made up for where |g| <= 4 gap, and
    ///            is below 2 u |e| elsewhere: g0 - gap >= e0 (1 - 4 u) where e0 > 0, g1 - gap >= e1 (1 + 4 u) where
    ///            e1 < 0, and g1 > gap where e1 > 0. The weights before the factor have end >= time and
    ///            start <= 1 - end <= 1 - time; the factor 1 + 64 u of `end` exceeds (1 + 4 u) / (1 - 4 u) and the
    ///            rounding of two products. So fl(start e0) > fl(-end e1), the left side not below 2^-100, proves
    ///            g0 > gap and (1 - time) (g0 - gap) + time (g1 - gap) > 0. A power of two in both weights changes
    ///            nothing; a left side that overflows is greater than any right side that does not.
    static MeetingLimit until(double time, float gap, const MotionScale& scale);
};

/// Which nodes may meet, by their tags. Most scenes have one tag, or none that may not.
struct TagRule {
    bool everything = true;                   ///< all pairs are allowed, and there are no marks
    bool between = true;                      ///< different tags
    std::span<const std::uint8_t> self = {};  ///< by tag: whether it may meet itself
    /// Whether two different tags may meet, if there are exceptions.
    std::function<bool(std::uint32_t, std::uint32_t)> pair = {};
    /// By node: whether it is marked; a node above a marked one is. Pairs of which neither is marked may not meet. Empty:
    /// there are no marks, and all may.
    std::span<const std::uint8_t> marks = {};

    /// Whether one of two nodes is marked, or there are no marks.
    [[nodiscard]] bool has_mark(NodeId a, NodeId b) const { return marks.empty() || (marks[a] | marks[b]) != 0; }
    [[nodiscard]] bool allows(std::uint32_t a, std::uint32_t b) const
    {
        if (everything || a == mixed_tag || b == mixed_tag) return true;
        if (a == b) return self[a] != 0;
        return between && (!pair || pair(a, b));
    }
};

/// Leaves whose boxes may meet, counted among the leaves.
struct LeafPairs {
    static constexpr std::size_t capacity = 1024;
    std::array<NodePair, capacity + 1> pairs;  ///< and one scratch slot for branch-free writes
    std::size_t size = 0;
};

/// The broad phase for one SIMD target: traversal of the bounding volume hierarchy, box against box.
struct PairKernel {
    std::string_view name;
    /// Continues from the pairs on the stack until it is empty or `out` is nearly full; appends the leaf pairs found and
    /// adds the number of box comparisons to `tests`. No pair on the stack is two leaves.
    void (*advance)(const KineticTree& tree, const TagRule& rule, const MeetingLimit& limit,
                    std::vector<NodePair>& stack, LeafPairs& out, std::uint64_t& tests);
    /// Writes 1 for every pair that the rule allows and whose boxes may meet, 0 for the others.
    void (*compare)(const KineticTree& tree, const TagRule& rule, const MeetingLimit& limit,
                    std::span<const NodePair> pairs, std::uint8_t* meet);
};

/// The kernel of that name; the best one for an empty name.
///
/// Throws: std::invalid_argument for a name that is unknown or that this machine cannot run.
[[nodiscard]] const PairKernel& pair_kernel(const std::string& name);

}  // namespace tocca::bvh
