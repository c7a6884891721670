// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tocca::io::detail {

/// A file whose content names other files.
struct NamingFile {
    std::filesystem::path file;
    /// Folders that the caller trusts: what is in them may be named from anywhere.
    std::span<const std::string> package_paths = {};
    /// Whether it may name all of the package that it is in, or only what is beside or below it.
    bool names_its_package = true;
};

/// The folders whose files a file may name, without links:
/// - its own;
/// - its package: the nearest folder above it with a package.xml (also model.config, manifest.xml) in it or, if there is
///   none and its own folder is called urdf, xacro, robots, robot or sdf as in packages, the folder above that one;
///   never the root folder or the user's home;
/// - the package paths.
[[nodiscard]] std::vector<std::filesystem::path> folders_named_from(const NamingFile& naming);

/// Whether a folder says by its files that it is a package.
[[nodiscard]] bool is_package(const std::filesystem::path& folder);

/// Whether a file is in one of the folders, or below, when all links are followed. It need not exist.
[[nodiscard]] bool lies_in(const std::filesystem::path& file, std::span<const std::filesystem::path> folders);

/// Why a file must not be read on behalf of another that names it: it lies elsewhere, or is no plain file. The end of a
/// sentence that begins with the name; empty if it may be read, and if it does not exist.
[[nodiscard]] std::string naming_fault(const std::filesystem::path& named, const NamingFile& naming);

/// What naming_fault says of a file that lies outside.
[[nodiscard]] std::string outside_fault(const std::filesystem::path& named, const NamingFile& naming);

}  // namespace tocca::io::detail
