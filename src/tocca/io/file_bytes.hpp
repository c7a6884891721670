// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace tocca {

/// The whole content of a file.
///
/// Throws: Error (unreadable_file) when it cannot be opened or read, or is a folder.
[[nodiscard]] std::string read_file(const std::filesystem::path& path);

}  // namespace tocca
