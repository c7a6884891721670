// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "apps/tocca/cli_forward.hpp"
#include "apps/tocca/recording_output.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::app {

/// `tocca robot`: whether, when and where a robot touches itself or what is around it on the way.
struct RobotCommand {
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
    bool collides = false;
    bool all = false;
    bool info = false;
    std::optional<double> threshold = {};  ///< in units of length
    std::optional<double> clearance = {};  ///< in units of length
    double time_tolerance = 0.0;
    std::uint64_t budget = 100'000'000;  ///< the default of the library
    int threads = 0;                     ///< 0: all available
    std::string target = {};             ///< SIMD target; empty: the best
    std::string json_file = {};
    std::string stats_file = {};
    RecordingFiles recording = {};
};

/// Declares the command; its values go to `command` when the arguments are parsed.
CLI::App* add_robot(CLI::App& app, RobotCommand& command);

/// Runs the command and gives its exit code.
[[nodiscard]] int run_robot(const RobotCommand& command, const std::stop_token& stop);

}  // namespace tocca::app
