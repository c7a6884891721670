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
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();  ///< to the side the first came from; zero where there is none
};

/// What two features should keep of their distance, where the judge can be asked for that.
struct KeptGap {
    double clearance = 0.0;      ///< no two features come nearer
    double near_fraction = 0.5;  ///< those that start nearer keep this part of their distance
};

/// Says what touches during a step, and how far it may go. A stepper asks one judge and believes it.
class Judge {
public:
    virtual ~Judge() = default;

    /// All impacts of the step, in a fixed order.
    [[nodiscard]] virtual std::vector<Impact> impacts(ContactScene& scene, const Positions& from, const Positions& to,
                                                      const KeptGap& gap) const = 0;
    /// The fraction of the step after which the positions ContactScene::after are free.
    [[nodiscard]] virtual double safe_step(ContactScene& scene, const Positions& from, const Positions& to,
                                           const KeptGap& gap) const = 0;
    /// Whether the whole step is free.
    [[nodiscard]] virtual bool is_free(ContactScene& scene, const Positions& from, const Positions& to) const = 0;
};

/// tocca: exact, and proven for the rounded positions.
[[nodiscard]] std::unique_ptr<Judge> exact_judge();

/// The judge of a name, "exact", "cubic" or "additive"; null for any other. All but the first are for comparison
/// only: they compute in doubles, miss contacts and invent others.
[[nodiscard]] std::unique_ptr<Judge> judge_of_name(std::string_view name);

}  // namespace tocca::simulation
