// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca {

class RssTree;

/// The fixed options of a rigid body.
struct RigidBodyOptions {
    /// The mesh is closed and bounds a solid: a body that starts inside it is reported as such. Its parts may overlap.
    bool solid = false;
    /// Vertices without a face or an edge are points of the body. By default they are ignored: in most files they are left
    /// over from editing.
    bool isolated_vertices = false;
    int threads = 0;  ///< for building the tree; 0: all available
};

/// A mesh prepared once for rigid motion: a bounding volume hierarchy; poses and motions come with each query. Bodies are
/// immutable: any number of threads may query one at the same time.
///
/// Any triangles are valid: closed or not, non-manifold, crossing each other, without area; loose edges belong to the body
/// too, and isolated vertices on request. A body of an empty mesh touches nothing. Queries refuse a body that was moved
/// from (std::invalid_argument).
class RigidBody {
public:
    /// The largest coordinate a body may have, and the largest of its poses.
    static constexpr double greatest_coordinate = 1e15;

    /// Guarantee: a function of the mesh alone, whatever the number of threads.
    /// Throws:    Error (malformed_mesh) for a coordinate beyond greatest_coordinate; for vertices that are all ignored; and
    ///            for a solid that is not closed, is not oriented consistently, has two faces with the same corners and opposite
    ///            orientations, or a part that is inside out and not a cavity. The sentence names the vertex, edge or face.
    explicit RigidBody(TriangleMesh mesh, const RigidBodyOptions& options = {});

    [[nodiscard]] const TriangleMesh& mesh() const { return mesh_; }
    /// The leaves of the tree: the faces, then the loose edges and the isolated vertices that count, as triangles that name
    /// a vertex more than once.
    [[nodiscard]] std::span<const FaceVertices> primitives() const;
    /// The corners of a primitive.
    [[nodiscard]] std::array<Eigen::Vector3d, 3> corners(std::uint32_t primitive) const;
    [[nodiscard]] const RssTree& tree() const { return *tree_; }
    [[nodiscard]] bool solid() const { return solid_; }
    [[nodiscard]] bool moved_from() const { return tree_ == nullptr; }
    /// The number of vertices of the mesh that do not belong to the body.
    [[nodiscard]] std::size_t ignored_vertices() const { return ignored_vertices_; }
    /// A vertex of each connected part; vertices at the same place are connected.
    [[nodiscard]] std::span<const VertexId> part_vertices() const { return part_vertices_; }
    /// The diagonal of its box, and the middle of it.
    [[nodiscard]] double diameter() const { return diameter_; }
    [[nodiscard]] const Eigen::Vector3d& middle() const { return middle_; }
    /// No vertex is further from a point, in body coordinates, than this: exact about the middle, but for rounding.
    [[nodiscard]] double radius_about(const Eigen::Vector3d& point) const;

    /// The memory that mesh and tree occupy.
    [[nodiscard]] std::size_t memory_bytes() const;

private:
    TriangleMesh mesh_;
    std::vector<FaceVertices> primitives_;  // empty when they are the faces
    std::shared_ptr<const RssTree> tree_;   // copies share it
    std::vector<VertexId> part_vertices_;
    double diameter_ = 0.0;
    Eigen::Vector3d middle_ = Eigen::Vector3d::Zero();
    double radius_ = 0.0;  // about the middle
    std::size_t ignored_vertices_ = 0;
    bool solid_ = false;
};

}  // namespace tocca
