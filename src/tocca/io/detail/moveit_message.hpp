// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>

#include "tocca/io/detail/document.hpp"
#include "tocca/io/joint_state.hpp"

namespace tocca::io::detail {

// Parts of MoveIt's messages as YAML, in the two ways that are in use: with the names of the fields, as ROS prints messages,
// or with bare numbers, as MotionBenchMaker writes them.

/// {x: 1, y: 2, z: 3} or [1, 2, 3]
[[nodiscard]] Eigen::Vector3d moveit_vector(const DocumentPlace& place);

/// {position: VECTOR, orientation: QUATERNION}; a quaternion is x, y, z, w. One of zeros alone, an orientation that was
/// never set, is no rotation, as in MoveIt; any other is normalised, with a note if that changes it by more than 1 %.
[[nodiscard]] Eigen::Isometry3d moveit_pose(const DocumentPlace& place);
/// The same with the words translation and rotation.
[[nodiscard]] Eigen::Isometry3d moveit_transform(const DocumentPlace& place);

/// A robot_state: joint_state and multi_dof_joint_state. Joints that the robot lacks are passed over, as by MoveIt.
[[nodiscard]] JointState moveit_robot_state(const DocumentPlace& place);

/// The frame_id of a header, if there is one; empty otherwise.
[[nodiscard]] std::string moveit_frame(const DocumentPlace& place);

}  // namespace tocca::io::detail
