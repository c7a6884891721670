// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "apps/tocca/terminal/cli_forward.hpp"
#include "tocca/answer/contact.hpp"

namespace tocca::app {

/// `tocca query`: answers files of vertex-face and edge-edge queries.
struct QueryCommand {
    std::vector<std::string> places = {};  ///< files and folders
    std::optional<PairKind> kind = {};     ///< nothing: from the path of each file
    double tolerance = 1e-9;               ///< of the time of contact, a fraction of the motion
    std::optional<double> clearance = {};  ///< ask for this distance in place of contact, in units of length
    int threads = 0;                       ///< 0: all available
    std::string target = {};               ///< SIMD target; empty: the best
    std::string json_file = {};
    std::string each_file = {};
    std::string stats_file = {};
    bool check_labels = false;
    bool builtin = false;  ///< the built-in queries in place of files
};

/// Declares the command; its values go to `command` when the arguments are parsed.
CLI::App* add_query(CLI::App& app, QueryCommand& command);

/// Runs the command and gives its exit code.
[[nodiscard]] int run_query(const QueryCommand& command, const std::stop_token& stop);

}  // namespace tocca::app
