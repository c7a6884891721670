// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/detail/start_state.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "tocca/bvh/rss_tree.hpp"
#include "tocca/geometry/upward_ray.hpp"
#include "tocca/mesh/components.hpp"
#include "tocca/rigid/body_parts.hpp"
#include "tocca/rigid/containment.hpp"
#include "tocca/scene/detail/near_primitives.hpp"

namespace tocca::scene::detail {

namespace {

using Eigen::Vector3d;
using rigid::Side;

Point point_of(const Vector3d& v) { return {v.x(), v.y(), v.z()}; }
Vector3d vector_of(const Point& p) { return {p[0], p[1], p[2]}; }

/// Calls `visit(corners)` for the triangles of an object, where they start, whose boxes `may_matter`; `visit` returns
/// whether to go on.
template <class MayMatter, class Visit>
void for_each_start_triangle(const DeformingObject& object, const MayMatter& may_matter, const Visit& visit)
{
    std::vector<NodeId> open;
    if (object.root()) open.push_back(*object.root());
    while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        if (!may_matter(object.nodes()[node])) continue;
        if (object.is_leaf(node)) {
            if (!visit(object.triangle(node).start)) return;
        } else {
            for (const NodeId child : object.children(node)) open.push_back(child);
        }
    }
}

/// How many times the surface of an object winds around a point where the step starts; empty for a point on the surface.
///
/// Guarantee: exact for the doubles given: boxes are rounded outward, and a box that holds no point of the ray upward holds
///            no triangle that matters.
std::optional<int> winding_at_start(const DeformingObject& object, const Point& point)
{
    int sum = 0;
    bool on_surface = false;
    const auto over = [&](const MovingBox& box, std::size_t axis) {
        return static_cast<double>(box.lower_start.at[axis]) <= point[axis] &&
               point[axis] <= static_cast<double>(box.upper_start.at[axis]);
    };
    for_each_start_triangle(
        object,
        [&](const MovingBox& box) {
            return over(box, 0) && over(box, 1) && point[2] <= static_cast<double>(box.upper_start.at[2]);
        },
        [&](const std::array<Vector3d, 3>& corners) {
            const std::optional<int> through =
                leaves_through(point, {point_of(corners[0]), point_of(corners[1]), point_of(corners[2])});
            on_surface = !through;
            sum += through.value_or(0);
            return !on_surface;
        });
    return on_surface ? std::nullopt : std::optional(sum);
}

/// Whether no point of the object is within a distance of a point where the step starts.
///
/// Guarantee: true is proven.
bool clear_of_start(const DeformingObject& object, const Vector3d& point, double distance)
{
    bool clear = true;
    // Differences of doubles are rounded once.
    const double reach = distance * (1.0 + 0x1p-40);
    for_each_start_triangle(
        object,
        [&](const MovingBox& box) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const double x = point[static_cast<Eigen::Index>(axis)];
                if (static_cast<double>(box.lower_start.at[axis]) - x > reach) return false;
                if (x - static_cast<double>(box.upper_start.at[axis]) > reach) return false;
            }
            return true;
        },
        [&](const std::array<Vector3d, 3>& corners) {
            clear = rigid::clear_of(corners, point, distance);
            return clear;
        });
    return clear;
}

/// Whether a surface holds a part of a mesh that deforms: its parts are those connected by the numbers of vertices.
template <class SideOf>
bool holds_part_of(const DeformingObject& object, const SideOf& side_of_vertex)
{
    return rigid::holds_part(object.parts().first_vertices, object.mesh(), connected_components, side_of_vertex);
}

/// Whether an object, a solid, holds a part of another.
bool holds_part(const DeformingObject& solid, const DeformingObject& other)
{
    if (!solid.parts().solid) return false;
    return holds_part_of(other, [&](VertexId vertex) {
        const std::optional<int> winding = winding_at_start(solid, point_of(other.start(vertex)));
        return !winding ? Side::unclear : winding == 0 ? Side::outside : Side::inside;
    });
}

/// Whether the object, a solid, holds a part of the body.
bool object_holds_part(const MixedPair& pair, const rigid::MovingFrame& frame)
{
    const RigidBody& body = pair.body.body;
    return rigid::holds_part(body.part_vertices(), body.mesh(), rigid::body_parts, [&](VertexId vertex) {
        const Vector3d world = frame.place(vector_of(body.mesh().positions()[vertex]));
        const std::optional<int> winding = winding_at_start(pair.object, point_of(world));
        if (!winding) return Side::unclear;
        // Far from the object there is nothing to be near to, and the tree shows it.
        if (!clear_of_start(pair.object, world, pair.error)) return Side::unclear;
        return winding == 0 ? Side::outside : Side::inside;
    });
}

}  // namespace

bool starts_within(const MixedPair& pair, double level)
{
    bool within = false;
    const rigid::MovingFrame frame = pair.body.motion.at(0.0);
    for_each_near_pair(pair, all_pairs(pair), 0.0, widened(pair, level), [&](const MixedPrimitives& primitives) {
        MixedTriangles triangles(pair, primitives);
        triangles.move_to(0.0, frame);
        within = !(triangles.state().lower > level);
        return !within;
    });
    return within;
}

bool starts_inside(const DeformingObject& a, const DeformingObject& b) { return holds_part(a, b) || holds_part(b, a); }

bool starts_inside(const MixedPair& pair)
{
    const bool body_is_solid = pair.body.body.solid(), object_is_solid = pair.object.parts().solid;
    if (!body_is_solid && !object_is_solid) return false;
    if (!pair.object.root() || pair.body.body.tree().empty()) return false;
    const rigid::MovingFrame frame = pair.body.motion.at(0.0);
    const auto side_in_body = [&](VertexId vertex) {
        return side_of(pair.body.body, frame, pair.object.start(vertex), pair.error);
    };
    return (body_is_solid && holds_part_of(pair.object, side_in_body)) ||
           (object_is_solid && object_holds_part(pair, frame));
}

}  // namespace tocca::scene::detail
