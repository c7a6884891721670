// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace tocca::support {

/// The root of the source tree.
[[nodiscard]] std::filesystem::path source_folder();
/// tests/data.
[[nodiscard]] std::filesystem::path test_data_folder();
/// The command of this build.
[[nodiscard]] std::string command_path();

}  // namespace tocca::support
