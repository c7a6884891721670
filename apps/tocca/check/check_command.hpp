// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "apps/tocca/output/motion_options.hpp"
#include "apps/tocca/terminal/cli_forward.hpp"

namespace tocca::app {

/// `tocca check`: whether, when and where the parts of a scene touch: deforming meshes, rigid bodies and robots together.
/// A budget of 0 stands for the defaults of the library.
struct CheckCommand : MotionOptions {
    std::string scene = {};    ///< a scene file,
    std::string builtin = {};  ///< or a scene by its name
    std::vector<std::string> package_paths = {};
};

/// Declares the command; its values go to `command` when the arguments are parsed.
CLI::App* add_check(CLI::App& app, CheckCommand& command);

/// Runs the command and returns its exit code.
[[nodiscard]] int run_check(const CheckCommand& command, const std::stop_token& stop);

}  // namespace tocca::app
