// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "tocca/bvh/tree_topology.hpp"
#include "tocca/deformable/moving_scene.hpp"
#include "tocca/deformable/step_tree.hpp"
#include "tocca/geometry/triangle_intersection.hpp"

namespace tocca::scene::detail {

/// What stays the same from step to step for a deforming mesh: computed once per object.
struct ObjectParts {
    /// The smallest vertex of each connected part. Vertices at the same place are not connected: they may part.
    std::vector<VertexId> first_vertices = {};
    /// The mesh is closed and bounds a solid.
    bool solid = false;

    /// Assumes: a solid is closed by the numbers of its vertices, or by vertices that start every step in one place.
    [[nodiscard]] static ObjectParts of(const TriangleMesh& mesh, bool solid = false);
};

/// A triangle whose corners move in straight lines. Loose edges and isolated vertices are triangles that name a corner more
/// than once.
struct StraightTriangle {
    std::array<Eigen::Vector3d, 3> start, velocity;

    /// Each corner is within DeformingObject::position_error of its exact place.
    [[nodiscard]] TrianglePoints at(double t) const;
};

/// One object of a scene over its step, as a search against a body sees it.
///
/// Assumes: the scene and the parts outlive it, and the scene stays at its step.
class DeformingObject {
public:
    /// Throws: Error (not_finite) for a coordinate beyond RigidBody::greatest_coordinate; std::invalid_argument for an
    ///         object that does not exist.
    /// Cost:   one pass over the vertices.
    DeformingObject(const deformable::MovingScene& scene, deformable::ObjectId object, const ObjectParts& parts);

    [[nodiscard]] const deformable::StepTree& step() const { return step_; }
    [[nodiscard]] const TriangleMesh& mesh() const { return mesh_; }
    [[nodiscard]] const ObjectParts& parts() const { return parts_; }
    [[nodiscard]] std::span<const MovingBox> nodes() const { return step_.tree().nodes(); }
    /// The node over all triangles of the object; empty for an object without any.
    [[nodiscard]] std::optional<NodeId> root() const { return root_; }
    [[nodiscard]] bool is_leaf(NodeId node) const { return node >= step_.tree().inner_count(); }
    [[nodiscard]] std::array<NodeId, 2> children(NodeId node) const
    {
        return {nodes()[node].lower_start.word, nodes()[node].upper_start.word};
    }

    /// The triangle of a leaf, and its corners by their numbers in the mesh.
    [[nodiscard]] StraightTriangle triangle(NodeId leaf) const;
    [[nodiscard]] FaceVertices corners(NodeId leaf) const;
    /// Where a leaf's triangle is in the lists of the tree.
    [[nodiscard]] std::uint32_t slot(NodeId leaf) const { return deformable::LeafWords::of(nodes()[leaf]).slot; }
    [[nodiscard]] Eigen::Vector3d start(VertexId vertex) const;
    [[nodiscard]] Eigen::Vector3d velocity(VertexId vertex) const;

    /// The diagonal of its box at the start.
    [[nodiscard]] double diameter() const { return diameter_; }
    /// A bound of the distance between the computed and the exact place of any of its points, at any time.
    [[nodiscard]] double position_error() const { return position_error_; }
    /// A bound of the difference between the velocity of any vertex and a given one.
    [[nodiscard]] double speed_about(const Eigen::Vector3d& drift) const;

private:
    [[nodiscard]] std::array<deformable::Place, 3> places(NodeId leaf) const;
    [[nodiscard]] std::optional<NodeId> find_root() const;
    void measure();

    const deformable::StepTree& step_;
    const TriangleMesh& mesh_;
    const ObjectParts& parts_;
    deformable::ObjectId object_;
    std::optional<NodeId> root_;
    double diameter_ = 0.0;
    double position_error_ = 0.0;
    Eigen::Vector3d least_velocity_ = Eigen::Vector3d::Zero();
    Eigen::Vector3d max_velocity_ = Eigen::Vector3d::Zero();
};

}  // namespace tocca::scene::detail
