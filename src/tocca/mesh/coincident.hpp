// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca::mesh {

/// For each vertex the first one at the same place; 0 and -0 are the same.
///
/// Cost: n log n.
[[nodiscard]] std::vector<VertexId> first_at_place(std::span<const Point> positions);

}  // namespace tocca::mesh
