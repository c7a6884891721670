// SPDX-License-Identifier: Apache-2.0
#include "tocca/mesh/adjacency.hpp"

#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/mesh/face_sides.hpp"

namespace tocca {
namespace {

/// Lists, for each of `count` features, what `for_all(visit)` pairs with it by calling visit(feature, item); items of
/// one feature come in increasing order if visited so.
template <class ForAll>
Incidence collect(std::size_t count, const ForAll& for_all)
{
    std::vector<std::size_t> begin(count + 1, 0);
    for_all([&](std::uint32_t feature, std::uint32_t) { ++begin[feature + std::size_t{1}]; });
    for (std::size_t i = 0; i < count; ++i) begin[i + 1] += begin[i];
    std::vector<std::uint32_t> items(begin[count]);
    std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
    for_all([&](std::uint32_t feature, std::uint32_t item) { items[next[feature]++] = item; });
    return {std::move(begin), std::move(items)};
}

std::vector<std::uint8_t> face_counts(const TriangleMesh& mesh)
{
    std::vector<std::uint8_t> faces(mesh.edges().size(), 0);
    for (const auto& edges : mesh.face_edges()) {
        for (const EdgeId e : edges) {
            if (e != no_edge && faces[e] < 3) ++faces[e];  // three stand for more
        }
    }
    return faces;
}

std::vector<EdgeId> edges_with(const TriangleMesh& mesh, std::uint8_t wanted)
{
    const auto faces = face_counts(mesh);
    std::vector<EdgeId> result;
    for (std::size_t e = 0; e < faces.size(); ++e) {
        if (faces[e] == wanted) result.push_back(static_cast<EdgeId>(e));
    }
    return result;
}

}  // namespace

Incidence::Incidence(std::vector<std::size_t> begin, std::vector<std::uint32_t> items)
    : begin_(std::move(begin)), items_(std::move(items))
{
    require(!begin_.empty() && begin_.front() == 0 && begin_.back() == items_.size(), "the lists must fill the items");
}

Incidence faces_of_vertices(const TriangleMesh& mesh)
{
    return collect(mesh.vertex_count(), [&](const auto& visit) {
        for (std::size_t f = 0; f < mesh.faces().size(); ++f) {
            mesh::for_each_vertex(mesh.faces()[f], [&](std::size_t, VertexId v) { visit(v, static_cast<FaceId>(f)); });
        }
    });
}

Incidence faces_of_edges(const TriangleMesh& mesh)
{
    return collect(mesh.edges().size(), [&](const auto& visit) {
        for (std::size_t f = 0; f < mesh.faces().size(); ++f) {
            for (const EdgeId e : mesh.face_edges()[f]) {
                if (e != no_edge) visit(e, static_cast<FaceId>(f));
            }
        }
    });
}

Incidence edges_of_vertices(const TriangleMesh& mesh)
{
    return collect(mesh.vertex_count(), [&](const auto& visit) {
        for (std::size_t e = 0; e < mesh.edges().size(); ++e) {
            for (const VertexId v : mesh.edges()[e]) visit(v, static_cast<EdgeId>(e));
        }
    });
}

std::vector<EdgeId> boundary_edges(const TriangleMesh& mesh) { return edges_with(mesh, 1); }
std::vector<EdgeId> non_manifold_edges(const TriangleMesh& mesh) { return edges_with(mesh, 3); }

MeshCounts counts(const TriangleMesh& mesh)
{
    MeshCounts result{.vertices = mesh.vertex_count(),
                      .edges = mesh.edges().size(),
                      .faces = mesh.faces().size(),
                      .loose_edges = mesh.loose_edges().size(),
                      .isolated_vertices = mesh.isolated_vertices().size(),
                      .degenerate_faces = mesh.degenerate_faces().size()};
    for (const std::uint8_t faces : face_counts(mesh)) {
        if (faces == 1) ++result.boundary_edges;
        if (faces == 3) ++result.non_manifold_edges;
    }
    return result;
}

}  // namespace tocca
