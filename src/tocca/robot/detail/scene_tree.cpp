// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/detail/scene_tree.hpp"

namespace tocca::robot::detail {

MovingBox resting_box(const PointBox& box)
{
    MovingBox held = moving_box(box.lower, box.lower);
    extend(held, moving_box(box.upper, box.upper));
    return held;
}

SceneTree::SceneTree(const std::vector<PointBox>& boxes) : items_(boxes)
{
    std::vector<MovingBox> resting;
    resting.reserve(boxes.size());
    for (const PointBox& box : boxes) resting.push_back(resting_box(box));
    topology_ = build_tree(resting, {}, 1);
    const std::size_t inner = topology_.children.size();
    boxes_.resize(inner);
    for (const std::uint32_t item : topology_.order) boxes_.push_back(boxes[item]);
    for (std::size_t node = inner; node-- > 0;) {
        boxes_[node] = boxes_[topology_.children[node][0]];
        const PointBox& other = boxes_[topology_.children[node][1]];
        tocca::extend(boxes_[node], other.lower);
        tocca::extend(boxes_[node], other.upper);
    }
}

}  // namespace tocca::robot::detail
