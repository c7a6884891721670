// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <string>

namespace tocca {

/// The whole content of a file. A stop request ends the call, also one that waits for a pipe, if the signal that made
/// the request interrupts it.
///
/// Throws: Error (unreadable_file) when it cannot be opened or read, or is a folder; Error (interrupted).
[[nodiscard]] std::string read_file(const std::filesystem::path& path, const std::stop_token& stop = {});

/// A part of a file: `size` bytes from `offset` on, fewer only where the file ends.
///
/// Throws: as read_file, and Error (unreadable_file) for a pipe, which has no places.
[[nodiscard]] std::string read_file_part(const std::filesystem::path& path, std::size_t offset, std::size_t size,
                                         const std::stop_token& stop = {});

}  // namespace tocca
