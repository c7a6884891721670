// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <map>

#include "tocca/base/sentence.hpp"
#include "tocca/mesh/editable_mesh.hpp"
#include "tocca/mesh/face_sides.hpp"

namespace tocca {
namespace {

using base::sentence;

bool holds(RepresentedMask mask, std::size_t place) { return (mask >> place & 1U) != 0; }

}  // namespace

/// Whether the lists of vertices and edges name exactly the faces and loose edges there are.
std::optional<std::string> EditableMesh::broken_list() const
{
    std::map<VertexId, std::vector<FaceId>> of_vertices;
    std::map<EdgeKey, std::vector<FaceId>> of_edges;
    for (FaceId f = 0; f < faces_.size(); ++f) {
        if (!faces_[f].present) continue;
        for (const VertexId v : faces_[f].vertices) {
            if (!has_vertex(v)) return sentence("face ", f, " names vertex ", v, ", which is not there");
        }
        mesh::for_each_vertex(faces_[f].vertices, [&](std::size_t, VertexId v) { of_vertices[v].push_back(f); });
        mesh::for_each_side(faces_[f].vertices,
                            [&](std::size_t, const EdgeVertices& e) { of_edges[key(e[0], e[1])].push_back(f); });
    }
    std::map<VertexId, std::vector<VertexId>> loose_ends;
    for (const auto& [edge, record] : edges_) {
        const auto a = static_cast<VertexId>(edge >> 32U), b = static_cast<VertexId>(edge & 0xffffffffU);
        if (!std::ranges::is_permutation(record.faces, of_edges[edge]))
            return sentence("edge ", a, " ", b, " does not list its faces");
        if (!has_vertex(a) || !has_vertex(b)) return sentence("edge ", a, " ", b, " has an end that is not there");
        if (!record.faces.empty()) continue;
        loose_ends[a].push_back(b);
        loose_ends[b].push_back(a);
    }
    if (of_edges.size() != edges_.size()) return "a face has an edge that is not there";
    for (VertexId v = 0; v < vertices_.size(); ++v) {
        if (!std::ranges::is_permutation(vertices_[v].faces, of_vertices[v]))
            return sentence("vertex ", v, " does not list its faces");
        if (!std::ranges::is_permutation(vertices_[v].loose_ends, loose_ends[v]))
            return sentence("vertex ", v, " does not list its loose edges");
    }
    return std::nullopt;
}

std::optional<std::string> EditableMesh::broken_invariant() const
{
    if (auto fault = broken_list()) return fault;
    std::map<VertexId, int> vertex_leaves;
    std::map<EdgeKey, int> edge_leaves;
    for (FaceId f = 0; f < faces_.size(); ++f) {
        const FaceRecord& face = faces_[f];
        unsigned rest = face.represents;
        if (!face.present) {
            if (rest != 0) return sentence("face ", f, " is not there and represents something");
            continue;
        }
        mesh::for_each_vertex(face.vertices, [&](std::size_t corner, VertexId v) {
            if (!holds(face.represents, corner)) return;
            rest &= ~(1U << corner);
            // A bit that the vertex does not know of counts twice.
            vertex_leaves[v] += vertices_[v].representative == f ? 1 : 2;
        });
        mesh::for_each_side(face.vertices, [&](std::size_t side, const EdgeVertices& e) {
            if (!holds(face.represents, 3 + side)) return;
            rest &= ~(1U << (3 + side));
            edge_leaves[key(e[0], e[1])] += edges_.at(key(e[0], e[1])).representative == f ? 1 : 2;
        });
        if (rest != 0) return sentence("face ", f, " represents a feature that it does not have");
    }
    for (const auto& [edge, record] : edges_) {
        const auto a = static_cast<VertexId>(edge >> 32U), b = static_cast<VertexId>(edge & 0xffffffffU);
        if (!record.faces.empty()) {
            if (record.represents != 0) return sentence("edge ", a, " ", b, " has faces and is a leaf");
            continue;
        }
        if (holds(record.represents, 3)) ++edge_leaves[edge];
        if (holds(record.represents, 0)) vertex_leaves[a] += vertices_[a].representative == b ? 1 : 2;
        if (holds(record.represents, 1)) vertex_leaves[b] += vertices_[b].representative == a ? 1 : 2;
    }
    for (const auto& [edge, record] : edges_) {
        if (edge_leaves[edge] != 1)
            return sentence("edge ", edge >> 32U, " ", edge & 0xffffffffU, " has not exactly one representative");
    }
    for (VertexId v = 0; v < vertices_.size(); ++v) {
        const VertexRecord& record = vertices_[v];
        const bool stands_for_itself = record.faces.empty() && record.loose_ends.empty();
        if (vertex_leaves[v] != (record.present && !stands_for_itself ? 1 : 0))
            return sentence("vertex ", v, " has not exactly one representative");
    }
    return std::nullopt;
}

}  // namespace tocca
