// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "tocca/io/mesh_file.hpp"

namespace tocca {

/// Reads a mesh from Wavefront OBJ text: vertices `v`, polygons `f`, lines `l`, with indices from 1 or, negative, from
/// the last vertex read.
///
/// Weights and colours of vertices, points `p`, textures, normals, groups and materials are passed over; curves,
/// surfaces and statements unknown to the format are errors. A `#` begins a comment, a backslash at the end of a line
/// joins the next one to it. Numbers may be decimal or hexadecimal. A first line of two numbers, as some programs write
/// it, announces how many vertices and faces there are, and must be true.
///
/// Throws: Error with `file` and the line, as read_mesh does.
/// Source: Wavefront Advanced Visualizer manual, appendix B1, object files.
[[nodiscard]] MeshFile parse_mesh_obj(std::string_view text, const std::string& file, const std::stop_token& stop = {});

}  // namespace tocca
