// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/mesh_reference.hpp"

#include <algorithm>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/xml_place.hpp"
#include "tocca/io/file_bytes.hpp"

namespace tocca::io::detail {
namespace {

using std::filesystem::path;

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
        const XmlDocument document(read_file(file), file.string());
        const auto name = document.root().child("name");
        if (!name) return {};
        XmlWords words(*name);
        return words.next() ? std::string(words.word()) : std::string();
    } catch (const Error&) {  // then it names no package
        return {};
    }
}

std::vector<path> places_in_package(const std::string& package, const path& rest, const MeshFolders& folders)
{
    std::vector<path> places;
    for (const std::string& given : folders.package_paths) {
        const path folder = whole_path(given);
        if (folder.filename() == package || package_name(folder) == package) places.push_back(folder / rest);
        places.push_back(folder / package / rest);
    }
    path folder = whole_path(folders.description);
    for (;;) {
        places.push_back(folder / package / rest);
        if (!folder.has_relative_path()) break;
        folder = folder.parent_path();
    }
    return places;
}

}  // namespace

MeshReference find_mesh(std::string_view reference, const MeshFolders& folders)
{
    constexpr std::size_t longest = 4096;
    if (reference.size() > longest) return {.fault = excerpt(reference) + " is longer than a path may be"};
    std::vector<path> places;
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
        places = places_in_package(package, path(rest.substr(rest.find_first_not_of('/', slash))), folders);
    } else if (scheme == "file" || scheme.empty()) {
        if (rest.empty()) return {.fault = excerpt(reference) + " names no file"};
        places.push_back(folders.description / path(rest));
    } else {
        return {.fault = excerpt(reference) + " is none of package://, model://, file:// and a path"};
    }
    std::string tried;
    for (const path& place : places) {
        if (is_plain_file(place)) return {.file = place.lexically_normal()};
        tried += (tried.empty() ? " " : ", ") + place.lexically_normal().string();
    }
    std::string fault = "'" + std::string(reference) + "' is not found; tried" + tried;
    std::replace_if(
        fault.begin(), fault.end(), [](char c) { return c >= '\0' && c < ' '; }, '?');
    return {.fault = std::move(fault)};
}

}  // namespace tocca::io::detail
