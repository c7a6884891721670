// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca {

/// In place of the number that a vertex had in an earlier mesh: it was not there.
inline constexpr VertexId new_vertex = ~VertexId{0};

}  // namespace tocca
