// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/rigid_body.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/geometry/vector_length.hpp"
#include "tocca/mesh/components.hpp"

namespace tocca {

namespace {

void check_range(const TriangleMesh& mesh)
{
    const std::span<const Point> positions = mesh.positions();
    for (std::size_t i = 0; i < positions.size(); ++i) {
        for (const double x : positions[i]) {
            if (std::abs(x) <= RigidBody::greatest_coordinate) continue;
            throw Error(ErrorCode::malformed_mesh,
                        "vertex " + std::to_string(i) + " has a coordinate beyond 1e15, the largest of a rigid body");
        }
    }
}

std::vector<FaceVertices> all_primitives(const TriangleMesh& mesh)
{
    std::vector<FaceVertices> primitives;
    primitives.reserve(mesh.faces().size() + mesh.loose_edges().size() + mesh.isolated_vertices().size());
    primitives.assign(mesh.faces().begin(), mesh.faces().end());
    for (const EdgeId edge : mesh.loose_edges()) {
        primitives.push_back({mesh.edges()[edge][0], mesh.edges()[edge][1], mesh.edges()[edge][1]});
    }
    for (const VertexId vertex : mesh.isolated_vertices()) primitives.push_back({vertex, vertex, vertex});
    return primitives;
}

/// Every edge of a closed mesh has an even number of sides, so that crossing the surface is going in or out.
void check_closed(const TriangleMesh& mesh)
{
    std::vector<unsigned char> odd(mesh.edges().size(), 0);
    for (const std::array<EdgeId, 3>& sides : mesh.face_edges()) {
        for (const EdgeId edge : sides) {
            if (edge != no_edge) odd[edge] ^= 1U;
        }
    }
    for (std::size_t i = 0; i < odd.size(); ++i) {
        const auto edge = static_cast<EdgeId>(i);
        if (odd[i] == 0 && !std::binary_search(mesh.loose_edges().begin(), mesh.loose_edges().end(), edge)) continue;
        throw Error(ErrorCode::malformed_mesh,
                    "a solid must be closed: an odd number of faces, or none, meet at the edge from vertex " +
                        std::to_string(mesh.edges()[edge][0]) + " to vertex " + std::to_string(mesh.edges()[edge][1]));
    }
    if (mesh.isolated_vertices().empty()) return;
    throw Error(ErrorCode::malformed_mesh,
                "a solid must be closed: vertex " + std::to_string(mesh.isolated_vertices()[0]) + " has no face");
}

std::vector<VertexId> vertex_of_each_part(const TriangleMesh& mesh)
{
    const Components parts = connected_components(mesh);
    std::vector<VertexId> vertices;
    for (std::size_t v = 0; v < parts.of_vertex.size(); ++v) {
        // Parts are numbered by their smallest vertices.
        if (parts.of_vertex[v] == vertices.size()) vertices.push_back(static_cast<VertexId>(v));
    }
    vertices.shrink_to_fit();
    return vertices;
}

struct Box {
    Eigen::Vector3d low = Eigen::Vector3d::Zero();
    Eigen::Vector3d high = Eigen::Vector3d::Zero();
};

Box box_of(const RigidBody& body)
{
    Box box;
    for (std::uint32_t i = 0; i < body.primitives().size(); ++i) {
        const std::array<Eigen::Vector3d, 3> corners = body.corners(i);
        if (i == 0) box = {corners[0], corners[0]};
        for (const Eigen::Vector3d& corner : corners) {
            box.low = box.low.cwiseMin(corner);
            box.high = box.high.cwiseMax(corner);
        }
    }
    return box;
}

}  // namespace

RigidBody::RigidBody(TriangleMesh mesh, const RigidBodyOptions& options) : mesh_(std::move(mesh)), solid_(options.solid)
{
    check_range(mesh_);
    if (solid_) check_closed(mesh_);
    if (!mesh_.loose_edges().empty() || !mesh_.isolated_vertices().empty()) primitives_ = all_primitives(mesh_);
    tree_ = RssTree(mesh_.positions(), primitives(), options.threads);
    part_vertices_ = vertex_of_each_part(mesh_);
    const Box box = box_of(*this);
    diameter_ = length_of(box.high - box.low);
    middle_ = 0.5 * (box.low + box.high);
    for (std::uint32_t i = 0; i < primitives().size(); ++i) {
        for (const Eigen::Vector3d& corner : corners(i)) radius_ = std::max(radius_, length_of(corner - middle_));
    }
}

std::span<const FaceVertices> RigidBody::primitives() const
{
    return primitives_.empty() ? mesh_.faces() : std::span<const FaceVertices>(primitives_);
}

std::array<Eigen::Vector3d, 3> RigidBody::corners(std::uint32_t primitive) const
{
    std::array<Eigen::Vector3d, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) {
        const Point& position = mesh_.positions()[primitives()[primitive][k]];
        corners[k] = {position[0], position[1], position[2]};
    }
    return corners;
}

double RigidBody::radius_about(const Eigen::Vector3d& point) const
{
    if (primitives().empty()) return 0.0;
    const double scale = middle_.cwiseAbs().sum() + point.cwiseAbs().sum();
    return (length_of(point - middle_) + radius_) * (1.0 + 0x1p-46) + 0x1p-46 * scale + 0x1p-1070;
}

std::size_t RigidBody::memory_bytes() const
{
    return mesh_.memory_bytes() + primitives_.capacity() * sizeof(FaceVertices) + tree_.memory_bytes() +
           part_vertices_.capacity() * sizeof(VertexId);
}

}  // namespace tocca
