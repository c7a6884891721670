// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "apps/tocca/robot.hpp"

namespace tocca::app {

/// Tells what the robot is made of, writes it if asked to (schema tocca.robot-info/1), and gives the exit code.
[[nodiscard]] int run_robot_info(const RobotCommand& command, const std::stop_token& stop);

}  // namespace tocca::app
