// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "simulation/stepper.hpp"

namespace tocca::simulation {

struct ImpactOptions {
    double time_step = 0.01;
    double thickness = 2e-3;                                 ///< pairs nearer than this are pushed apart
    int iterations = 15;                                     ///< iterations of the elastic constraints
    KeptGap gap = {.clearance = 0.0, .near_fraction = 0.5};  ///< clearance 0 means a hundredth of the thickness
    double wait_beyond = 0.0;     ///< the schedule waits for driven vertices further off; 0: half the thickness
    int impact_rounds = 15;       ///< rounds before zones are formed
    int rigid_rounds = 15;        ///< rounds with zones that turn
    int translation_rounds = 30;  ///< rounds with zones that only translate
    int threads = 0;
};

/// Position-based dynamics with impacts: elastic constraints and repulsions propose the end of a step, then impacts on
/// the straight way there are answered by impulses, round by round until none is left, then by rigid impact zones. If
/// impacts still remain, the step is cut to the safe step.
///
/// Source: Macklin, Müller, Chentanez 2016, "XPBD"; Bridson, Fedkiw, Anderson 2002, "Robust Treatment of Collisions,
///         Contact and Friction for Cloth Animation".
class ImpactStepper final : public Stepper {
public:
    /// Assumes: the world and the judge outlive it.
    ImpactStepper(const World& world, const Judge& judge, const ImpactOptions& options = {});

    StepReport step(State& state) override;
    ContactScene& contact_scene() override { return scene_; }

private:
    /// Keeps two features apart along a normal.
    struct Separation {
        Stencil stencil = {};
        Eigen::Vector3d normal = Eigen::Vector3d::Zero();
        double distance = 0.0;
    };

    void relax(const Positions& from, Positions& to, const std::vector<Separation>& repulsions) const;
    void separate(const Separation& separation, const Positions& from, Positions& to) const;
    /// Returns whether the step ended up free.
    bool answer_impacts(const Positions& from, Positions& to, StepReport& report);

    const World& world_;
    const Judge& judge_;
    ImpactOptions options_;
    ContactScene scene_;
    std::vector<double> inverse_masses_;
};

}  // namespace tocca::simulation
