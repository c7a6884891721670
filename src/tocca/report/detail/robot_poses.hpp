// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tocca/report/pose_recorder.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::report::detail {

/// Adds a body for each shape of a link or object, by its name, and numbered where there are several. The number of the
/// first.
std::size_t add_shapes(PoseRecorder& recorder, const std::string& name, const std::vector<RobotShape>& shapes);

/// Appends the poses of all links, once for each of their shapes.
void append_poses(const Robot& robot, const Eigen::VectorXd& configuration, std::vector<Eigen::Isometry3d>& poses);

/// A bound of the angles that the joints turn by, all together.
[[nodiscard]] double joint_turn(const Robot& robot, const JointMotion& motion);

}  // namespace tocca::report::detail
