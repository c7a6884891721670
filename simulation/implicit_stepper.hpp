// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/incremental_potential.hpp"
#include "simulation/stepper.hpp"

namespace tocca::simulation {

struct ImplicitOptions {
    double time_step = 0.01;
    double reach = 2e-3;       ///< contact forces begin at this distance
    double barrier = 10.0;     ///< stiffness, in mean masses per squared time step
    double drive = 1e4;        ///< spring stiffness of driven vertices, in the same unit
    double wait_beyond = 0.0;  ///< the schedule waits for driven vertices further off; 0: five times the reach
    int max_iterations = 10;
    double tolerance = 0.05;  ///< metres per second: Newton's method ends below this change of velocity
    double residual = 1e-3;   ///< relative residual of the linear solver
    int max_linear_iterations = 400;
    int threads = 0;
};

/// Implicit Euler as the minimization of an incremental potential by Newton's method. No trial of the line search goes
/// beyond the safe step, so that no iterate touches or crosses: the path from state to state is a polyline of proven
/// segments.
///
/// Source: Li et al. 2020, "Incremental Potential Contact".
class ImplicitStepper final : public Stepper {
public:
    /// Assumes: the world and the judge outlive it.
    ImplicitStepper(const World& world, const Judge& judge, const ImplicitOptions& options = {});

    StepReport step(State& state) override;
    ContactScene& contact_scene() override { return scene_; }

private:
    const World& world_;
    const Judge& judge_;
    ImplicitOptions options_;
    ContactScene scene_;
};

}  // namespace tocca::simulation
