// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/input_protection.hpp"

#include <map>
#include <mutex>
#include <utility>

namespace tocca {
namespace {

/// Device and number of a file: the same for all its names.
using FileIdentity = std::pair<dev_t, ino_t>;

FileIdentity identity(const struct stat& status) { return {status.st_dev, status.st_ino}; }

struct FilesRead {
    std::mutex mutex;
    int protections = 0;
    std::map<FileIdentity, std::string> names;
};

FilesRead& files_read()
{
    static FilesRead files;
    return files;
}

}  // namespace

InputProtection::InputProtection()
{
    FilesRead& files = files_read();
    const std::lock_guard lock(files.mutex);
    ++files.protections;
}

InputProtection::~InputProtection()
{
    FilesRead& files = files_read();
    const std::lock_guard lock(files.mutex);
    if (--files.protections == 0) files.names.clear();
}

namespace io::detail {

void note_file_read(const struct stat& status, const std::filesystem::path& path)
{
    if (!S_ISREG(status.st_mode)) return;
    FilesRead& files = files_read();
    const std::lock_guard lock(files.mutex);
    if (files.protections > 0) files.names.emplace(identity(status), path.string());
}

std::optional<std::string> protected_input(const struct stat& status)
{
    FilesRead& files = files_read();
    const std::lock_guard lock(files.mutex);
    const auto found = files.names.find(identity(status));
    if (found == files.names.end()) return std::nullopt;
    return found->second;
}

}  // namespace io::detail

}  // namespace tocca
