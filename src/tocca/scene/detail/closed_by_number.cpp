// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/detail/closed_by_number.hpp"

#include <map>
#include <string>

#include "tocca/base/error.hpp"

namespace tocca::scene::detail {

void check_closed_by_number(const TriangleMesh& mesh)
{
    // By how many more faces pass an edge from the lesser vertex to the greater.
    std::map<std::array<VertexId, 2>, int> excess;
    for (const FaceVertices& face : mesh.faces()) {
        for (std::size_t k = 0; k < 3; ++k) {
            const VertexId a = face[k], b = face[(k + 1) % 3];
            excess[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
        }
    }
    for (const auto& [edge, more] : excess) {
        if (more == 0) continue;
        throw Error(ErrorCode::malformed_mesh,
                    "a deforming solid must be closed by vertex numbers: its faces do not pass the edge from vertex " +
                        std::to_string(edge[0]) + " to " + std::to_string(edge[1]) +
                        " equally often in both directions (weld vertices at the same position)");
    }
}

}  // namespace tocca::scene::detail
