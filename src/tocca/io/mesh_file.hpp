// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/geometry/point.hpp"
#include "tocca/io/file_bytes.hpp"
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

enum class MeshFormat { obj, ply, stl, off, dae, npy, gltf };

/// The format a file's name stands for, in any mixture of capitals: .obj, .ply, .stl, .off, .dae, .npy, .gltf and .glb;
/// nothing for another name.
[[nodiscard]] std::optional<MeshFormat> mesh_format_of(const std::filesystem::path& path);

/// As mesh_format_of, but another name is an error.
///
/// Throws: Error (malformed_file).
[[nodiscard]] MeshFormat required_mesh_format_of(const std::filesystem::path& path);

/// Refuses a file by its beginning and its size, if they are not those of a file of the format, before all of it is
/// read.
///
/// Throws: Error (malformed_file).
void check_mesh_head(const FileHead& head, MeshFormat format, const std::string& file);

/// Reads a mesh in the format its name stands for (parse_mesh_obj, parse_mesh_ply, parse_mesh_stl, parse_mesh_off,
/// parse_mesh_dae). A NumPy array of shape (n, 3) gives positions without faces, a glTF file its scene without
/// animation.
///
/// Guarantee: every coordinate is the double nearest to what the file says, and finite; every face and edge names
///            vertices that exist, every edge two of them. There is at least one vertex.
/// Throws:    Error with the file and its line, or the vertex or face in the sentence: unreadable_file, malformed_file,
///            not_finite, index_out_of_range, malformed_mesh; Error (interrupted) after a stop request.
[[nodiscard]] MeshFile read_mesh(const std::filesystem::path& path, const std::stop_token& stop = {});

/// The mesh in the bytes of a file; `file` is its name in errors. Safe on any bytes. A glTF file that names others
/// finds them beside `file`.
[[nodiscard]] MeshFile parse_mesh(std::string_view bytes, MeshFormat format, const std::string& file,
                                  const std::stop_token& stop = {});

}  // namespace tocca
