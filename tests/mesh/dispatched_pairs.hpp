// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "tocca/mesh/representatives.hpp"

namespace tocca {

/// A pair of features by the vertices of both. An isolated vertex is also the edge from it to itself.
struct VertexFacePair {
    VertexId vertex;
    FaceId face;
    friend auto operator<=>(const VertexFacePair&, const VertexFacePair&) = default;
};
struct EdgeEdgePair {
    EdgeVertices first, second;
    friend auto operator<=>(const EdgeEdgePair&, const EdgeEdgePair&) = default;
};
struct FeaturePairs {
    std::vector<VertexFacePair> vertex_face;
    std::vector<EdgeEdgePair> edge_edge;

    void sort()
    {
        std::ranges::sort(vertex_face);
        std::ranges::sort(edge_edge);
    }
    friend bool operator==(const FeaturePairs&, const FeaturePairs&) = default;
};

[[nodiscard]] inline bool disjoint(const EdgeVertices& a, const EdgeVertices& b)
{
    return a[0] != b[0] && a[0] != b[1] && a[1] != b[0] && a[1] != b[1];
}

[[nodiscard]] inline bool names(const FaceVertices& face, VertexId v) { return std::ranges::count(face, v) != 0; }

/// What is to be asked: every vertex with every face that does not name it, every two edges without a common vertex.
[[nodiscard]] inline FeaturePairs all_pairs(const TriangleMesh& mesh)
{
    FeaturePairs pairs;
    for (VertexId v = 0; v < mesh.vertex_count(); ++v)
        for (FaceId f = 0; f < mesh.faces().size(); ++f)
            if (!names(mesh.faces()[f], v)) pairs.vertex_face.push_back({v, f});
    std::vector<EdgeVertices> edges(mesh.edges().begin(), mesh.edges().end());
    for (const VertexId v : mesh.isolated_vertices()) edges.push_back({v, v});
    std::ranges::sort(edges);
    for (std::size_t i = 0; i < edges.size(); ++i)
        for (std::size_t j = i + 1; j < edges.size(); ++j)
            if (disjoint(edges[i], edges[j])) pairs.edge_edge.push_back({edges[i], edges[j]});
    pairs.sort();
    return pairs;
}

struct Represented {
    std::vector<VertexId> vertices;
    std::vector<EdgeVertices> edges;
};

[[nodiscard]] inline Represented represented(const TriangleMesh& mesh, const Leaf& leaf)
{
    Represented result;
    const auto has = [&](std::size_t place) { return (leaf.represents >> place & 1U) != 0; };
    if (leaf.kind == LeafKind::face) {
        for (std::size_t i = 0; i < 3; ++i) {
            if (has(i)) result.vertices.push_back(mesh.faces()[leaf.feature][i]);
            if (has(3 + i)) result.edges.push_back(mesh.edges()[mesh.face_edges()[leaf.feature][i]]);
        }
    } else if (leaf.kind == LeafKind::edge) {
        for (std::size_t i = 0; i < 2; ++i)
            if (has(i)) result.vertices.push_back(mesh.edges()[leaf.feature][i]);
        if (has(3)) result.edges.push_back(mesh.edges()[leaf.feature]);
    } else {
        if (has(0)) result.vertices.push_back(leaf.feature);
        if (has(3)) result.edges.push_back({leaf.feature, leaf.feature});
    }
    return result;
}

/// What is asked over all pairs of leaves, as often as it is.
[[nodiscard]] inline FeaturePairs dispatched_pairs(const TriangleMesh& mesh, std::span<const Leaf> leaves)
{
    FeaturePairs pairs;
    const auto vertices_with_face = [&](const Leaf& s, const Leaf& t) {
        if (t.kind != LeafKind::face) return;
        for (const VertexId v : represented(mesh, s).vertices)
            if (!names(mesh.faces()[t.feature], v)) pairs.vertex_face.push_back({v, t.feature});
    };
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        for (std::size_t j = i + 1; j < leaves.size(); ++j) {
            vertices_with_face(leaves[i], leaves[j]);
            vertices_with_face(leaves[j], leaves[i]);
            for (const EdgeVertices& e : represented(mesh, leaves[i]).edges)
                for (const EdgeVertices& f : represented(mesh, leaves[j]).edges)
                    if (disjoint(e, f)) pairs.edge_edge.push_back({std::min(e, f), std::max(e, f)});
        }
    }
    pairs.sort();
    return pairs;
}

}  // namespace tocca
