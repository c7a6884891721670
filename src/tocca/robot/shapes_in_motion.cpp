// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/shapes_in_motion.hpp"

#include "tocca/robot/detail/link_motion.hpp"
#include "tocca/robot/detail/near_pairs.hpp"

namespace tocca::robot {

std::vector<ShapeInMotion> shapes_in_motion(const RobotChecker& checker, const JointMotion& joint_motion)
{
    const RobotChecker::Data& data = checker.data();
    const detail::RobotMotion motion(data.robot, joint_motion);
    const std::vector<PointBox> boxes = detail::swept_boxes(data, motion);
    std::vector<ShapeInMotion> shapes;
    for (RobotChecker::Data::ShapeId i = 0; i < data.link_shapes; ++i) {
        const RobotChecker::Data::Shape& shape = data.shapes[i];
        shapes.push_back(
            {.link = shape.body,
             .index = shape.index,
             .surface = shape.surface.get(),
             .padding = shape.padding,
             .motion = std::make_unique<detail::LinkMotion>(motion, motion.place(shape.body), detail::no_element,
                                                            shape.radius, motion.joints_above(shape.body)),
             .box = detail::resting_box(boxes[i])});
    }
    return shapes;
}

}  // namespace tocca::robot
