// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/mesh/components.hpp"

namespace tocca::rigid {

/// The connected parts of a mesh, where vertices at the same place are connected, too. Numbered as those of Components.
[[nodiscard]] Components body_parts(const TriangleMesh& mesh);

/// The smallest vertex of each part, if it is not an isolated one that is ignored.
[[nodiscard]] std::vector<VertexId> first_vertices_of_parts(const TriangleMesh& mesh, bool ignore_isolated);

}  // namespace tocca::rigid
