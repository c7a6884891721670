// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tocca::io::detail {

/// Where the meshes of a robot's description may be.
struct MeshFolders {
    std::filesystem::path description;           ///< the folder of the description itself
    std::span<const std::string> package_paths;  ///< looked into first
};

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
/// first. Only plain files are found.
[[nodiscard]] MeshReference find_mesh(std::string_view reference, const MeshFolders& folders);

}  // namespace tocca::io::detail
