// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "tocca/bvh/rss_tree.hpp"
#include "tocca/scene/detail/mixed_pair.hpp"
#include "tocca/scene/detail/moving_volume.hpp"
#include "tocca/scene/detail/node_lanes.hpp"

namespace tocca::scene::detail {

/// A level beyond which not even rounding could make two triangles seem to be within `level`: for a search whose answer is
/// about computed distances, and must not depend on which boxes are visited.
[[nodiscard]] inline double widened(const MixedPair& pair, double level)
{
    return level * (1.0 + 0x1p-20) + 64.0 * pair.error;
}

/// A node of the object and some volumes of a node of the body: the pairs of triangles below them.
struct OpenPair {
    NodeId node = 0;
    std::uint32_t body_node = 0;
    LaneMask lanes = 0;
};

/// All pairs of triangles; empty if one of the two is.
[[nodiscard]] inline std::vector<OpenPair> all_pairs(const MixedPair& pair)
{
    const RssTree& tree = pair.body.body.tree();
    if (!pair.object.root() || tree.empty()) return {};
    return {{*pair.object.root(), 0, used_lanes(tree.nodes()[0])}};
}

/// Calls `visit(primitives)` for the pairs of triangles below those given that may be within a level of distance at a time;
/// depth first. `visit` returns whether to go on. Nodes of the object are skipped unless `matters(volume)`.
template <class Visit, class Matters>
void for_each_near_pair(const MixedPair& pair, std::vector<OpenPair> stack, double t, double level, const Visit& visit,
                        const Matters& matters)
{
    const DeformingObject& object = pair.object;
    const std::span<const RssNode> nodes = pair.body.body.tree().nodes();
    const rigid::MovingFrame frame = pair.body.motion.at(t);
    const rigid::RssKernel& kernel = rigid::rss_kernel({});
    while (!stack.empty()) {
        const OpenPair open = stack.back();
        stack.pop_back();
        const RssNode& node = nodes[open.body_node];
        const MovingVolume volume = volume_at(object, open.node, t);
        if (!matters(volume.volume)) continue;
        rigid::RssAnswer answer;
        kernel.answer(rigid::rss_question(volume.query(level + pair.error), node, frame), node, answer);
        const LaneMask near = without(open.lanes, lanes_apart(answer));
        const bool leaf = object.is_leaf(open.node);
        const LaneMask kept = leaf ? LaneMask{0} : lanes_to_keep(node, near, size_of(volume.volume));
        if (kept != 0) {
            for (const NodeId child : object.children(open.node)) stack.push_back({child, open.body_node, kept});
        }
        for (std::uint32_t lane = 0; lane < RssNode::width; ++lane) {
            if (!has_lane(without(near, kept), lane)) continue;
            if (!is_primitive(node, lane)) {
                stack.push_back({open.node, node.child[lane], used_lanes(nodes[node.child[lane]])});
            } else if (!visit(MixedPrimitives{open.node, primitive(node, lane)})) {
                return;
            }
        }
    }
}

template <class Visit>
void for_each_near_pair(const MixedPair& pair, std::vector<OpenPair> stack, double t, double level, const Visit& visit)
{
    for_each_near_pair(pair, std::move(stack), t, level, visit, [](const Rss&) { return true; });
}

}  // namespace tocca::scene::detail
