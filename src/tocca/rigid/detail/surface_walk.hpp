// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tocca/bvh/rss_tree.hpp"
#include "tocca/rigid/rigid_body.hpp"
#include "tocca/rigid/rss_kernel.hpp"

namespace tocca::rigid::detail {

/// Calls `visit(primitive)` for every primitive of a body whose bounding volume is not proven to be apart from a volume in
/// the body's own coordinates. It returns whether to go on.
template <class Visit>
void for_each_primitive_near(const RigidBody& body, const Rss& volume, const Visit& visit)
{
    if (body.tree().empty()) return;
    const MovingFrame rest = {.rotation = Eigen::Matrix3d::Identity(),
                              .origin = Eigen::Vector3d::Zero(),
                              .pivot = Eigen::Vector3d::Zero(),
                              .velocity = Eigen::Vector3d::Zero(),
                              .angular_velocity = Eigen::Vector3d::Zero(),
                              .drift = Eigen::Vector3d::Zero()};
    const RssKernel& kernel = rss_kernel({});
    std::vector<std::uint32_t> stack = {0};
    while (!stack.empty()) {
        const RssNode& node = body.tree().nodes()[stack.back()];
        stack.pop_back();
        RssAnswer answer;
        kernel.answer(rss_question({.volume = volume, .frame = rest, .level = 0.0}, node, rest), node, answer);
        for (std::size_t lane = 0; lane < RssNode::width; ++lane) {
            const std::uint32_t child = node.child[lane];
            if (child == RssNode::no_child || answer.gap[lane] > 0.0F) continue;
            if ((child & RssNode::primitive_bit) == 0) {
                stack.push_back(child);
            } else if (!visit(child & ~RssNode::primitive_bit)) {
                return;
            }
        }
    }
}

}  // namespace tocca::rigid::detail
