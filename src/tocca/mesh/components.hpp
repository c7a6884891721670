// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca {

/// Which connected part of a mesh each vertex belongs to. Parts are numbered from 0 by their smallest vertex.
struct Components {
    std::size_t count = 0;
    std::vector<std::uint32_t> of_vertex = {};
};

/// Parts are connected by faces and edges, loose ones included; an isolated vertex is its own part. Vertices at the
/// same place do not connect.
///
/// Cost: linear, nearly.
[[nodiscard]] Components connected_components(const TriangleMesh& mesh);

}  // namespace tocca
