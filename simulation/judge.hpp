// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "simulation/contact_scene.hpp"

namespace tocca::simulation {

/// Features that touch during a step.
struct Impact {
    Stencil stencil = {};                              ///< with the weights of the contact point
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();  ///< to the side the first came from; zero if undefined
};

/// The gap that features should keep, for judges that support one.
struct KeptGap {
    double clearance = 0.0;      ///< no two features come nearer
    double near_fraction = 0.5;  ///< features that start nearer keep this part of their distance
};

/// What safe_step allows.
struct SafeMotion {
    double step = 1.0;         ///< the fraction of the step
    bool all_shorter = false;  ///< whether the rounded positions of every shorter step are proven, too
};

/// Decides what touches during a step and how far the step may go. A stepper asks one judge and trusts it.
class Judge {
public:
    virtual ~Judge() = default;

    /// All impacts of the step, in a fixed order.
    [[nodiscard]] virtual std::vector<Impact> impacts(ContactScene& scene, const Positions& from, const Positions& to,
                                                      const KeptGap& gap) const = 0;
    /// A fraction of the step such that the motion to the positions ContactScene::after gives for it is free.
    [[nodiscard]] virtual SafeMotion safe_step(ContactScene& scene, const Positions& from, const Positions& to,
                                               const KeptGap& gap) const = 0;
    /// Whether the whole step is free.
    [[nodiscard]] virtual bool is_free(ContactScene& scene, const Positions& from, const Positions& to) const = 0;
};

/// The judge by tocca: exact, and proven for the rounded positions.
[[nodiscard]] std::unique_ptr<Judge> exact_judge();

/// The judge with a name, "exact", "cubic", "additive" or "bsc-float"; null for any other name. All but the first are for
/// comparison only: they compute in doubles, miss contacts and report contacts that do not exist.
[[nodiscard]] std::unique_ptr<Judge> judge_of_name(std::string_view name);

}  // namespace tocca::simulation
