// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <vector>

#include "tocca/geometry/point.hpp"
#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca {

/// A mesh as a file holds it: polygons are cut into triangles that share the polygon's first corner; lines without a
/// face are edges. Groups, objects and materials are passed over: one file is one mesh.
struct MeshFile {
    std::vector<Point> positions;
    std::vector<FaceVertices> faces;
    std::vector<EdgeVertices> edges;  ///< of no face, the smaller number first

    friend bool operator==(const MeshFile&, const MeshFile&) = default;
};

/// Reads a mesh in the format its name stands for (parse_mesh_obj, parse_mesh_ply, parse_mesh_stl, parse_mesh_off,
/// parse_mesh_dae). A NumPy array of shape (n, 3) gives positions without faces, a glTF file its scene without
/// animation.
///
/// Guarantee: every coordinate is the double nearest to what the file says, and finite; every face and edge names
///            vertices that exist, every edge two of them. There is at least one vertex.
/// Throws:    Error with the file and its line, or the vertex or face in the sentence: unreadable_file, malformed_file,
///            not_finite, index_out_of_range, malformed_mesh; Error (interrupted) after a stop request.
[[nodiscard]] MeshFile read_mesh(const std::filesystem::path& path, const std::stop_token& stop = {});

}  // namespace tocca
