// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tocca/geometry/point.hpp"

namespace tocca {

/// Vertices, edges and faces are numbered from 0.
using VertexId = std::uint32_t;
using EdgeId = std::uint32_t;
using FaceId = std::uint32_t;

/// The corners of a face, in order.
using FaceVertices = std::array<VertexId, 3>;
/// The ends of an edge, the smaller number first.
using EdgeVertices = std::array<VertexId, 2>;

/// Stands for a missing edge in face_edges(): a face that names a vertex twice has fewer than three edges.
inline constexpr EdgeId no_edge = ~EdgeId{0};

/// A triangle mesh, checked once: any triangles, closed or not, manifold or not, with loose edges and isolated vertices.
///
/// Faces may repeat, and may name a vertex twice (they are then segments or points); such faces are reported by
/// degenerate_faces(), as are those without area. Edges are those of the faces and the loose ones given, each once.
class TriangleMesh {
public:
    TriangleMesh() = default;

    /// `loose_edges` are edges without a face; one that a face has too, or that is repeated, counts once.
    ///
    /// Throws: Error (not_finite) for a coordinate that is NaN or infinite; Error (index_out_of_range) for a vertex that
    ///         does not exist; Error (malformed_mesh) for a loose edge from a vertex to itself, and for more vertices,
    ///         edges or faces than 32 bits count. The sentence names the vertex, edge or face.
    TriangleMesh(std::vector<Point> positions, std::vector<FaceVertices> faces,
                 std::vector<EdgeVertices> loose_edges = {});

    [[nodiscard]] std::span<const Point> positions() const { return positions_; }
    [[nodiscard]] std::span<const FaceVertices> faces() const { return faces_; }
    /// Every edge once, sorted by its two vertices.
    [[nodiscard]] std::span<const EdgeVertices> edges() const { return edges_; }
    /// The edges ab, bc, ca of each face abc.
    [[nodiscard]] std::span<const std::array<EdgeId, 3>> face_edges() const { return face_edges_; }
    /// Edges without a face, in increasing order.
    [[nodiscard]] std::span<const EdgeId> loose_edges() const { return loose_edges_; }
    /// Vertices without an edge or a face, in increasing order. A vertex whose only face names no other vertex counts as
    /// having a face.
    [[nodiscard]] std::span<const VertexId> isolated_vertices() const { return isolated_vertices_; }
    /// Faces that name a vertex twice or have no area at the positions given (exactly), in increasing order.
    [[nodiscard]] std::span<const FaceId> degenerate_faces() const { return degenerate_faces_; }

    [[nodiscard]] std::size_t vertex_count() const { return positions_.size(); }

    /// The memory that the mesh occupies.
    [[nodiscard]] std::size_t memory_bytes() const;

private:
    std::vector<Point> positions_;
    std::vector<FaceVertices> faces_;
    std::vector<EdgeVertices> edges_;
    std::vector<std::array<EdgeId, 3>> face_edges_;
    std::vector<EdgeId> loose_edges_;
    std::vector<VertexId> isolated_vertices_;
    std::vector<FaceId> degenerate_faces_;
};

}  // namespace tocca
