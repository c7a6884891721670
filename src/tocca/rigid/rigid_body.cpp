// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/rigid_body.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/bvh/rss_tree.hpp"
#include "tocca/geometry/vector_length.hpp"
#include "tocca/rigid/body_parts.hpp"
#include "tocca/rigid/containment.hpp"
#include "tocca/rigid/solid_parts.hpp"

namespace tocca {

namespace {

void check_range(const RigidBody& body)
{
    for (const FaceVertices& primitive : body.primitives()) {
        for (const VertexId vertex : primitive) {
            for (const double x : body.mesh().positions()[vertex]) {
                if (std::abs(x) <= RigidBody::greatest_coordinate) continue;
                throw Error(ErrorCode::malformed_mesh, "vertex " + std::to_string(vertex) +
                                                           " has a coordinate beyond 1e15, the limit for rigid bodies");
            }
        }
    }
}

void check_ignored(const TriangleMesh& mesh)
{
    if (mesh.isolated_vertices().empty() || mesh.isolated_vertices().size() < mesh.vertex_count()) return;
    throw Error(ErrorCode::malformed_mesh,
                "the mesh has " + std::to_string(mesh.vertex_count()) +
                    " vertices but no faces and no edges: it can touch nothing unless isolated vertices are kept");
}

std::vector<FaceVertices> all_primitives(const TriangleMesh& mesh, bool isolated_vertices)
{
    std::vector<FaceVertices> primitives;
    primitives.reserve(mesh.faces().size() + mesh.loose_edges().size() +
                       (isolated_vertices ? mesh.isolated_vertices().size() : 0));
    primitives.assign(mesh.faces().begin(), mesh.faces().end());
    for (const EdgeId edge : mesh.loose_edges()) {
        primitives.push_back({mesh.edges()[edge][0], mesh.edges()[edge][1], mesh.edges()[edge][1]});
    }
    if (!isolated_vertices) return primitives;
    for (const VertexId vertex : mesh.isolated_vertices()) primitives.push_back({vertex, vertex, vertex});
    return primitives;
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
    require_floating_point();
    if (!options.isolated_vertices) {
        check_ignored(mesh_);
        ignored_vertices_ = mesh_.isolated_vertices().size();
    }
    if (!mesh_.loose_edges().empty() || mesh_.isolated_vertices().size() > ignored_vertices_) {
        primitives_ = all_primitives(mesh_, options.isolated_vertices);
    }
    check_range(*this);
    rigid::SolidParts solid_parts;
    if (solid_) solid_parts = rigid::solid_parts(mesh_);
    tree_ = std::make_shared<const RssTree>(mesh_.positions(), primitives(), options.threads);
    part_vertices_ = rigid::first_vertices_of_parts(mesh_, !options.isolated_vertices);
    const Box box = box_of(*this);
    diameter_ = length_of(box.high - box.low);
    middle_ = 0.5 * (box.low + box.high);
    for (std::uint32_t i = 0; i < primitives().size(); ++i) {
        for (const Eigen::Vector3d& corner : corners(i)) radius_ = std::max(radius_, length_of(corner - middle_));
    }
    if (solid_) rigid::check_cavities(*this, solid_parts);
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
    return mesh_.memory_bytes() + primitives_.capacity() * sizeof(FaceVertices) +
           (moved_from() ? 0 : tree_->memory_bytes()) + part_vertices_.capacity() * sizeof(VertexId);
}

}  // namespace tocca
