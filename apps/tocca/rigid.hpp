// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "apps/tocca/cli_forward.hpp"
#include "apps/tocca/recording_output.hpp"
#include "apps/tocca/rigid_motion_text.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca::app {

/// `tocca rigid`: whether, when and where rigid bodies touch on the way.
struct RigidCommand {
    std::vector<std::string> bodies = {};         ///< two mesh files or shapes,
    std::string world = {};                       ///< or a file of many bodies
    std::vector<std::string> package_paths = {};  ///< folders whose meshes the world may name
    MotionTexts a = {};
    MotionTexts b = {};
    bool solid = false;
    bool isolated_vertices = false;
    bool collides = false;
    bool all = false;                      ///< of a world: each pair's first contact
    std::optional<double> threshold = {};  ///< in units of length
    std::optional<double> clearance = {};  ///< in units of length
    double time_tolerance = 0.0;
    std::uint64_t budget = 10'000'000;               ///< the default of the library
    std::optional<std::uint64_t> max_contacts = {};  ///< pairs that are listed, over all steps
    std::optional<double> contacts_within = {};      ///< in units of length
    int threads = 0;                                 ///< 0: all available
    std::string target = {};                         ///< SIMD target; empty: the best
    std::string json_file = {};
    std::string stats_file = {};
    RecordingFiles recording = {};
};

/// Declares the command; its values go to `command` when the arguments are parsed.
CLI::App* add_rigid(CLI::App& app, RigidCommand& command);

/// Runs the command and gives its exit code.
[[nodiscard]] int run_rigid(const RigidCommand& command, const std::stop_token& stop);

/// How each pair of bodies is asked.
[[nodiscard]] QueryOptions pair_options(const RigidCommand& command, const std::stop_token& stop);

/// What has a part in the answers, as members of a JSON object: threshold, clearance, time_tolerance, budget.
[[nodiscard]] std::string question_members(const RigidCommand& command);

/// The SIMD target that is used.
[[nodiscard]] std::string target_name(const RigidCommand& command);

}  // namespace tocca::app
