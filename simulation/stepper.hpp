// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/judge.hpp"
#include "simulation/world.hpp"

namespace tocca::simulation {

/// How a step went.
struct StepReport {
    int iterations = 0;        ///< Newton's, or rounds of impacts
    double least_step = 1.0;   ///< the smallest part of a wanted motion that was safe
    bool stalled = false;      ///< that part was below 1e-6, or only standing still was left
    bool waited = false;       ///< the schedule waited for driven vertices
    std::size_t contacts = 0;  ///< near pairs at the start of the step
    std::size_t zones = 0;     ///< rigid impact zones
};

/// Below this part of the wanted motion a step counts as stalled.
inline constexpr double stalled_step = 1e-6;

/// Advances the state of a world step by step.
class Stepper {
public:
    virtual ~Stepper() = default;
    virtual StepReport step(State& state) = 0;
    /// The scene in which contacts are found.
    [[nodiscard]] virtual ContactScene& contact_scene() = 0;
};

}  // namespace tocca::simulation
