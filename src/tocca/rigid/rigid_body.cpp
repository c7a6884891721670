// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/rigid_body.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "tocca/base/error.hpp"

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
    std::vector<FaceVertices> primitives(mesh.faces().begin(), mesh.faces().end());
    for (const EdgeId edge : mesh.loose_edges()) {
        primitives.push_back({mesh.edges()[edge][0], mesh.edges()[edge][1], mesh.edges()[edge][1]});
    }
    for (const VertexId vertex : mesh.isolated_vertices()) primitives.push_back({vertex, vertex, vertex});
    return primitives;
}

double diagonal(const TriangleMesh& mesh, std::span<const FaceVertices> primitives)
{
    if (primitives.empty()) return 0.0;
    double squared = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
        double low = mesh.positions()[primitives[0][0]][k], high = low;
        for (const FaceVertices& primitive : primitives) {
            for (const VertexId vertex : primitive) {
                low = std::min(low, mesh.positions()[vertex][k]);
                high = std::max(high, mesh.positions()[vertex][k]);
            }
        }
        squared += (high - low) * (high - low);
    }
    return std::sqrt(squared);
}

}  // namespace

RigidBody::RigidBody(TriangleMesh mesh, const RigidBodyOptions& options) : mesh_(std::move(mesh)), solid_(options.solid)
{
    check_range(mesh_);
    if (!mesh_.loose_edges().empty() || !mesh_.isolated_vertices().empty()) primitives_ = all_primitives(mesh_);
    tree_ = RssTree(mesh_.positions(), primitives(), options.threads);
    diameter_ = diagonal(mesh_, primitives());
}

std::span<const FaceVertices> RigidBody::primitives() const
{
    return primitives_.empty() ? mesh_.faces() : std::span<const FaceVertices>(primitives_);
}

double RigidBody::radius_about(const Eigen::Vector3d& point) const
{
    if (tree_.empty()) return 0.0;
    const Rss& root = tree_.root();
    double greatest = 0.0;
    for (const double u : {-root.half_u, root.half_u}) {
        for (const double v : {-root.half_v, root.half_v}) {
            greatest = std::max(greatest, (root.centre + u * root.u + v * root.v - point).norm());
        }
    }
    const double scale = root.centre.cwiseAbs().sum() + point.cwiseAbs().sum();
    return (greatest + root.radius) * (1.0 + 0x1p-46) + 0x1p-46 * scale;
}

std::size_t RigidBody::memory_bytes() const
{
    return mesh_.memory_bytes() + primitives_.capacity() * sizeof(FaceVertices) + tree_.memory_bytes();
}

}  // namespace tocca
