// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

namespace tocca {

/// The whole content of a file. A stop request ends the call, also one that waits for a pipe, if the signal that made
/// the request interrupts it.
///
/// Throws: Error (unreadable_file) when it cannot be opened or read, or is a folder; Error (interrupted).
[[nodiscard]] std::string read_file(const std::filesystem::path& path, const std::stop_token& stop = {});

}  // namespace tocca
