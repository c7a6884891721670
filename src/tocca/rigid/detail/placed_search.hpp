// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tocca/rigid/detail/rss_kernel.hpp"
#include "tocca/rigid/detail/triangle_pair.hpp"

namespace tocca::detail {

/// Two bodies at a time.
struct PlacedBodies {
    const RigidBody& a;
    const RigidBody& b;
    const MovingFrame& frame_a;
    const MovingFrame& frame_b;
    double error;  ///< the greatest error of a distance between computed places
};

/// Walks all pairs of primitives that may be within a level of distance, depth first.
///
/// `visit(pair)` returns whether to go on. Returns the number of pairs of nodes opened; ends early after `budget` of them.
template <class Visit>
std::uint64_t for_each_near_pair(const PlacedBodies& bodies, double level, std::uint64_t budget, const Visit& visit)
{
    const RssTree& tree_a = bodies.a.tree();
    const RssTree& tree_b = bodies.b.tree();
    if (tree_a.empty() || tree_b.empty()) return 0;
    const RssKernel& kernel = rss_kernel({});
    const auto is_primitive = [](std::uint32_t child) { return (child & RssNode::primitive_bit) != 0; };

    struct SlotPair {
        RssSlot a, b;
    };
    std::vector<SlotPair> stack = {{}};
    std::uint64_t opened = 0;
    while (!stack.empty() && opened < budget) {
        const SlotPair pair = stack.back();
        stack.pop_back();
        const std::uint32_t child_a = tree_a.child(pair.a), child_b = tree_b.child(pair.b);
        if (is_primitive(child_a) && is_primitive(child_b)) {
            if (!visit(TrianglePair{child_a & ~RssNode::primitive_bit, child_b & ~RssNode::primitive_bit})) break;
            continue;
        }
        const Rss volume_a = tree_a.volume(pair.a), volume_b = tree_b.volume(pair.b);
        const bool opens_a = is_primitive(child_b) || (!is_primitive(child_a) && volume_a.size() > volume_b.size());
        const std::uint32_t node_index = opens_a ? child_a : child_b;
        const RssNode& node = (opens_a ? tree_a : tree_b).nodes()[node_index];
        const RssQuery kept = {.volume = opens_a ? volume_b : volume_a,
                               .frame = opens_a ? bodies.frame_b : bodies.frame_a,
                               .level = level + bodies.error};
        RssAnswer answer;
        kernel.answer(rss_question(kept, node, opens_a ? bodies.frame_a : bodies.frame_b), node, answer);
        ++opened;
        for (std::uint32_t lane = 0; lane < RssNode::width; ++lane) {
            if (node.child[lane] == RssNode::no_child || answer.gap[lane] > 0.0F) continue;
            const RssSlot slot = {node_index * static_cast<std::uint32_t>(RssNode::width) + lane};
            stack.push_back({opens_a ? slot : pair.a, opens_a ? pair.b : slot});
        }
    }
    return opened;
}

}  // namespace tocca::detail
