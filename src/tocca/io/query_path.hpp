// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "tocca/answer/contact.hpp"

namespace tocca {

enum class QueryFormat { csv, npy };

/// The format a file's name stands for; empty for other names.
[[nodiscard]] std::optional<QueryFormat> query_format_of(const std::filesystem::path& path);

/// The kind a path stands for: a folder or file called `vertex-face` or `edge-edge`, or a file name that ends in `vf`
/// or `ee` before its extension; the part nearest to the file name wins. Nothing if no part says it.
[[nodiscard]] std::optional<PairKind> query_kind_of(const std::filesystem::path& path);

/// The query files a path stands for: itself, or everything in a folder and its folders whose name is a query file's,
/// in the order of their paths. Hidden files and folders are passed over, and links to folders.
///
/// Throws: Error (unreadable_file) for a path that does not exist, a folder that cannot be read or holds no query
///         file, and a dangling link with the name of a query file; Error (malformed_file) for a file whose name is not
///         that of a query file.
[[nodiscard]] std::vector<std::filesystem::path> query_files_at(const std::filesystem::path& path);

}  // namespace tocca
