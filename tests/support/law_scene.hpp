// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "tocca/deformable/moving_scene.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::support {

/// Two shapes, one of which may move in a straight line: a question that every subject can be asked.
///
/// All coordinates are multiples of 2^-10 below 2^6, and so are the places along the way that matter: placing the shapes
/// rounds nothing, and an answer about bodies is about the same points as one about meshes.
struct LawScene {
    Shape moving;
    Shape resting;
    Point travel = {};  ///< of `moving`
    double clearance = 0.0;
    bool solid = false;  ///< both are closed, and asked about as solids where there are such
};

/// Starts that are apart, near, touching, crossing and inside; motions that meet, pass, part and rest.
[[nodiscard]] LawScene random_law_scene(std::uint64_t seed);

/// How the scene is told in a failure: enough to build it again.
[[nodiscard]] std::string describe(const LawScene& scene);

/// The two as deforming meshes, neither of which touches itself. Where `thickness` is positive, each has that much.
[[nodiscard]] deformable::MovingScene as_meshes(const LawScene& scene, double thickness = 0.0);

/// What is true of a scene, by exact arithmetic of another kind than the library's.
struct LawTruth {
    bool touches = false;           ///< a vertex and a face, or two edges, have a point in common at some time
    bool crosses_at_start = false;  ///< an edge passes through a face at t = 0
    bool near_at_start = false;     ///< the distance at t = 0 is below the clearance
    bool inside_at_start = false;   ///< one starts inside the other, which is a solid, and no surfaces meet
};

/// Cost: about a millisecond per pair of features.
[[nodiscard]] LawTruth truth_of(const LawScene& scene);

}  // namespace tocca::support
