// SPDX-License-Identifier: Apache-2.0
#include "tocca/mesh/split_components.hpp"

#include <utility>

#include "tocca/mesh/components.hpp"

namespace tocca {

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
