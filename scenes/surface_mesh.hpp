// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "scenes/surfaces.hpp"

namespace tocca::scenes {

/// A surface that is not deformed, as a mesh.
[[nodiscard]] inline TriangleMesh mesh_of(const Surface& surface)
{
    std::vector<Point> positions;
    positions.reserve(surface.points.size());
    for (const Eigen::Vector3d& point : surface.points) positions.push_back(to_point(point));
    return {std::move(positions), surface.faces};
}

}  // namespace tocca::scenes
