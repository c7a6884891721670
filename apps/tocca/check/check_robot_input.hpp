// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "tocca/io/scene_file.hpp"
#include "tocca/robot/robot.hpp"

namespace tocca::app {

/// A robot of a scene file, at its place and with what it holds, and its waypoints: one for a robot at rest.
struct CheckedRobot {
    Robot robot;
    Eigen::MatrixXd waypoints;
    std::vector<std::string> notes = {};
    std::vector<std::filesystem::path> inputs = {};
};

struct CheckedRobotOptions {
    std::span<const std::string> package_paths = {};
    std::stop_token stop = {};
};

/// Throws: Error, as read_robot, read_joint_path and load_mesh do; Error (malformed_file) with the place in the scene file
///         for waypoints and holds that do not fit the robot.
[[nodiscard]] CheckedRobot read_checked_robot(const SceneFile::Part& part, const SceneFile::Robot& robot,
                                              const CheckedRobotOptions& options);

}  // namespace tocca::app
