// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tocca {

/// Reads labels from JSON text, an array of booleans: 1 for true.
///
/// Throws: Error (malformed_file) with `file`, and the line where it is known.
[[nodiscard]] std::vector<std::uint8_t> parse_labels(std::string_view text, const std::string& file);

/// Where the published sets keep the labels of NAME.csv: NAME_mma_bool.json beside it.
[[nodiscard]] std::filesystem::path label_file_of(const std::filesystem::path& query_file);

}  // namespace tocca
