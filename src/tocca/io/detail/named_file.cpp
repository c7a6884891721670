// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/named_file.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <system_error>

namespace tocca::io::detail {
namespace {

using std::filesystem::path;

/// Without links and dots, as far as it exists; nothing where that cannot be told.
std::optional<path> resolved(const path& place)
{
    std::error_code error;
    const path absolute = std::filesystem::absolute(place.empty() ? path(".") : place, error);
    if (error) return std::nullopt;
    path found = std::filesystem::weakly_canonical(absolute, error);
    if (error) return std::nullopt;
    if (!found.has_filename()) found = found.parent_path();  // a trailing separator
    return found;
}

/// The folders of a file: where its name says it is, and where it is if the name is a link.
std::vector<path> own_folders(const path& file)
{
    std::vector<path> folders;
    if (const auto folder = resolved(file.parent_path())) folders.push_back(*folder);
    if (const auto target = resolved(file); target && target->has_relative_path()) {
        folders.push_back(target->parent_path());
    }
    return folders;
}

/// A folder that holds all that a user or a machine has is no package.
bool is_too_wide(const path& folder)
{
    if (!folder.has_relative_path()) return true;
    const char* home = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe): nobody sets any
    if (home == nullptr || *home == '\0') return false;
    const auto place = resolved(home);
    return place && lies_in(*place, std::array{folder});
}

bool is_folder_of_descriptions(const path& folder)
{
    constexpr std::array<std::string_view, 5> names = {"urdf", "xacro", "robots", "robot", "sdf"};
    return std::find(names.begin(), names.end(), folder.filename().string()) != names.end();
}

/// The package that a folder without links is in.
std::optional<path> package_around(const path& own)
{
    for (path folder = own; !is_too_wide(folder); folder = folder.parent_path()) {
        if (is_package(folder)) return folder;
    }
    if (!is_folder_of_descriptions(own) || is_too_wide(own.parent_path())) return std::nullopt;
    return own.parent_path();
}

}  // namespace

std::vector<path> folders_named_from(const NamingFile& naming)
{
    std::vector<path> folders = own_folders(naming.file);
    if (naming.names_its_package) {
        for (const path& own : own_folders(naming.file)) {
            if (const auto package = package_around(own)) folders.push_back(*package);
        }
    }
    for (const std::string& given : naming.package_paths) {
        if (const auto folder = resolved(given)) folders.push_back(*folder);
    }
    return folders;
}

bool is_package(const path& folder)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(folder / "package.xml", ignored) ||
           std::filesystem::is_regular_file(folder / "model.config", ignored) ||
           std::filesystem::is_regular_file(folder / "manifest.xml", ignored);
}

bool lies_in(const path& file, std::span<const path> folders)
{
    const auto place = resolved(file);
    if (!place) return false;
    return std::any_of(folders.begin(), folders.end(), [&](const path& folder) {
        return std::mismatch(folder.begin(), folder.end(), place->begin(), place->end()).first == folder.end();
    });
}

std::string outside_fault(const path& named, const NamingFile& naming)
{
    const auto place = resolved(named);
    const auto folder = resolved(naming.file.parent_path());
    return "leads to " + (place ? *place : named).string() + ", outside of " +
           (folder ? *folder : naming.file.parent_path()).string() +
           (naming.names_its_package ? " and of the package around it; --package-path DIR (package_paths) allows "
                                       "the files in DIR"
                                     : "; only files beside this one or below may be named");
}

std::string naming_fault(const path& named, const NamingFile& naming)
{
    if (named.native().find('\0') != std::string::npos) return "is not a file name";
    if (!lies_in(named, folders_named_from(naming))) return outside_fault(named, naming);
    std::error_code error;
    const auto status = std::filesystem::status(named, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return "is not a plain file";
    return {};
}

}  // namespace tocca::io::detail
