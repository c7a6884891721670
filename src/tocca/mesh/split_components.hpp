// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca {

/// A connected part of a mesh as a separate mesh.
struct MeshPart {
    TriangleMesh mesh;
    /// The number in the whole mesh of each vertex and face of the part, in increasing order.
    std::vector<VertexId> vertices;
    std::vector<FaceId> faces;
};

/// The connected parts, by their smallest vertex.
///
/// Guarantee: every vertex, edge and face of the mesh is in exactly one part.
[[nodiscard]] std::vector<MeshPart> split_components(const TriangleMesh& mesh);

}  // namespace tocca
