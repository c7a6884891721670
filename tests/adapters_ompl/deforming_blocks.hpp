// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "adapters/ompl/deforming_world.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::planning::tests {

/// A mode along which every vertex goes in the direction that `of` gives for its place.
template <class DirectionOf>
Mode mode_of(std::size_t value, const TriangleMesh& mesh, const DirectionOf& of)
{
    Mode mode = {.value = value};
    for (const Point& at : mesh.positions()) mode.directions.push_back(of(at));
    return mode;
}

/// A cube of side 1 around the origin that slides along x (-10 to 10) and grows longer along x by the value "stretch"
/// (-0.5 to 0.5, at either end), and a plate of a thickness whose near side is at x = 5.
inline std::vector<DeformingBody> cube_and_plate(double thickness)
{
    DeformingBody cube = {.name = "cube", .mesh = box({.lengths = {1, 1, 1}, .cells = {2, 2, 2}}).mesh()};
    cube.modes.push_back(mode_of(0, cube.mesh, [](const Point&) { return Point{1, 0, 0}; }));
    cube.modes.push_back(mode_of(1, cube.mesh, [](const Point& at) { return Point{2 * at[0], 0, 0}; }));
    const Shape plate = translated(box({.lengths = {thickness, 3, 3}}), {5 + 0.5 * thickness, 0, 0});
    return {std::move(cube), {.name = "plate", .mesh = plate.mesh()}};
}

inline std::shared_ptr<const DeformingWorld> sliding_cube(double thickness)
{
    return std::make_shared<const DeformingWorld>(cube_and_plate(thickness),
                                                  std::vector<StateValue>{{"x", -10.0, 10.0}, {"stretch", -0.5, 0.5}});
}

}  // namespace tocca::planning::tests
