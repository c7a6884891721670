// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "tocca/io/mesh_file.hpp"

namespace tocca {

/// Reads a mesh from OFF text: the counts of vertices, faces and (optionally) edges, on the first line or a later one,
/// then a line for each vertex and each face.
///
/// What follows the coordinates of a vertex (normal, colour and texture of NOFF, COFF, STOFF and their mixtures) and the
/// corners of a face is passed over if it consists of numbers. A `#` begins a comment. Points of other dimensions (4OFF,
/// nOFF) and the binary form are refused.
///
/// Throws: Error with `file` and the line, as read_mesh does.
/// Source: Geomview manual, OFF files.
[[nodiscard]] MeshFile parse_mesh_off(std::string_view text, const std::string& file, const std::stop_token& stop = {});

}  // namespace tocca
