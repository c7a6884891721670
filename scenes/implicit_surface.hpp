// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <functional>

#include "scenes/surfaces.hpp"

namespace tocca::scenes {

/// Cubes side by side, from `low` on.
struct CubeGrid {
    Eigen::Vector3d low = Eigen::Vector3d::Zero();
    double cube = 1.0;  ///< length of a side
    std::array<std::size_t, 3> cubes = {1, 1, 1};
};

/// Where a field passes a level, as triangles that turn towards its smaller values: a surface without boundary inside the
/// grid, every edge in two faces, none of them without area.
///
/// Every cube is cut into six tetrahedra around its diagonal, which fit those of its neighbours; in a tetrahedron the
/// surface is a triangle or two. Its vertices stay away from the corners of the tetrahedra by a twentieth of the edge
/// they lie on.
///
/// Assumes: the field is at most `level` on the outside of the grid; else the surface has a boundary there.
/// Cost: linear in the number of cubes.
[[nodiscard]] Surface implicit_surface(const std::function<double(const Eigen::Vector3d&)>& field, double level,
                                       const CubeGrid& grid);

}  // namespace tocca::scenes
