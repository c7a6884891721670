// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "tocca/rigid/rigid_world.hpp"

namespace tocca::scenes {

/// A cloud of rigid bodies of radius 1, each in a cell of a cubic grid and apart from all others at the start.
struct BodyCloud {
    std::uint64_t seed = 4;
    std::size_t bodies = 500;
    std::size_t triangles = 5'000;  ///< of each body, about
    double spacing = 2.6;           ///< of the grid; at least 2.1
    double greatest_way = 4.0;      ///< the way of a body is of uniform length up to here, in a random direction
    double greatest_turn = 1.5;     ///< radians; the turn of a body is uniform up to here, about a random axis
};

/// The bodies with their motions. They share four generated models, knot, golf-ball, pot and blob in turn, whose place in
/// this list is the body's group and whose names they have.
///
/// Throws: std::invalid_argument for a spacing below 2.1, and for as few triangles as the models refuse.
[[nodiscard]] rigid::RigidWorld body_cloud(const BodyCloud& cloud = {});

/// Whether what two boxes sweep on their way, as boxes, has a point in common.
[[nodiscard]] bool swept_boxes_overlap(const MovingBox& a, const MovingBox& b);

}  // namespace tocca::scenes
