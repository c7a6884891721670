// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tocca/bvh/rss_tree.hpp"
#include "tocca/rigid/slot_pair.hpp"

namespace tocca::rigid {

/// Two bodies at a time.
struct PlacedBodies {
    const RigidBody& a;
    const RigidBody& b;
    const MovingFrame& frame_a;
    const MovingFrame& frame_b;
    double error;  ///< the largest error of a distance between computed places
};

/// Walks all pairs of primitives that may be within a level of distance, depth first.
///
/// `visit(pair)` returns whether to go on. Returns the number of pairs of nodes opened; ends early after `budget` of them.
template <class Visit>
std::uint64_t for_each_near_pair(const PlacedBodies& bodies, double level, std::uint64_t budget, const Visit& visit)
{
    const TreePair trees = {bodies.a.tree(), bodies.b.tree()};
    if (trees.a.empty() || trees.b.empty()) return 0;
    const RssKernel& kernel = rss_kernel({});
    std::vector<SlotPair> stack = {{}};
    std::uint64_t opened = 0;
    while (!stack.empty() && opened < budget) {
        const SlotPair pair = stack.back();
        stack.pop_back();
        if (const std::optional<TrianglePair> triangles = trees.triangles(pair)) {
            if (!visit(*triangles)) break;
            continue;
        }
        const OpenedPair open = trees.open(pair);
        const auto answer = trees.ask(kernel, open, bodies.frame_a, bodies.frame_b, level + bodies.error);
        ++opened;
        for (std::uint32_t lane = 0; lane < RssNode::width; ++lane) {
            if (trees.node(open).child[lane] == RssNode::no_child || answer.gap[lane] > 0.0F) continue;
            stack.push_back(open.pair(lane));
        }
    }
    return opened;
}

}  // namespace tocca::rigid
