// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "apps/tocca/output/motion_options.hpp"
#include "apps/tocca/terminal/cli_forward.hpp"

namespace tocca::app {

/// `tocca robot`: whether, when and where a moving robot touches itself or its surroundings.
struct RobotCommand : MotionOptions {
    RobotCommand() { budget = 100'000'000; }  // the default of the library

    std::string robot = {};    ///< a URDF file,
    std::string builtin = {};  ///< or a scene by its name
    std::string srdf = {};
    std::vector<std::string> package_paths = {};
    std::string path = {};     ///< a file of waypoints,
    std::string request = {};  ///< or a planning request,
    std::string from = {};     ///< or the values of the two ends
    std::string to = {};
    std::string start = {};  ///< values of what a path does not name
    std::string scene = {};
    std::vector<std::string> against = {};          ///< mesh files or shapes, with @POSE
    std::vector<std::string> attach = {};           ///< LINK=BODY@POSE
    std::vector<std::string> pair_clearances = {};  ///< A,B=D
    bool solid = false;
    bool isolated_vertices = false;
    bool self = true;
    bool check_limits = false;
    bool info = false;

    /// The URDF file or the name of the builtin robot.
    [[nodiscard]] const std::string& title() const { return builtin.empty() ? robot : builtin; }
};

/// Declares the command; its values go to `command` when the arguments are parsed.
CLI::App* add_robot(CLI::App& app, RobotCommand& command);

/// Runs the command and returns its exit code.
[[nodiscard]] int run_robot(const RobotCommand& command, const std::stop_token& stop);

}  // namespace tocca::app
