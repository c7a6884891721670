// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tocca/bounds/moving_box.hpp"
#include "tocca/bounds/point_box.hpp"
#include "tocca/bvh/tree_topology.hpp"

namespace tocca::robot::detail {

/// Whether two boxes are further apart than a gap along an axis.
[[nodiscard]] inline bool apart(const PointBox& a, const PointBox& b, double gap)
{
    for (std::size_t k = 0; k < 3; ++k) {
        // A difference is rounded by 2^-53 of itself; the gap that users ask for is wider than that.
        if (a.lower[k] - b.upper[k] > gap || b.lower[k] - a.upper[k] > gap) return true;
    }
    return false;
}

[[nodiscard]] MovingBox resting_box(const PointBox& box);

/// A static bounding volume hierarchy of axis-aligned boxes.
class SceneTree {
public:
    SceneTree() = default;
    explicit SceneTree(const std::vector<PointBox>& boxes);

    [[nodiscard]] const PointBox& box(std::uint32_t item) const { return items_[item]; }

    /// Calls `visit(item)` for all boxes that may be within `gap` of `box`, in an order that depends on the boxes alone.
    template <class Visit>
    void near(const PointBox& box, double gap, const Visit& visit) const
    {
        if (items_.empty()) return;
        std::vector<NodeId> stack = {0};
        while (!stack.empty()) {
            const NodeId node = stack.back();
            stack.pop_back();
            if (apart(box, boxes_[node], gap)) continue;
            if (node >= topology_.children.size()) {
                visit(topology_.order[node - topology_.children.size()]);
            } else {
                stack.push_back(topology_.children[node][1]);
                stack.push_back(topology_.children[node][0]);
            }
        }
    }

private:
    TreeTopology topology_;
    std::vector<PointBox> boxes_;  // of the nodes
    std::vector<PointBox> items_;
};

}  // namespace tocca::robot::detail
