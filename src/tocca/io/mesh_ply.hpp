// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "tocca/io/mesh_file.hpp"

namespace tocca {

/// Reads a mesh from the bytes of a PLY file, ASCII or binary in either order: positions from x, y, z of the element
/// `vertex`, polygons from the list `vertex_indices` or `vertex_index` of `face`, loose edges from `vertex1` and
/// `vertex2` of `edge`. Elements and properties may stand in any order and be of any type; others are passed over, but
/// triangle strips are refused.
///
/// ASCII coordinates are read as the double nearest to the text, even when the header declares them float.
///
/// Throws: Error with `file` and the line, or the vertex, face or edge (counted from 0), as read_mesh does.
/// Source: Greg Turk, The PLY Polygon File Format, 1994.
[[nodiscard]] MeshFile parse_mesh_ply(std::string_view bytes, const std::string& file,
                                      const std::stop_token& stop = {});

}  // namespace tocca
