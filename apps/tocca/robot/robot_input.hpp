// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "apps/tocca/robot/robot_command.hpp"
#include "tocca/io/robot_file.hpp"
#include "tocca/io/srdf_file.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::app {

/// What the files and options of the command stand for.
struct RobotSetting {
    Robot robot;
    RobotScene scene = {};
    std::vector<JointMotion> motions = {};  ///< none when only --info is asked for
    std::optional<double> threshold = {};   ///< of a builtin scene
    /// Pairs that the SRDF file or the scene allows and that have no meaning, because nothing has one of their names.
    std::size_t unknown_pairs = 0;
    std::vector<std::string> notes = {};     ///< what is to be said of the files, and where the motion starts
    std::vector<SurfaceMesh> surfaces = {};  ///< meshes of the robot that --solid could not make solids
};

/// Reads all that the command names.
///
/// Throws: Error as the readers do; Error (joint_limit) with --check-limits; std::invalid_argument for texts that are
///         wrong.
[[nodiscard]] RobotSetting read_setting(const RobotCommand& command, const std::stop_token& stop);

/// What is checked, and how near counts as contact.
[[nodiscard]] RobotCheckOptions check_options(const RobotCommand& command, const RobotSetting& setting);

/// Refuses outputs that would overwrite an input, before any work is done. Throws: std::invalid_argument.
void check_robot_files(const RobotCommand& command);

}  // namespace tocca::app
