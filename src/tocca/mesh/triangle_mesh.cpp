// SPDX-License-Identifier: Apache-2.0
#include "tocca/mesh/triangle_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/base/sentence.hpp"
#include "tocca/geometry/orientation.hpp"
#include "tocca/mesh/face_sides.hpp"

namespace tocca {
namespace {

using base::sentence;
using mesh::edge_of;
using mesh::for_each_side;

void check_count(std::size_t count, const char* what)
{
    if (count >= no_edge) {
        throw Error(ErrorCode::malformed_mesh,
                    sentence("too many ", what, ": ", count, "; a mesh can have fewer than 2^32 - 1"));
    }
}

void check_positions(std::span<const Point> positions)
{
    for (std::size_t v = 0; v < positions.size(); ++v) {
        for (const double x : positions[v]) {
            if (!std::isfinite(x)) {
                throw Error(ErrorCode::not_finite, sentence("vertex ", v, " has a coordinate that is ", x));
            }
        }
    }
}

template <class Corners>
void check_indices(std::span<const Corners> features, std::size_t vertex_count, const char* what)
{
    for (std::size_t i = 0; i < features.size(); ++i) {
        for (const VertexId v : features[i]) {
            if (v >= vertex_count) {
                throw Error(ErrorCode::index_out_of_range,
                            sentence(what, " ", i, " names vertex ", v, ", but there are ", vertex_count, " vertices"));
            }
        }
    }
}

/// The edges of faces and loose ones, each once and sorted, with where those of each smaller vertex begin.
struct SortedEdges {
    std::vector<EdgeVertices> edges;
    std::vector<EdgeId> begin;

    [[nodiscard]] EdgeId find(const EdgeVertices& edge) const
    {
        EdgeId low = begin[edge[0]], high = begin[edge[0] + std::size_t{1}];
        while (high - low > 8) {
            const EdgeId middle = low + (high - low) / 2;
            (edges[middle][1] <= edge[1] ? low : high) = middle;
        }
        while (edges[low][1] != edge[1]) ++low;
        return low;
    }
};

SortedEdges sort_edges(std::size_t vertex_count, std::span<const FaceVertices> faces,
                       std::span<const EdgeVertices> loose)
{
    // Buckets by the smaller vertex hold the greater ones: four bytes for each side of each face.
    std::vector<std::size_t> begin(vertex_count + 1, 0);
    const auto for_all = [&](const auto& visit) {
        for (const FaceVertices& face : faces)
            for_each_side(face, [&](std::size_t, const EdgeVertices& edge) { visit(edge); });
        for (const EdgeVertices& edge : loose) visit(edge_of(edge[0], edge[1]));
    };
    for_all([&](const EdgeVertices& edge) { ++begin[edge[0]]; });
    std::size_t total = 0;
    for (std::size_t& entry : begin) total += std::exchange(entry, total);
    std::vector<VertexId> greater(total);
    for_all([&](const EdgeVertices& edge) { greater[begin[edge[0]]++] = edge[1]; });
    // Filling has moved every entry on to the begin of the next bucket.

    SortedEdges result;
    result.begin.resize(vertex_count + 1);
    std::size_t kept = 0, first = 0;
    for (std::size_t v = 0; v < vertex_count; ++v) {
        const auto low = greater.begin() + static_cast<std::ptrdiff_t>(first);
        const auto high = greater.begin() + static_cast<std::ptrdiff_t>(begin[v]);
        first = begin[v];
        std::sort(low, high);
        result.begin[v] = static_cast<EdgeId>(kept);
        const auto end = std::unique(low, high);
        std::copy(low, end, greater.begin() + static_cast<std::ptrdiff_t>(kept));
        kept += static_cast<std::size_t>(end - low);
        check_count(kept, "edges");
    }
    result.begin[vertex_count] = static_cast<EdgeId>(kept);
    result.edges.resize(kept);
    for (std::size_t v = 0; v < vertex_count; ++v) {
        for (EdgeId e = result.begin[v]; e < result.begin[v + 1]; ++e)
            result.edges[e] = {static_cast<VertexId>(v), greater[e]};
    }
    return result;
}

}  // namespace

TriangleMesh::TriangleMesh(std::vector<Point> positions, std::vector<FaceVertices> faces,
                           std::vector<EdgeVertices> loose_edges)
    : positions_(std::move(positions)), faces_(std::move(faces))
{
    positions_.shrink_to_fit();
    faces_.shrink_to_fit();
    check_count(positions_.size(), "vertices");
    check_count(faces_.size(), "faces");
    check_positions(positions_);
    check_indices<FaceVertices>(faces_, positions_.size(), "face");
    check_indices<EdgeVertices>(loose_edges, positions_.size(), "loose edge");
    for (std::size_t i = 0; i < loose_edges.size(); ++i) {
        if (loose_edges[i][0] == loose_edges[i][1]) {
            throw Error(ErrorCode::malformed_mesh,
                        sentence("loose edge ", i, " goes from vertex ", loose_edges[i][0], " to itself"));
        }
    }

    SortedEdges sorted_edges = sort_edges(positions_.size(), faces_, loose_edges);
    face_edges_.resize(faces_.size());
    std::vector<bool> has_feature(positions_.size()), has_face(loose_edges.empty() ? 0 : sorted_edges.edges.size());
    for (std::size_t f = 0; f < faces_.size(); ++f) {
        face_edges_[f].fill(no_edge);
        for_each_side(faces_[f], [&](std::size_t side, const EdgeVertices& edge) {
            const EdgeId e = sorted_edges.find(edge);
            face_edges_[f][side] = e;
            if (!has_face.empty()) has_face[e] = true;
        });
        for (const VertexId v : faces_[f]) has_feature[v] = true;
        const auto& [a, b, c] = faces_[f];
        if (a == b || b == c || c == a || collinear(positions_[a], positions_[b], positions_[c]))
            degenerate_faces_.push_back(static_cast<FaceId>(f));
    }
    edges_ = std::move(sorted_edges.edges);

    for (std::size_t e = 0; e < has_face.size(); ++e) {
        if (has_face[e]) continue;
        loose_edges_.push_back(static_cast<EdgeId>(e));
        for (const VertexId v : edges_[e]) has_feature[v] = true;
    }
    for (std::size_t v = 0; v < has_feature.size(); ++v) {
        if (!has_feature[v]) isolated_vertices_.push_back(static_cast<VertexId>(v));
    }
    loose_edges_.shrink_to_fit();
    isolated_vertices_.shrink_to_fit();
    degenerate_faces_.shrink_to_fit();
}

std::size_t TriangleMesh::memory_bytes() const
{
    const auto bytes = [](const auto& vector) { return vector.capacity() * sizeof(vector[0]); };
    return bytes(positions_) + bytes(faces_) + bytes(edges_) + bytes(face_edges_) + bytes(loose_edges_) +
           bytes(isolated_vertices_) + bytes(degenerate_faces_);
}

}  // namespace tocca
