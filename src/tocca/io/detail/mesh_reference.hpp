// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tocca/io/detail/named_file.hpp"

namespace tocca::io::detail {

/// A mesh file found, or why not.
struct MeshReference {
    std::filesystem::path file = {};
    std::string fault = {};  ///< the end of a sentence "The mesh ...", with the paths that were tried; empty when found
};

/// Finds the file that a description calls `package://name/path`, `model://name/path`, `file://path`, or by a path,
/// which is taken from the description's folder.
///
/// A package is looked for in the package paths (each the package's folder, by its own name or by that in its
/// package.xml, or a folder that holds it), then in the folder of the description and in all above it, the nearest
/// first. Only plain files are found, and only where `description` may name them (folders_named_from) or in a package that
/// is called by its name, and says by its package.xml that it is one.
[[nodiscard]] MeshReference find_mesh(std::string_view reference, const NamingFile& description);

}  // namespace tocca::io::detail
