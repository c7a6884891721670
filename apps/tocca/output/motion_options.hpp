// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/tocca/output/recording_files.hpp"
#include "apps/tocca/terminal/cli_forward.hpp"

namespace tocca::app {

/// What the commands about bodies, robots and scenes have in common: the question, the machine, and the files to write.
struct MotionOptions {
    bool collides = false;                 ///< only whether there is contact
    bool all = false;                      ///< every pair, in place of the first contact
    std::optional<double> threshold = {};  ///< in units of length
    std::optional<double> clearance = {};  ///< in units of length
    double time_tolerance = 0.0;
    std::uint64_t budget = 0;
    std::optional<std::uint64_t> max_contacts = {};
    int threads = 0;          ///< 0: all available
    std::string target = {};  ///< SIMD target; empty: the best
    std::string json_file = {};
    std::string stats_file = {};
    RecordingFiles recording = {};

    /// The question by its name in the library.
    [[nodiscard]] std::string_view verb() const;
    /// All files to write.
    [[nodiscard]] std::vector<std::string> outputs() const;
};

/// What --all, --threshold and --clearance are for.
struct QuestionTexts {
    std::string all;
    std::string threshold = "Distance that counts as contact; default 1e-5 of size";
    std::string clearance;
};

/// Declares --collides, --all, --threshold and --clearance.
void add_question_options(CLI::App& app, MotionOptions& options, const QuestionTexts& about);

/// Declares --time-tolerance.
void add_time_tolerance_option(CLI::App& app, MotionOptions& options);

/// Declares --threads, --target, --max-read and all files to write.
void add_run_options(CLI::App& app, MotionOptions& options);

/// Refuses options that contradict each other.
///
/// Throws: std::invalid_argument.
void refuse_contradictions(const MotionOptions& options);

}  // namespace tocca::app
