// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <optional>

#include "tocca/robot/robot_query.hpp"

namespace tocca {

/// The index of the quaternion among the values of a joint that has one.
[[nodiscard]] std::optional<Eigen::Index> quaternion_place(Joint::Type type);

/// The configuration at a time of a motion: values change at constant speed, orientations turn the shorter way.
///
/// Throws: as Robot::poses.
[[nodiscard]] Eigen::VectorXd configuration_at(const Robot& robot, const JointMotion& motion, double t);

/// Throws: Error (joint_limit), naming the joint, if an end of the motion is outside the limits of the joints.
void check_limits(const Robot& robot, const JointMotion& motion);

}  // namespace tocca
