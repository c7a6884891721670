// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string>

namespace tocca {

/// While one lives, no WholeFile of this process takes the place of a file that was read in that time, by whatever name,
/// link or hard link: also not of one that only another input named, such as a mesh of a robot or a buffer of a glTF
/// file.
///
/// For programs whose inputs and outputs are named by their users. Without one a file may be read and then replaced.
class InputProtection {
public:
    InputProtection();
    ~InputProtection();
    InputProtection(const InputProtection&) = delete;
    InputProtection& operator=(const InputProtection&) = delete;
};

namespace io::detail {

/// Notes a file that is being read.
void note_file_read(const struct stat& status, const std::filesystem::path& path);

/// The name by which a file was read while inputs are protected; nothing for any other file.
[[nodiscard]] std::optional<std::string> protected_input(const struct stat& status);

}  // namespace io::detail

}  // namespace tocca
