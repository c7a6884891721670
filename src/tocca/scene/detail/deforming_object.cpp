// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/detail/deforming_object.hpp"

#include <algorithm>

#include "tocca/base/error.hpp"
#include "tocca/geometry/vector_length.hpp"
#include "tocca/mesh/components.hpp"
#include "tocca/rigid/rigid_body.hpp"

namespace tocca::scene::detail {

using Eigen::Vector3d;

ObjectParts ObjectParts::of(const TriangleMesh& mesh, bool solid)
{
    ObjectParts result = {.solid = solid};
    const Components components = connected_components(mesh);
    // Parts are numbered by their smallest vertex.
    for (VertexId v = 0; v < mesh.vertex_count(); ++v) {
        if (components.of_vertex[v] == result.first_vertices.size()) result.first_vertices.push_back(v);
    }
    return result;
}

TrianglePoints StraightTriangle::at(double t) const
{
    TrianglePoints points;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vector3d place = start[k] + t * velocity[k];
        points[k] = {place.x(), place.y(), place.z()};
    }
    return points;
}

DeformingObject::DeformingObject(const deformable::MovingScene& scene, deformable::ObjectId object,
                                 const ObjectParts& parts)
    : step_(scene.tree()), mesh_(scene.object(object).mesh), parts_(parts), object_(object), root_(find_root())
{
    measure();
}

/// The triangles of an object have a subtree of their own.
std::optional<NodeId> DeformingObject::find_root() const
{
    if (nodes().empty()) return std::nullopt;
    std::vector<NodeId> open = {0};
    while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        const std::uint32_t tag = nodes()[node].upper_end.word;
        if (tag == object_) return node;
        if (tag != mixed_tag) continue;
        for (const NodeId child : children(node)) open.push_back(child);
    }
    return std::nullopt;
}

// A computed place is start + t (end - start) with a difference, a product and a sum rounded, and the product perhaps lost
// below the least double. With u = 2^-53 and M the largest coordinate the difference is at most 2 M, so that a component is
// wrong by at most 2 M (2 u + u^2) + M u (1 + 5 u) + 2^-1074 < 5.1 M u + 2^-1074, and a place by less than 9 M u + 2^-1073;
// 16 u = 2^-49.
void DeformingObject::measure()
{
    double far = 0.0;
    Vector3d low = Vector3d::Zero(), high = Vector3d::Zero();
    for (VertexId v = 0; v < mesh_.vertex_count(); ++v) {
        const deformable::MovingVertex& vertex = step_.vertices()[step_.place(object_, v)];
        const Eigen::Map<const Vector3d> from(vertex.start.data()), to(vertex.end.data());
        const Vector3d way = to - from;
        if (v == 0) {
            low = high = from;
            least_velocity_ = max_velocity_ = way;
        }
        far = std::max({far, from.cwiseAbs().maxCoeff(), to.cwiseAbs().maxCoeff()});
        low = low.cwiseMin(from);
        high = high.cwiseMax(from);
        least_velocity_ = least_velocity_.cwiseMin(way);
        max_velocity_ = max_velocity_.cwiseMax(way);
    }
    if (far > RigidBody::greatest_coordinate) {
        throw Error(ErrorCode::not_finite,
                    "object " + std::to_string(object_) +
                        " has a coordinate beyond 1e15, the limit for a mesh that meets bodies, robots or solids");
    }
    diameter_ = length_of(high - low);
    position_error_ = 0x1p-49 * far + 0x1p-1070;
}

double DeformingObject::speed_about(const Vector3d& drift) const
{
    const Vector3d most = (max_velocity_ - drift).cwiseAbs().cwiseMax((least_velocity_ - drift).cwiseAbs());
    // Velocities are rounded once, the differences again.
    const double scale = least_velocity_.cwiseAbs().sum() + max_velocity_.cwiseAbs().sum();
    return length_of(most) * (1.0 + 0x1p-48) + 0x1p-50 * scale;
}

std::array<deformable::Place, 3> DeformingObject::places(NodeId leaf) const
{
    std::array<deformable::Place, 3> corners = step_.corners()[slot(leaf)];
    if (corners[2] == deformable::no_place) corners[2] = corners[1];
    return corners;
}

StraightTriangle DeformingObject::triangle(NodeId leaf) const
{
    StraightTriangle triangle;
    const std::array<deformable::Place, 3> corners = places(leaf);
    for (std::size_t k = 0; k < 3; ++k) {
        const deformable::MovingVertex& vertex = step_.vertices()[corners[k]];
        triangle.start[k] = Eigen::Map<const Vector3d>(vertex.start.data());
        triangle.velocity[k] = Eigen::Map<const Vector3d>(vertex.end.data()) - triangle.start[k];
    }
    return triangle;
}

FaceVertices DeformingObject::corners(NodeId leaf) const
{
    FaceVertices vertices = {};
    const std::array<deformable::Place, 3> corners = places(leaf);
    const std::uint32_t first = step_.first_number(object_);
    for (std::size_t k = 0; k < 3; ++k) vertices[k] = step_.number(corners[k]) - first;
    return vertices;
}

Vector3d DeformingObject::start(VertexId vertex) const
{
    return Eigen::Map<const Vector3d>(step_.vertices()[step_.place(object_, vertex)].start.data());
}

Vector3d DeformingObject::velocity(VertexId vertex) const
{
    return Eigen::Map<const Vector3d>(step_.vertices()[step_.place(object_, vertex)].end.data()) - start(vertex);
}

}  // namespace tocca::scene::detail
