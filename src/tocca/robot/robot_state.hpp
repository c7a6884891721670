// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>

#include "tocca/robot/robot.hpp"

namespace tocca {

/// Whether a robot has a state of that name: "ready" of any group, or "arm/ready" of one.
[[nodiscard]] bool has_state(const Robot& robot, std::string_view name);

/// The configuration `rest` with the values of a state: "ready" stands for the states of that name of all groups,
/// "arm/ready" for that of one. Mimic joints follow and have no values of their own.
///
/// Throws: Error (malformed_robot), listing the states there are, for a name that no state has, and if two groups give a
///         joint different values. std::invalid_argument for a `rest` of another length.
[[nodiscard]] Eigen::VectorXd state_configuration(const Robot& robot, std::string_view name, Eigen::VectorXd rest);

/// The names of all states as state_configuration takes them, "home, arm/ready", or "none".
[[nodiscard]] std::string state_names(const Robot& robot);

/// Where a motion starts by default.
struct DefaultStart {
    Eigen::VectorXd values;
    std::string state = {};  ///< the state that is part of it; empty if there is none
};

/// The first state there is of the names home, ready and default, whose groups agree; what it does not say is in the middle
/// of the joint's limits, or zero where there are none.
[[nodiscard]] DefaultStart default_start(const Robot& robot);

}  // namespace tocca
