// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/robot/robot.hpp"

namespace tocca::support {

/// A robot with a joint of nearly every type: base -shoulder- upper -elbow- lower, a finger that follows the elbow, a tool
/// fixed to the lower arm, and a ball and a floating joint that carry nothing. Values: shoulder, elbow, ball.qx to
/// ball.qw, float.x to float.qw.
[[nodiscard]] inline Robot small_robot()
{
    using Eigen::Isometry3d;
    using Eigen::Vector3d;
    const auto at = [](double x, double y, double z) {
        Isometry3d pose = Isometry3d::Identity();
        pose.translation() = Vector3d(x, y, z);
        return pose;
    };
    const RobotShape rod = box_shape({1.0, 0.1, 0.1}, at(0.5, 0, 0));
    return Robot({.name = "small",
                  .links = {{"base"}, {"upper", {rod}}, {"lower", {rod}}, {"finger"}, {"tool"}, {"eye"}, {"kite"}},
                  .joints = {{.name = "shoulder",
                              .type = Joint::Type::revolute,
                              .parent = "base",
                              .child = "upper",
                              .axis = Vector3d::UnitZ(),
                              .limits = Joint::Limits{-2, 2}},
                             {.name = "elbow",
                              .type = Joint::Type::continuous,
                              .parent = "upper",
                              .child = "lower",
                              .origin = at(1.2, 0, 0),
                              .axis = Vector3d::UnitZ()},
                             {.name = "grip",
                              .type = Joint::Type::prismatic,
                              .parent = "lower",
                              .child = "finger",
                              .mimic = Joint::Mimic{"elbow", 0.5, 0.1}},
                             {.name = "mount", .parent = "lower", .child = "tool", .origin = at(1.1, 0, 0)},
                             {.name = "ball", .type = Joint::Type::ball, .parent = "base", .child = "eye"},
                             {.name = "float", .type = Joint::Type::floating, .parent = "base", .child = "kite"}}});
}

/// The same, made once.
[[nodiscard]] inline const Robot& robot()
{
    static const Robot made = small_robot();
    return made;
}

}  // namespace tocca::support
