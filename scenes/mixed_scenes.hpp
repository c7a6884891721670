// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "tocca/scene/scene.hpp"

namespace tocca::scenes {

/// Deforming meshes, rigid bodies and robots in one scene, moving step by step: always the same.
struct MixedScene {
    Scene scene;
    std::size_t step_count = 1;
    /// Moves all parts by a step, any of them in any order.
    std::function<void(Scene& scene, std::size_t step)> move = {};
};

/// A cloth hangs over a mandrel that turns, swaying, and an arm swings through it: 10 steps, of which the first five are
/// free. About 7,000 triangles; lengths are metres.
[[nodiscard]] MixedScene arm_through_cloth();

/// A scene by its name.
struct MixedSceneEntry {
    std::string name;
    std::string about;
    std::function<MixedScene()> make;
};

/// arm-through-cloth.
[[nodiscard]] const std::vector<MixedSceneEntry>& mixed_scenes();

}  // namespace tocca::scenes
