// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "apps/tocca/robot.hpp"

namespace tocca::app {

/// Answers for the motions of the command, edge by edge, writes what is asked for, and gives the exit code.
[[nodiscard]] int run_robot_edges(const RobotCommand& command, const std::stop_token& stop);

}  // namespace tocca::app
