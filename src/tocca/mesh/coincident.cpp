// SPDX-License-Identifier: Apache-2.0
#include "tocca/mesh/coincident.hpp"

#include <algorithm>
#include <numeric>

namespace tocca::mesh {

std::vector<VertexId> first_at_place(std::span<const Point> positions)
{
    std::vector<VertexId> order(positions.size());
    std::iota(order.begin(), order.end(), VertexId{0});
    std::sort(order.begin(), order.end(), [&](VertexId a, VertexId b) {
        return positions[a] != positions[b] ? positions[a] < positions[b] : a < b;
    });
    std::vector<VertexId> first(positions.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool same = i > 0 && positions[order[i]] == positions[order[i - 1]];
        first[order[i]] = same ? first[order[i - 1]] : order[i];
    }
    return first;
}

}  // namespace tocca::mesh
