// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/io/detail/xml_place.hpp"
#include "tocca/io/mesh_file.hpp"

namespace tocca::io::detail {

/// The triangles of a <geometry> of a COLLADA file and the vertices they name, in its own coordinates. It may be empty.
///
/// Throws: Error with the file and the line: malformed_file, not_finite, index_out_of_range.
[[nodiscard]] MeshFile read_dae_geometry(const XmlPlace& geometry);

/// What an attribute such as url="#name" names in the same file. Throws: Error (malformed_file) for other references.
[[nodiscard]] std::string dae_reference(const XmlPlace& place, const char* attribute);

}  // namespace tocca::io::detail
