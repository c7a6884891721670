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

namespace tocca::detail {

/// Two nodes of a tree, or twice the same: the pairs within it.
struct NodePair {
    NodeId a = 0;
    NodeId b = 0;
};

/// What it takes to drop a pair of boxes: that they stay more than `gap` apart along an axis until a time.
///
/// The time is end / (start + end); a time of 1 has start = 0.
struct MeetingLimit {
    float gap = 0.0F;
    float start = 0.0F;
    float end = 1.0F;

    /// Asks until `time` at least.
    static MeetingLimit until(double time, float gap);
    [[nodiscard]] bool whole_step() const { return start <= 0.0F; }
};

/// Which tags may meet. Most scenes have one tag, or none that may not.
struct TagRule {
    bool everything = true;                   ///< no question need be asked
    bool between = true;                      ///< different tags
    std::span<const std::uint8_t> self = {};  ///< by tag: whether it may meet itself
    /// About two different tags, if there are exceptions.
    std::function<bool(std::uint32_t, std::uint32_t)> pair = {};

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
    std::array<NodePair, capacity> pairs;
    std::size_t size = 0;
};

/// The traversal for one SIMD target.
struct PairKernel {
    std::string_view name;
    /// Goes on from the pairs on the stack until it is empty or `out` is nearly full; appends the leaf pairs found, and
    /// adds the number of pairs of boxes compared to `tests`. Pairs on the stack are not both leaves.
    void (*advance)(const KineticTree& tree, const TagRule& rule, const MeetingLimit& limit,
                    std::vector<NodePair>& stack, LeafPairs& out, std::uint64_t& tests);
};

/// The kernel of that name; the best for an empty one.
///
/// Throws: std::invalid_argument for a name that is unknown or that this machine cannot run.
[[nodiscard]] const PairKernel& pair_kernel(const std::string& name);

}  // namespace tocca::detail
