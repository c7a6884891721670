// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/judge.hpp"
#include "simulation/world.hpp"

namespace tocca::simulation {

/// How a step went.
struct StepReport {
    int iterations = 0;        ///< Newton iterations, or rounds of impacts
    double least_step = 1.0;   ///< the smallest safe fraction of a wanted motion
    bool stalled = false;      ///< that fraction was below stalled_step
    bool waited = false;       ///< the schedule waited for driven vertices
    std::size_t contacts = 0;  ///< near pairs at the start of the step
    std::size_t zones = 0;     ///< rigid impact zones
};

/// A step counts as stalled if less than this fraction of a wanted motion was safe.
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
