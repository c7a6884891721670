// SPDX-License-Identifier: Apache-2.0
#include "support/mixed_step.hpp"

#include <cmath>
#include <utility>

#include "scenes/generators.hpp"
#include "support/mesh_step.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::bench {
namespace {

std::shared_ptr<const RigidBody> knot(std::size_t triangles, double tube_radius)
{
    // Two triangles to each segment and side; cells of the tube are about square.
    const auto sides = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(triangles) / 24.0)));
    return std::make_shared<const RigidBody>(
        torus_knot({.tube_radius = tube_radius, .segments = 12 * sides, .sides = sides}).mesh());
}

/// The cloth alone, from a frame to the next.
deformable::MovingScene cloth_of(const scenes::DeformingScene& scene, int frame)
{
    MeshStep step = step_of(scene, frame);
    for (auto* positions : {&step.start, &step.end}) positions->resize(1);
    step.faces.resize(1);
    deformable::MovingScene cloth = scene_at_start(step);
    set_step(cloth, step, 0);
    return cloth;
}

}  // namespace

std::vector<MixedStep> mixed_steps(std::size_t cloth_triangles, std::size_t body_triangles)
{
    // A quarter of that scene is a knot of its own, which is left out.
    const scenes::DeformingScene scene = scenes::cloth_over_knot(cloth_triangles * 4 / 3);
    const auto thick = knot(body_triangles, 0.22), thin = knot(body_triangles, 0.2);
    const RigidMotion turns = turn(Eigen::Isometry3d::Identity(), {0, 0, 0}, {0.0, 0.0, 0.2});
    const RigidMotion settles = turn(Eigen::Isometry3d::Identity(), {0, 0, 0}, {0.0, 0.0, 0.002});
    std::vector<MixedStep> steps;
    steps.push_back({"mixed:falling", cloth_of(scene, 2), thick, turns});
    steps.push_back({"mixed", cloth_of(scene, 5), thick, turns});
    steps.push_back({"mixed:draped", cloth_of(scene, 28), thin, turns});
    steps.push_back({"mixed:settling", cloth_of(scene, 28), thin, settles});
    return steps;
}

}  // namespace tocca::bench
