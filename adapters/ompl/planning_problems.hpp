// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "adapters/ompl/plan_path.hpp"
#include "tocca/robot/robot.hpp"

namespace tocca::planning {

/// An arm of the proportions of a UR5, six revolute joints, made of capsules, with a gripper of boxes.
[[nodiscard]] Robot six_axis_arm();

/// The arm on a table, with a wall between start and goal and a shelf to reach into.
[[nodiscard]] PlanningProblem arm_among_boxes();

/// A long board that flies freely, on one side of a wall with a window that it fits through only lengthwise; its goal is on the
/// other side, turned.
[[nodiscard]] PlanningProblem board_through_window();

}  // namespace tocca::planning
