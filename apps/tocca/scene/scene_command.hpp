// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>

#include "apps/tocca/terminal/cli_forward.hpp"

namespace tocca::app {

/// `tocca scene`: writes the frames of a generated scene.
struct SceneCommand {
    std::string scene = {};   ///< NAME or NAME:SIZE; empty: list the scenes
    std::string folder = {};  ///< where the frames go
};

/// The file of a frame of an object: its name, with hyphens for blanks, and four digits.
[[nodiscard]] std::string frame_file_name(const std::string& object, int frame);

/// Declares the command; its values go to `command` when the arguments are parsed.
CLI::App* add_scene(CLI::App& app, SceneCommand& command);

/// Runs the command and gives its exit code.
[[nodiscard]] int run_scene(const SceneCommand& command, const std::stop_token& stop);

}  // namespace tocca::app
