// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>

#include "apps/tocca/check/check_command.hpp"
#include "apps/tocca/check/check_input.hpp"
#include "apps/tocca/output/answered_steps.hpp"

namespace tocca::app {

/// What a run over the steps of a scene keeps.
struct CheckRun : StepsRun {
    const CheckedScene& checked;
    std::optional<double> threshold = {};
    double clearance = 0.0;
};

/// How the objects of a scene are named.
[[nodiscard]] StepNames step_names(const CheckRun& run);

/// Answers for the scene of the command, step by step, writes what is asked for, and returns the exit code.
[[nodiscard]] int check_steps(const CheckCommand& command, const std::stop_token& stop);

}  // namespace tocca::app
