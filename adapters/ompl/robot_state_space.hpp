// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ompl/base/StateSpace.h>

#include "adapters/ompl/planned_values.hpp"
#include "tocca/robot/robot.hpp"

namespace tocca::planning {

/// A state space for a robot, value by value in the order of the joints:
///
///     revolute with limits, prismatic              part of a RealVectorStateSpace, joints side by side in one
///     continuous, revolute without, universal      SO2StateSpace each, of which the shorter way round is gone
///     planar, floating, ball                       SE2StateSpace, SE3StateSpace, SO3StateSpace
///
/// and a CompoundStateSpace of these where there are several. An angle that another joint follows, but not by a whole
/// multiple, is not the same after a turn: it is a real number from -pi to pi, as is one with bounds of its own.
///
/// Throws: std::invalid_argument for joints that do not exist, are named twice or have no values of their own, for bounds
///         of no planned value or that leave no room, and for lengths without any; there must be something to plan.
[[nodiscard]] ::ompl::base::StateSpacePtr robot_state_space(const Robot& robot, const PlannedJoints& planned = {},
                                                            const StateBounds& bounds = {});

}  // namespace tocca::planning
