// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "calls.hpp"
#include "tocca/deformable/moving_scene.hpp"

namespace tocca::python {

/// A scene and who uses it.
struct SceneHandle {
    explicit SceneHandle(MovingScene moving) : scene(std::move(moving)) {}

    MovingScene scene;
    InUse use;
};

/// A scene of one object.
struct MeshHandle : SceneHandle {
    using SceneHandle::SceneHandle;
};

}  // namespace tocca::python
