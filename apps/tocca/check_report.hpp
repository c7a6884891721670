// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "apps/tocca/answered_steps.hpp"
#include "apps/tocca/check.hpp"
#include "apps/tocca/check_scene.hpp"

namespace tocca::app {

/// What is kept of a run over the steps of a scene.
struct CheckRun {
    const CheckedScene& checked;
    std::optional<double> threshold = {};
    double clearance = 0.0;
    std::vector<AnsweredStep> steps = {};
    bool complete = false;  ///< every step is answered
    int threads = 1;
    double seconds = 0.0;  ///< of it all

    [[nodiscard]] Tally tally() const { return tally_of(steps); }
};

/// The answers, schema tocca.check/1. Holds no times that the work took, and no threads.
[[nodiscard]] std::string check_json(const CheckCommand& command, const CheckRun& run);

/// What the answers cost, schema tocca.check-stats/1.
[[nodiscard]] std::string check_stats_json(const CheckCommand& command, const CheckRun& run);

/// What is checked, and the head of the table of steps.
[[nodiscard]] std::string check_head(const CheckRun& run);

/// A step in one line.
[[nodiscard]] std::string check_step_line(const CheckRun& run, std::size_t number, const AnsweredStep& step);

/// The run in a few lines.
[[nodiscard]] std::string check_text(const CheckCommand& command, const CheckRun& run);

}  // namespace tocca::app
