// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "apps/tocca/output/motion_options.hpp"
#include "apps/tocca/rigid/rigid_motion_input.hpp"
#include "apps/tocca/terminal/cli_forward.hpp"

namespace tocca::app {

/// `tocca rigid`: whether, when and where rigid bodies touch during their motions.
struct RigidCommand : MotionOptions {
    RigidCommand() { budget = 10'000'000; }  // the default of the library

    std::vector<std::string> bodies = {};         ///< two mesh files or shapes,
    std::string world = {};                       ///< or a file of many bodies
    std::vector<std::string> package_paths = {};  ///< folders whose meshes the world may name
    MotionTexts a = {};
    MotionTexts b = {};
    bool solid = false;
    bool isolated_vertices = false;
    std::optional<double> contacts_within = {};  ///< in units of length
};

/// Declares the command; its values go to `command` when the arguments are parsed.
CLI::App* add_rigid(CLI::App& app, RigidCommand& command);

/// Runs the command and returns its exit code.
[[nodiscard]] int run_rigid(const RigidCommand& command, const std::stop_token& stop);

}  // namespace tocca::app
