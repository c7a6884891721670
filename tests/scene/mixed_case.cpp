// SPDX-License-Identifier: Apache-2.0
#include "scene/mixed_case.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "support/rigid_queries.hpp"
#include "support/scene_queries.hpp"

namespace tocca::support {

namespace {

/// The first body of a case of two bodies becomes a mesh.
MixedCase deforming(Random& random, const RigidCase& c)
{
    auto [mesh, end] = bent_on_the_way(random, c.mesh_a, c.motion_a);
    MixedCase result;
    result.mesh = std::move(mesh);
    result.end = std::move(end);
    result.body_mesh = c.mesh_b;
    result.motion = c.motion_b;
    result.options.query = c.options;
    if (random.chance(0.2)) {
        const double size = std::max(widest_side(result.mesh.positions()), 1e-300);
        result.options.object_padding = size * std::exp2(-12.0 * random.unit());
        if (random.chance(0.5)) result.options.body_padding = size * std::exp2(-12.0 * random.unit());
    }
    return result;
}

}  // namespace

deformable::MovingScene MixedSetup::scene_of(const MixedCase& c)
{
    deformable::MovingScene scene(std::vector<deformable::SceneObject>{{c.mesh, {}}}, 1);
    scene.move_to({std::span(c.end)}, 1);
    return scene;
}

MixedSetup::MixedSetup(const MixedCase& c, deformable::MovingScene scene)
    : options_(c.options),
      scene_(std::move(scene)),
      body_(c.body_mesh, {.solid = c.solid_body, .isolated_vertices = true, .threads = 1}),
      motion_(c.motion, body_.radius_about(c.motion.reference), body_.middle()),
      parts_(scene::detail::ObjectParts::of(c.mesh, c.solid_object)),
      object_(scene_, 0, parts_),
      question_(object_, {{body_, motion_}, options_.body_padding}, options_.query, options_.object_padding)
{}

Answer first_contact_of(const MixedCase& c) { return MixedSetup(c).first_contact(); }

MixedCase random_mixed_case(std::uint64_t seed)
{
    Random random(seed);
    RigidCase c = random_rigid_case(random.bits());
    // Turning bodies are what this is about; a mesh that is carried along may be at rest.
    if (random.chance(0.3)) std::swap(c.mesh_a, c.mesh_b), std::swap(c.motion_a, c.motion_b);
    return deforming(random, c);
}

MixedCase mixed_sizes_case(std::uint64_t seed)
{
    Random random(seed);
    RigidCase c = mixed_rigid_case(random.bits());
    if (random.chance(0.5)) std::swap(c.mesh_a, c.mesh_b), std::swap(c.motion_a, c.motion_b);
    return deforming(random, c);
}

}  // namespace tocca::support
