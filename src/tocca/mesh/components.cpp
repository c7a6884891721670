// SPDX-License-Identifier: Apache-2.0
#include "tocca/mesh/components.hpp"

#include <numeric>
#include <utility>

namespace tocca {
namespace {

/// Disjoint sets of vertices; the representative of a set is its smallest vertex.
class DisjointSets {
public:
    explicit DisjointSets(std::size_t count) : parent_(count)
    {
        std::iota(parent_.begin(), parent_.end(), VertexId{0});
    }

    VertexId find(VertexId v)
    {
        while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
        return v;
    }

    void join(VertexId a, VertexId b)
    {
        a = find(a);
        b = find(b);
        if (a < b) parent_[b] = a;
        if (b < a) parent_[a] = b;
    }

private:
    std::vector<VertexId> parent_;
};

}  // namespace

Components connected_components(const TriangleMesh& mesh)
{
    DisjointSets sets(mesh.vertex_count());
    for (const auto& [a, b] : mesh.edges()) sets.join(a, b);

    Components components;
    components.of_vertex.resize(mesh.vertex_count());
    for (VertexId v = 0; v < mesh.vertex_count(); ++v) {
        const VertexId smallest = sets.find(v);
        components.of_vertex[v] =
            smallest == v ? static_cast<std::uint32_t>(components.count++) : components.of_vertex[smallest];
    }
    return components;
}

std::vector<MeshPart> split_components(const TriangleMesh& mesh)
{
    struct Pieces {
        std::vector<Point> positions;
        std::vector<FaceVertices> faces;
        std::vector<EdgeVertices> loose_edges;
    };
    const Components components = connected_components(mesh);
    std::vector<Pieces> pieces(components.count);
    std::vector<MeshPart> parts(components.count);
    std::vector<VertexId> local(mesh.vertex_count());
    for (VertexId v = 0; v < mesh.vertex_count(); ++v) {
        const std::uint32_t part = components.of_vertex[v];
        local[v] = static_cast<VertexId>(parts[part].vertices.size());
        parts[part].vertices.push_back(v);
        pieces[part].positions.push_back(mesh.positions()[v]);
    }
    for (FaceId f = 0; f < mesh.faces().size(); ++f) {
        const auto& [a, b, c] = mesh.faces()[f];
        const std::uint32_t part = components.of_vertex[a];
        parts[part].faces.push_back(f);
        pieces[part].faces.push_back({local[a], local[b], local[c]});
    }
    for (const EdgeId e : mesh.loose_edges()) {
        const auto& [a, b] = mesh.edges()[e];
        pieces[components.of_vertex[a]].loose_edges.push_back({local[a], local[b]});
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        parts[i].mesh =
            TriangleMesh(std::move(pieces[i].positions), std::move(pieces[i].faces), std::move(pieces[i].loose_edges));
    }
    return parts;
}

}  // namespace tocca
