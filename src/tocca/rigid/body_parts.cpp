// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/body_parts.hpp"

#include <algorithm>
#include <numeric>

#include "tocca/mesh/coincident.hpp"

namespace tocca::rigid {

Components body_parts(const TriangleMesh& mesh)
{
    Components parts = connected_components(mesh);
    if (parts.count < 2) return parts;
    std::vector<std::uint32_t> parent(parts.count);
    std::iota(parent.begin(), parent.end(), std::uint32_t{0});
    const auto root = [&](std::uint32_t part) {
        while (parent[part] != part) part = parent[part] = parent[parent[part]];
        return part;
    };
    const std::vector<VertexId> first = mesh::first_at_place(mesh.positions());
    for (VertexId v = 0; v < mesh.vertex_count(); ++v) {
        const std::uint32_t a = root(parts.of_vertex[v]), b = root(parts.of_vertex[first[v]]);
        parent[std::max(a, b)] = std::min(a, b);
    }
    std::vector<std::uint32_t> number(parts.count);
    std::uint32_t count = 0;
    for (std::uint32_t part = 0; part < parts.count; ++part) {
        number[part] = root(part) == part ? count++ : number[root(part)];
    }
    parts.count = count;
    for (std::uint32_t& part : parts.of_vertex) part = number[part];
    return parts;
}

std::vector<VertexId> first_vertices_of_parts(const TriangleMesh& mesh, bool ignore_isolated)
{
    const Components parts = body_parts(mesh);
    const auto isolated = mesh.isolated_vertices();
    std::vector<bool> seen(parts.count);
    std::vector<VertexId> first;
    for (VertexId v = 0; v < mesh.vertex_count(); ++v) {
        if (seen[parts.of_vertex[v]]) continue;
        if (ignore_isolated && std::binary_search(isolated.begin(), isolated.end(), v)) continue;
        seen[parts.of_vertex[v]] = true;
        first.push_back(v);
    }
    first.shrink_to_fit();
    return first;
}

}  // namespace tocca::rigid
