// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/mesh_reference.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/xml_place.hpp"
#include "tocca/io/file_bytes.hpp"

namespace tocca::io::detail {
namespace {

using std::filesystem::path;

/// Longer than the description of any package.
constexpr std::size_t max_package_bytes = std::size_t{1} << 20U;

bool is_plain_file(const path& file)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(file, ignored);
}

/// Without a trailing separator and without dots.
path whole_path(const path& folder)
{
    std::error_code error;
    const path absolute = std::filesystem::absolute(folder, error);
    const path normal = (error ? folder : absolute).lexically_normal();
    return normal.has_filename() ? normal : normal.parent_path();
}

/// The name that a folder's package.xml gives it; empty without one.
std::string package_name(const path& folder)
{
    const path file = folder / "package.xml";
    if (!is_plain_file(file)) return {};
    try {
        const XmlDocument document(read_file_part(file, 0, max_package_bytes), file.string());
        const auto name = document.root().child("name");
        if (!name) return {};
        XmlWords words(*name);
        return words.next() ? std::string(words.word()) : std::string();
    } catch (const Error&) {  // then it names no package
        return {};
    }
}

/// A place where a mesh may be.
struct Place {
    path file;
    path package = {};  ///< the folder of the package that the reference names; empty if it is not known to be one
};

std::vector<Place> places_in_package(const std::string& package, const path& rest, const NamingFile& description)
{
    std::vector<Place> places;
    for (const std::string& given : description.package_paths) {
        const path folder = whole_path(given);
        if (folder.filename() == package || package_name(folder) == package) places.push_back({folder / rest});
        places.push_back({folder / package / rest});
    }
    path folder = whole_path(description.file.parent_path());
    for (;;) {
        const path named = folder / package;
        // A name with dots would be a way out of the folders that are searched.
        const bool is_name = package != "." && package != "..";
        places.push_back({named / rest, is_name && is_package(named) ? named : path()});
        if (!folder.has_relative_path()) break;
        folder = folder.parent_path();
    }
    return places;
}

bool may_be_read(const Place& place, std::span<const path> folders)
{
    if (lies_in(place.file, folders)) return true;
    if (place.package.empty()) return false;
    std::error_code error;
    const path package = std::filesystem::canonical(place.package, error);
    return !error && lies_in(place.file, std::array{package});
}

}  // namespace

MeshReference find_mesh(std::string_view reference, const NamingFile& description)
{
    constexpr std::size_t longest = 4096;
    if (reference.size() > longest) return {.fault = excerpt(reference) + " is longer than a path may be"};
    if (reference.find('\0') != std::string_view::npos) return {.fault = excerpt(reference) + " is not a file name"};
    std::vector<Place> places;
    const std::size_t colon = reference.find("://");
    const std::string_view scheme = colon == std::string_view::npos ? std::string_view() : reference.substr(0, colon);
    std::string_view rest = scheme.empty() ? reference : reference.substr(colon + 3);
    if (scheme == "package" || scheme == "model") {
        rest.remove_prefix(std::min(rest.find_first_not_of('/'), rest.size()));
        const std::size_t slash = rest.find('/');
        if (slash == 0 || slash == std::string_view::npos ||
            rest.find_first_not_of('/', slash) == std::string_view::npos) {
            return {.fault = excerpt(reference) + " names no file in a package"};
        }
        const std::string package(rest.substr(0, slash));
        places = places_in_package(package, path(rest.substr(rest.find_first_not_of('/', slash))), description);
    } else if (scheme == "file" || scheme.empty()) {
        if (rest.empty()) return {.fault = excerpt(reference) + " names no file"};
        places.push_back({description.file.parent_path() / path(rest)});
    } else {
        return {.fault = excerpt(reference) + " must be package://, model://, file:// or a path"};
    }
    const std::vector<path> folders = folders_named_from(description);
    std::string tried, outside;
    for (Place& place : places) {
        place.file = place.file.lexically_normal();  // what is checked must be what is read
        tried += (tried.empty() ? " " : ", ") + place.file.string();
        if (!is_plain_file(place.file)) continue;
        if (may_be_read(place, folders)) return {.file = place.file};
        if (outside.empty()) outside = outside_fault(place.file, description);
    }
    if (!outside.empty()) return {.fault = excerpt(reference) + " " + outside};
    return {.fault = "'" + std::string(reference) + "' is not found; tried" + tried};
}

}  // namespace tocca::io::detail
