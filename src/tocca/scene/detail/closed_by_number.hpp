// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca::scene::detail {

/// Checks that every edge has as many faces that pass it in one direction as in the other, edges by the numbers of their
/// vertices: such a mesh stays closed however it deforms. Vertices that are only in one place may part.
///
/// Throws: Error (malformed_mesh), with the vertices of an edge.
void check_closed_by_number(const TriangleMesh& mesh);

}  // namespace tocca::scene::detail
