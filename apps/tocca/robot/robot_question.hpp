// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>

#include "apps/tocca/output/answered_steps.hpp"
#include "apps/tocca/robot/robot_input.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::app {

/// What a run over the edges of a path keeps; `answering_seconds` is the time of all edges, several of which are answered
/// at once.
struct RobotRun : StepsRun {
    const RobotChecker& checker;
    const RobotSetting& setting;  ///< its robot and scene have moved to the checker
    std::optional<double> threshold = {};
};

/// How edges and their links and objects are named.
[[nodiscard]] StepNames step_names(const RobotRun& run);

/// Answers for the motions of the command, edge by edge, writes what is asked for, and returns the exit code.
[[nodiscard]] int run_robot_edges(const RobotCommand& command, const std::stop_token& stop);

/// Shows what the robot consists of, writes it if asked to (schema tocca.robot-info/1), and returns the exit code.
[[nodiscard]] int run_robot_info(const RobotCommand& command, const std::stop_token& stop);

}  // namespace tocca::app
