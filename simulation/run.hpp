// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "simulation/show_piece.hpp"
#include "simulation/stepper.hpp"

namespace tocca::simulation {

/// Statistics of a run.
struct RunSummary {
    int steps = 0;
    int crossing_steps = 0;                  ///< steps that end with an edge through a face, or touching one
    std::optional<int> first_crossing = {};  ///< the first such step, from 1
    std::uint64_t most_crossings = 0;
    int stalled_steps = 0;
    int waiting_steps = 0;  ///< steps in which the schedule waited
    int zone_steps = 0;     ///< steps in which impact zones were needed
    double least_step = 1.0;
    std::uint64_t iterations = 0;
    std::uint64_t contacts = 0;      ///< near pairs, summed over the steps
    double seconds = 0.0;            ///< time without counting crossings
    double collision_seconds = 0.0;  ///< the part of `seconds` spent in tocca
    double checking_seconds = 0.0;   ///< time spent counting crossings
};

/// A step that was made.
struct StepDone {
    int step = 0;  ///< from 1
    const State& state;
    const StepReport& report;
    std::uint64_t crossings = 0;  ///< at the end of the step
};

/// Makes steps, counts crossings exactly after each step, and calls `done` with it; if `done` returns false, the run
/// ends.
[[nodiscard]] RunSummary run(State& state, Stepper& stepper, int steps,
                             const std::function<bool(const StepDone&)>& done = {});

struct StepperSettings {
    double distance = 2e-3;  ///< contact forces begin at this distance
    bool waits = true;       ///< whether the schedule waits for driven vertices that cannot follow
    int threads = 0;
};

/// The stepper with a name, "implicit" or "impact"; null for any other name.
///
/// Assumes: the world and the judge outlive it.
[[nodiscard]] std::unique_ptr<Stepper> stepper_of_name(std::string_view name, const World& world, const Judge& judge,
                                                       const StepperSettings& settings);

/// Settings that suit a show piece.
[[nodiscard]] StepperSettings settings_for(const ShowPiece& piece);

}  // namespace tocca::simulation
