// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "support/random.hpp"
#include "tocca/mesh/triangle_mesh.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca::support {

/// A small mesh of about unit size, of 1 to `most` triangles: a soup, a closed shape, a sheet, needles, corners on a
/// coarse grid; some with repeated and collapsed triangles, loose edges and isolated vertices.
[[nodiscard]] TriangleMesh random_body_mesh(Random& random, std::size_t most);

/// A small mesh of about a size, mostly with features of other sizes: triangles down to the least double, collapsed ones, some
/// with a corner far out, at most 1e9 times as far. The last vertices are those of such features.
[[nodiscard]] TriangleMesh mixed_body_mesh(Random& random, double size);
/// A vertex, as often the last one as any.
[[nodiscard]] Eigen::Vector3d leading_vertex(Random& random, const TriangleMesh& mesh);
/// The middle of a face, or a vertex where there are no faces.
[[nodiscard]] Eigen::Vector3d point_on(Random& random, const TriangleMesh& mesh);

/// The mesh with every coordinate x as scale x + offset.
[[nodiscard]] TriangleMesh moved(const TriangleMesh& mesh, double scale, const Point& offset);

/// A pose of any orientation, now and then one along the axes.
[[nodiscard]] Eigen::Isometry3d random_pose(Random& random, double reach);

/// A motion of any kind that takes the middle of a body from one place to another, or not far from that.
[[nodiscard]] RigidMotion random_rigid_motion(Random& random, const TriangleMesh& mesh, const Eigen::Vector3d& from,
                                              const Eigen::Vector3d& to);

/// Two small bodies of any scale on their way, mostly towards each other or past each other, and how they are asked
/// about.
struct RigidCase {
    TriangleMesh mesh_a, mesh_b;
    RigidMotion motion_a, motion_b;
    QueryOptions options = {};
    /// A time by which they touch, to rounding, where that is known beforehand.
    std::optional<double> touches_by = {};
};

/// All kinds of motion: at rest, translations, turns of up to three turns, screws, tiny ones; bodies far from their
/// origin and from that of the world.
[[nodiscard]] RigidCase random_rigid_case(std::uint64_t seed);

/// Ordinary bodies with features of other sizes: triangles of any size down to the least double, collapsed, with a corner
/// far out. A vertex of one, often that of such a feature, starts at a point of the other, near it, or passes it on its way,
/// so that they touch by a time that is known. Clearances, and thresholds down to below the last digit of the clearance.
[[nodiscard]] RigidCase mixed_rigid_case(std::uint64_t seed);

}  // namespace tocca::support
