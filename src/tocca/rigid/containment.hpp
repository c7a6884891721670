// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>

#include "tocca/geometry/point.hpp"
#include "tocca/mesh/components.hpp"
#include "tocca/rigid/body_motion.hpp"
#include "tocca/rigid/rigid_body.hpp"
#include "tocca/rigid/solid_parts.hpp"

namespace tocca::rigid {

/// How many times the surface of a solid winds around a point, in the body's own coordinates; empty for a point on the
/// surface. It is 0 outside and in cavities, 1 inside, 2 where two parts overlap, and negative where faces turn clockwise
/// seen from outside.
///
/// Guarantee: exact for the doubles given.
/// Assumes:   a body that is a solid.
/// Cost:      some microseconds.
[[nodiscard]] std::optional<int> winding_number(const RigidBody& solid, const Point& point);

/// Throws: Error (malformed_mesh) for a part that is oriented otherwise than the outermost one and is not a cavity: one
///         with a vertex that the rest does not hold. Where it overlaps others the two would cancel out.
void check_cavities(const RigidBody& body, const SolidParts& parts);

/// Whether no point of a triangle is within a distance of a point.
///
/// Guarantee: true is proven.
[[nodiscard]] bool clear_of(const std::array<Eigen::Vector3d, 3>& triangle, const Eigen::Vector3d& point,
                            double distance);

/// On which side of the surface of a solid a point is.
enum class Side { outside, inside, unclear };

/// Of a point of the world, where it exactly is: clear unless the surface is as near as its place may be wrong. `error` is
/// that of places, of both bodies together.
[[nodiscard]] Side side_of(const RigidBody& solid, const MovingFrame& frame, const Eigen::Vector3d& world,
                           double error);

/// Whether a solid holds a part of a mesh, by a rule for the side of a vertex: all vertices of a part are on the same side of
/// a surface that it does not touch, and any that is clear will do. Parts without any count as inside. `first_vertices` has
/// one of each part, `parts_of` makes the parts of a mesh.
template <class SideOf>
[[nodiscard]] bool holds_part(std::span<const VertexId> first_vertices, const TriangleMesh& mesh,
                              Components parts_of(const TriangleMesh&), const SideOf& side_of_vertex)
{
    return std::ranges::any_of(first_vertices, [&](VertexId vertex) {
        const Side first = side_of_vertex(vertex);
        if (first != Side::unclear) return first == Side::inside;
        const Components parts = parts_of(mesh);
        for (VertexId v = vertex + 1; v < mesh.vertex_count(); ++v) {
            if (parts.of_vertex[v] != parts.of_vertex[vertex]) continue;
            const Side next = side_of_vertex(v);
            if (next != Side::unclear) return next == Side::inside;
        }
        return true;  // nobody could prove that it is free
    });
}

}  // namespace tocca::rigid
