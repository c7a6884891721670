// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <span>
#include <vector>

#include "tocca/robot/joint.hpp"

namespace tocca::robot::detail {

/// The unit quaternion of four values x, y, z, w.
///
/// Throws: Error (not_a_rotation) unless can_be_normalised.
[[nodiscard]] Eigen::Quaterniond unit_quaternion(std::span<const double> values);

/// The rotation the shortest way from z to an axis of a planar joint.
[[nodiscard]] Eigen::Matrix3d plane_frame(const Eigen::Vector3d& axis);

/// The child link's frame in the parent link's, at values of the joint.
///
/// Assumes: as many values as the joint has, finite; an origin that is a pose, and unit axes.
/// Throws:  as unit_quaternion.
[[nodiscard]] Eigen::Isometry3d joint_pose(const Joint& joint, std::span<const double> values);

}  // namespace tocca::robot::detail
