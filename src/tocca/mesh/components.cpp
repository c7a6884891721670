// SPDX-License-Identifier: Apache-2.0
#include "tocca/mesh/components.hpp"

#include <numeric>

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

}  // namespace tocca
