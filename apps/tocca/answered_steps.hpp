// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/tocca/tally.hpp"
#include "tocca/answer/answer.hpp"
#include "tocca/answer/statistics.hpp"

namespace tocca::app {

/// The answer of one step of bodies or of a scene.
struct AnsweredStep {
    Answer first = {};
    std::vector<Answer> pairs = {};          ///< with --all
    std::vector<std::uint64_t> counts = {};  ///< of a scene, with --all: how many contacts each of the pairs has
    Statistics statistics = {};
    double move_seconds = 0.0;
    double answer_seconds = 0.0;
};

[[nodiscard]] Tally tally_of(std::span<const AnsweredStep> steps);

/// What all steps took.
struct StepCosts {
    Statistics work = {};
    double move_seconds = 0.0;
    double answer_seconds = 0.0;
};
[[nodiscard]] StepCosts costs_of(std::span<const AnsweredStep> steps);

/// What an object is called, by its number.
using ObjectName = std::function<std::string(std::uint32_t)>;

/// The two objects that a step is about, for a cell of a table: empty where there are none.
[[nodiscard]] std::string names_cell(const AnsweredStep& step, const ObjectName& name);

/// What was found, in a few lines.
[[nodiscard]] std::string steps_text(std::span<const AnsweredStep> steps, const std::optional<double>& clearance,
                                     const ObjectName& name);

}  // namespace tocca::app
