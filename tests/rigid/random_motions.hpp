// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <vector>

#include "support/random.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/rigid/rigid_body.hpp"

/// Small bodies of every kind, and motions for them.
namespace tocca::support {

using Bodies = std::vector<std::shared_ptr<const RigidBody>>;

inline std::shared_ptr<const RigidBody> body(const TriangleMesh& mesh, bool solid = false)
{
    return std::make_shared<const RigidBody>(mesh,
                                             RigidBodyOptions{.solid = solid, .isolated_vertices = true, .threads = 1});
}

/// A ball, a ring, a single triangle, a lone vertex, an edge, and nothing at all.
inline Bodies all_kinds(double size)
{
    const Point a = {0.0, 0.0, 0.0}, b = {size, 0.0, 0.0}, c = {0.0, size, 0.3 * size};
    return {body(ico_sphere({.radius = size, .subdivisions = 1}).mesh()),
            body(torus({.radius = size, .tube_radius = 0.3 * size, .segments = 8, .sides = 4}).mesh()),
            body(TriangleMesh({a, b, c}, {{0, 1, 2}})),
            body(TriangleMesh({a}, {})),
            body(TriangleMesh({a, b}, {}, {{0, 1}})),
            body(TriangleMesh())};
}

inline Eigen::Vector3d random_vector(Random& random)
{
    return {random.signed_unit(), random.signed_unit(), random.signed_unit()};
}

inline Eigen::Isometry3d pose_within(Random& random, double reach)
{
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.linear() =
        Eigen::AngleAxisd(3.0 * random.signed_unit(), random_vector(random).normalized()).toRotationMatrix();
    pose.translation() = reach * random_vector(random);
    return pose;
}

/// Of every kind: at rest, translations, turns about near and far points, many turns.
inline RigidMotion random_motion(Random& random, double reach, double way)
{
    RigidMotion motion = at_rest(pose_within(random, reach));
    const std::size_t kind = random.below(6);
    if (kind == 0) return motion;
    motion.to.translation() += way * random_vector(random);
    if (kind == 1) return motion;
    motion.rotation = (kind == 2 ? 8.0 : 2.0) * random_vector(random);
    if (kind == 3) motion.reference = 5.0 * reach * random_vector(random);
    if (kind == 3) motion.rotation = 0.2 * random_vector(random);
    if (kind == 4) return turn(motion.from, pose_within(random, reach).translation(), *motion.rotation);
    return motion;
}

}  // namespace tocca::support
