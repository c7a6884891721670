// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>

#include "apps/tocca/output/recording_files.hpp"
#include "apps/tocca/terminal/cli_forward.hpp"

namespace tocca::app {

/// `tocca simulate`: simulates the cloth of a show piece and checks every step.
struct SimulateCommand {
    std::string piece = {};  ///< empty: list the show pieces
    std::string stepper = "implicit";
    std::string judge = "exact";
    std::size_t triangles = 5'000;
    std::optional<int> frames = {};       ///< by default as many as the show piece suggests
    std::optional<double> distance = {};  ///< distance at which contact forces begin
    int threads = 0;
    std::string folder = {};  ///< where the frames go
    std::string counts = {};  ///< where the numbers of crossings go
    RecordingFiles recording = {};
};

/// Declares the command; its values go to `command` when the arguments are parsed.
CLI::App* add_simulate(CLI::App& app, SimulateCommand& command);

/// Runs the command and gives its exit code.
[[nodiscard]] int run_simulate(const SimulateCommand& command, const std::stop_token& stop);

}  // namespace tocca::app
