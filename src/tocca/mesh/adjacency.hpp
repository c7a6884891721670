// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca {

/// For each of a number of features the numbers of the features it meets, in increasing order, each once.
class Incidence {
public:
    Incidence() = default;
    /// `begin[i]` is where the list of feature i begins in `items`, `begin.back()` is the number of items.
    Incidence(std::vector<std::size_t> begin, std::vector<std::uint32_t> items);

    [[nodiscard]] std::size_t size() const { return begin_.size() - 1; }

    [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t feature) const
    {
        return std::span(items_).subspan(begin_[feature], count(feature));
    }

    [[nodiscard]] std::size_t count(std::uint32_t feature) const
    {
        return begin_[feature + std::size_t{1}] - begin_[feature];
    }

private:
    std::vector<std::size_t> begin_ = {0};
    std::vector<std::uint32_t> items_;
};

/// The faces around a vertex, the faces at an edge, the edges at a vertex.
///
/// Cost: linear.
[[nodiscard]] Incidence faces_of_vertices(const TriangleMesh& mesh);
[[nodiscard]] Incidence faces_of_edges(const TriangleMesh& mesh);
[[nodiscard]] Incidence edges_of_vertices(const TriangleMesh& mesh);

/// Edges of exactly one face, in increasing order.
[[nodiscard]] std::vector<EdgeId> boundary_edges(const TriangleMesh& mesh);
/// Edges of three faces or more, in increasing order; repeated faces count.
[[nodiscard]] std::vector<EdgeId> non_manifold_edges(const TriangleMesh& mesh);

/// How many features of each sort a mesh has.
struct MeshCounts {
    std::size_t vertices = 0;
    std::size_t edges = 0;
    std::size_t faces = 0;
    std::size_t boundary_edges = 0;
    std::size_t non_manifold_edges = 0;
    std::size_t loose_edges = 0;
    std::size_t isolated_vertices = 0;
    std::size_t degenerate_faces = 0;

    friend bool operator==(const MeshCounts&, const MeshCounts&) = default;
};

[[nodiscard]] MeshCounts counts(const TriangleMesh& mesh);

}  // namespace tocca
