// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "tocca/deformable/moving_scene.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/rigid/rigid_body.hpp"

namespace tocca::bench {

/// A step of a cloth, and a body that turns under it meanwhile.
struct MixedStep {
    std::string name;
    deformable::MovingScene cloth;  ///< the only object
    std::shared_ptr<const RigidBody> body;
    RigidMotion motion;
};

/// A cloth that falls on a knot which turns: as it first touches (`mixed`), before that, and as it lies on a thinner knot in
/// folds, once with hardly a turn.
[[nodiscard]] std::vector<MixedStep> mixed_steps(std::size_t cloth_triangles, std::size_t body_triangles);

}  // namespace tocca::bench
