// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace tocca {

/// What is known of a file before it is read whole.
struct FileHead {
    std::string_view bytes;             ///< the first ones, 64 KiB unless the file is shorter
    std::optional<std::uint64_t> size;  ///< nothing for a pipe
};

/// Throws if the file cannot be what is wanted, so that no more of it is read.
using HeadCheck = std::function<void(const FileHead&)>;

/// The whole content of a file. A stop request ends the call, also one that waits for a pipe, if the signal that made
/// the request interrupts it.
///
/// Throws: Error (unreadable_file) when it cannot be opened or read, is larger than read_limits() allow, or is neither a
///         plain file nor a pipe; what `check` throws; Error (interrupted).
[[nodiscard]] std::string read_file(const std::filesystem::path& path, const std::stop_token& stop = {},
                                    const HeadCheck& check = {});

/// The same for a file of text.
///
/// Throws: also Error (malformed_file) if there is a byte 0 in the beginning of a large file, as no text has one.
[[nodiscard]] std::string read_text_file(const std::filesystem::path& path, const std::stop_token& stop = {});

/// The same for a NumPy array.
///
/// Throws: also Error (malformed_file) if it does not begin as such a file does.
[[nodiscard]] std::string read_npy_file(const std::filesystem::path& path, const std::stop_token& stop = {});

/// Refuses a large file whose beginning is not that of a text.
///
/// Throws: Error (malformed_file).
void check_text_head(const FileHead& head, const std::string& file);

/// Refuses a file that does not begin with `beginning`, as one of that format does.
///
/// Throws: Error (malformed_file).
void check_beginning(const FileHead& head, std::string_view beginning, std::string_view format,
                     const std::string& file);

/// A part of a file: `size` bytes from `offset` on, fewer only where the file ends.
///
/// Throws: as read_file, and Error (unreadable_file) for a pipe, which has no places.
[[nodiscard]] std::string read_file_part(const std::filesystem::path& path, std::size_t offset, std::size_t size,
                                         const std::stop_token& stop = {});

}  // namespace tocca
