// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "tocca/robot/robot.hpp"

namespace tocca {

/// A fixed object around the robot.
struct Obstacle {
    std::string name;
    std::vector<RobotShape> shapes = {};
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();  ///< of the shapes' coordinates
};

/// An object held by a link, such as a part in a gripper: it moves with the link; contacts with some links are ignored.
struct AttachedObject {
    std::string name;
    std::string link;
    std::vector<RobotShape> shapes = {};                     ///< in the coordinates of the object
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();  ///< in the link's
    std::vector<std::string> touch_links = {};               ///< in addition to the link itself
};

/// The surroundings of a robot.
struct RobotScene {
    std::vector<Obstacle> objects = {};
    /// Links and objects, or two of either, whose contacts are not reported.
    std::vector<RobotParts::NamedPair> allowed = {};
};

/// The robot with an object in its hand: one more link, fixed to the one that holds it.
///
/// Throws: Error (malformed_robot) for a link that does not exist, and for a name that is taken.
[[nodiscard]] Robot attach(const Robot& robot, const AttachedObject& object);

/// Several robots as one, each at its place; their links, joints and values are concatenated. If a robot has a prefix, its
/// links and joints are named prefix/name.
///
/// Throws: Error (malformed_robot) if two names are equal.
struct PlacedRobot {
    Robot robot;
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    std::string prefix = {};
};
[[nodiscard]] Robot join(const std::vector<PlacedRobot>& robots);

}  // namespace tocca
