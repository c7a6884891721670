// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tocca/robot/robot.hpp"

namespace tocca::planning {

/// Which joints a plan is about; the others do not move.
struct PlannedJoints {
    /// In the order of the states; by default all that have values of their own.
    std::vector<std::string> joints = {};
    /// A whole configuration, of which the joints that are not planned take their values; by default Robot::zero.
    std::optional<Eigen::VectorXd> held = {};
};

/// Where the values of a state end.
struct StateBounds {
    /// By the name of the value (Robot::value_name), in place of the joint's limits.
    struct Named {
        std::string value;
        Joint::Limits limits;
    };
    std::vector<Named> values = {};
    /// For lengths without limits: of prismatic, planar and floating joints.
    std::optional<Joint::Limits> lengths = {};
};

/// What a value of a configuration is.
enum class ValueKind : unsigned char {
    real,        ///< a length, or an angle that is not the same after a turn since another joint follows it
    angle,       ///< the same after a turn
    quaternion,  ///< one of the four values of an orientation
};
[[nodiscard]] ValueKind value_kind(const Robot& robot, std::size_t value);

/// The joint that has a value for its own.
[[nodiscard]] std::size_t joint_of(const Robot& robot, std::size_t value);

/// The numbers of the planned joints in the robot, and of their values in its configurations, both in the order of the plan.
///
/// Throws: std::invalid_argument for joints that do not exist, are named twice or have no values of their own, and if there
///         are none.
[[nodiscard]] std::vector<std::size_t> planned_joints(const Robot& robot, const PlannedJoints& planned);
[[nodiscard]] std::vector<std::size_t> planned_values(const Robot& robot, const PlannedJoints& planned);

}  // namespace tocca::planning
