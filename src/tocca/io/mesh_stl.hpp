// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "tocca/io/file_bytes.hpp"
#include "tocca/io/mesh_file.hpp"

namespace tocca {

/// Reads a mesh from the bytes of an STL file, ASCII or binary. Corners with equal coordinates become one vertex (0 and
/// -0 are equal), numbered as they first appear; normals and attributes are passed over.
///
/// A file is binary if its size is what the count at byte 80 calls for, even when it begins with `solid`.
///
/// Throws: Error with `file` and the line, or the facet (counted from 0), as read_mesh does.
[[nodiscard]] MeshFile parse_mesh_stl(std::string_view bytes, const std::string& file,
                                      const std::stop_token& stop = {});

/// Refuses a file that by its beginning and its size is neither.
///
/// Throws: Error (malformed_file).
void check_stl_head(const FileHead& head, const std::string& file);

}  // namespace tocca
