// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tocca::app {

/// Refuses outputs that would overwrite each other, or a file that is read, by whatever names and links they go.
/// Devices and pipes may be written twice. Empty names stand for outputs not asked for.
///
/// Throws: std::invalid_argument.
void check_outputs(const std::vector<std::string>& outputs, const std::vector<std::filesystem::path>& inputs);

/// Makes a folder for outputs, with those above it, unless it is there.
///
/// Throws: Error (unwritable_file).
void make_folder(const std::string& folder);

}  // namespace tocca::app
