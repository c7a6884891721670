// SPDX-License-Identifier: Apache-2.0
#include "tocca/mesh/components.hpp"

#include "tocca/base/disjoint_sets.hpp"

namespace tocca {

Components connected_components(const TriangleMesh& mesh)
{
    base::DisjointSets sets(mesh.vertex_count());
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

}  // namespace tocca
