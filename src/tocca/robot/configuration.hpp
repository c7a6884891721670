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

}  // namespace tocca
