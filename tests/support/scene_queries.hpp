// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "support/random.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/scene/scene.hpp"
#include "tocca/scene/scene_query.hpp"

namespace tocca::support {

/// A mesh that deforms.
struct BendingMesh {
    TriangleMesh mesh;  ///< where the step starts
    std::vector<Point> end;
};

/// A mesh whose vertices go straight from where a motion starts to where it ends, and mostly a little beside.
[[nodiscard]] BendingMesh bent_on_the_way(Random& random, const TriangleMesh& mesh, const RigidMotion& motion);

/// The longest side of the box about some points.
[[nodiscard]] double widest_side(std::span<const Point> points);

/// A few deforming meshes, bodies and robots on their way, and how they are asked about.
struct SceneCase {
    Scene scene = {};
    QueryOptions options = {};
};

/// Two to five parts of any scale, mostly free at the start and on their way towards each other; some that start near each
/// other, touching, crossing or inside. Solids, thickness, clearances, groups and ignored pairs among them.
[[nodiscard]] SceneCase random_scene_case(std::uint64_t seed);

/// The same with its parts added in another order: part i is the one that was number order[i].
[[nodiscard]] SceneCase reordered(const SceneCase& c, std::span<const PartId> order);

/// How a case is told in a failure: all parts with their motions, and the options.
[[nodiscard]] std::string describe(const SceneCase& c);

}  // namespace tocca::support
