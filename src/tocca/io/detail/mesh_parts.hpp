// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca::io::detail {

/// Adds the triangles of a polygon, all from its first corner. Assumes: at least three corners.
inline void append_fan(std::span<const VertexId> corners, std::vector<FaceVertices>& faces)
{
    for (std::size_t i = 2; i < corners.size(); ++i) faces.push_back({corners[0], corners[i - 1], corners[i]});
}

[[nodiscard]] inline EdgeVertices edge_between(VertexId a, VertexId b) { return {std::min(a, b), std::max(a, b)}; }

/// Throws: Error (malformed_file) for no vertex at all, and for more than 32 bits count.
void check_vertex_count(std::size_t count, const std::string& file);

}  // namespace tocca::io::detail
