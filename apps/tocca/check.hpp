// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "apps/tocca/cli_forward.hpp"
#include "apps/tocca/recording_output.hpp"

namespace tocca::app {

/// `tocca check`: whether, when and where the parts of a scene touch: deforming meshes, rigid bodies and robots together.
struct CheckCommand {
    std::string scene = {};    ///< a scene file,
    std::string builtin = {};  ///< or a scene by its name
    std::vector<std::string> package_paths = {};
    bool collides = false;
    bool all = false;
    std::optional<double> threshold = {};  ///< in units of length
    std::optional<double> clearance = {};  ///< in units of length
    std::uint64_t budget = 0;              ///< 0: the defaults of the library
    std::optional<std::uint64_t> max_contacts = {};
    int threads = 0;          ///< 0: all available
    std::string target = {};  ///< SIMD target; empty: the best
    std::string json_file = {};
    std::string stats_file = {};
    RecordingFiles recording = {};
};

/// Declares the command; its values go to `command` when the arguments are parsed.
CLI::App* add_check(CLI::App& app, CheckCommand& command);

/// Runs the command and gives its exit code.
[[nodiscard]] int run_check(const CheckCommand& command, const std::stop_token& stop);

}  // namespace tocca::app
