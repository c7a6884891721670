// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tocca {

/// An output file that appears whole or not at all: bytes go to a temporary file in the same folder, which takes the
/// name when it is committed and vanishes when it is not.
///
/// A file that is replaced keeps its permissions and, where the system allows it, its owner and group. One that was read
/// while inputs are protected (InputProtection) is not replaced.
///
/// A path that already leads to something else than a plain file, such as a pipe or /dev/stdout, is written directly.
class WholeFile {
public:
    /// Throws: Error (unwritable_file) at once if the file cannot be made, before any work is spent on its content;
    ///         also for a protected input; Error (interrupted) if a signal comes while a pipe waits for its reader.
    explicit WholeFile(const std::filesystem::path& path);
    ~WholeFile();
    WholeFile(const WholeFile&) = delete;
    WholeFile& operator=(const WholeFile&) = delete;

    void write(std::string_view bytes);
    /// Throws: Error (unwritable_file).
    void commit();

private:
    void flush();
    void keep_permissions();
    void refuse_input();
    void discard() noexcept;
    [[noreturn]] void fail(int error);

    std::string name_;                 ///< as the caller calls it
    std::filesystem::path target_;     ///< with links resolved, so that a link stays a link
    std::filesystem::path temporary_;  ///< empty when written directly
    std::string pending_;
    int descriptor_ = -1;
};

/// Writes a file whole or not at all.
///
/// Throws: Error (unwritable_file); then the file is as it was before.
void write_file_atomically(const std::filesystem::path& path, std::string_view bytes);

}  // namespace tocca
