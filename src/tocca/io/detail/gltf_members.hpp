// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/io/detail/document.hpp"

namespace tocca::io::detail {

/// Fails for members that glTF 2.0 does not have, of all objects that say where vertices are and how they move: one that is
/// misspelt must not be passed over. Extensions and extras may hold anything.
///
/// Throws: Error (malformed_file) with the file, the line if the text is given, and the way.
void check_gltf_members(const DocumentPlace& root);

}  // namespace tocca::io::detail
