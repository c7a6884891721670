// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "tocca/io/file_bytes.hpp"
#include "tocca/io/mesh_file.hpp"

namespace tocca {

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

/// The mesh in the bytes of a file; `file` is its name in errors. Safe on any bytes. A glTF file that names others
/// finds them beside `file`.
[[nodiscard]] MeshFile parse_mesh(std::string_view bytes, MeshFormat format, const std::string& file,
                                  const std::stop_token& stop = {});

}  // namespace tocca
