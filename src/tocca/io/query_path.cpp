// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/query_path.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <system_error>

#include "tocca/base/error.hpp"

namespace tocca {
namespace {

std::optional<PairKind> kind_called(std::string_view name)
{
    if (name == "vertex-face") return PairKind::vertex_face;
    if (name == "edge-edge") return PairKind::edge_edge;
    return std::nullopt;
}

bool is_hidden(const std::filesystem::path& path) { return path.filename().string().starts_with('.'); }

[[noreturn]] void fail_to_read_path(const std::filesystem::path& path, const std::string& reason)
{
    throw Error(ErrorCode::unreadable_file, "cannot be read: " + reason, {.file = path.string()});
}

/// Whether an entry of a folder, called as a query file is, is one. Links to files count, and must lead somewhere.
bool is_file(const std::filesystem::directory_entry& entry)
{
    std::error_code error;
    const auto status = entry.status(error);
    if (error && !std::filesystem::status_known(status)) fail_to_read_path(entry.path(), error.message());
    if (!std::filesystem::exists(status)) fail_to_read_path(entry.path(), "it is a dangling link");
    return std::filesystem::is_regular_file(status);
}

void add_query_files_in(const std::filesystem::path& folder, std::vector<std::filesystem::path>& files)
{
    std::error_code error;
    auto entry = std::filesystem::directory_iterator(folder, error);
    while (!error && entry != std::filesystem::directory_iterator()) {
        const auto& path = entry->path();
        if (!is_hidden(path)) {
            std::error_code unknown;
            if (std::filesystem::is_directory(entry->symlink_status(unknown))) {
                add_query_files_in(path, files);
            } else if (query_format_of(path) && is_file(*entry)) {
                files.push_back(path);
            }
        }
        entry.increment(error);
    }
    if (error) fail_to_read_path(folder, error.message());
}

}  // namespace

std::optional<QueryFormat> query_format_of(const std::filesystem::path& path)
{
    const std::string extension = path.extension().string();
    if (extension == ".csv" || extension == ".CSV") return QueryFormat::csv;
    if (extension == ".npy" || extension == ".NPY") return QueryFormat::npy;
    return std::nullopt;
}

std::optional<PairKind> query_kind_of(const std::filesystem::path& path)
{
    const auto whole = std::filesystem::absolute(path).lexically_normal();
    const std::string stem = whole.stem().string();
    if (stem.ends_with("vf")) return PairKind::vertex_face;
    if (stem.ends_with("ee")) return PairKind::edge_edge;
    if (const auto kind = kind_called(stem)) return kind;
    for (auto folder = whole.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
        if (const auto kind = kind_called(folder.filename().string())) return kind;
    }
    return std::nullopt;
}

std::vector<std::filesystem::path> query_files_at(const std::filesystem::path& path)
{
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
        fail_to_read_path(path, error ? error.message() : "No such file or directory");
    }
    if (!std::filesystem::is_directory(status)) {
        if (query_format_of(path)) return {path};
        throw Error(ErrorCode::malformed_file, "is not a query file: its name must end in .csv or .npy",
                    {.file = path.string()});
    }
    std::vector<std::filesystem::path> files;
    add_query_files_in(path, files);
    std::sort(files.begin(), files.end());
    if (!files.empty()) return files;
    throw Error(ErrorCode::unreadable_file, "there is no query file (.csv, .npy) in this folder",
                {.file = path.string()});
}

}  // namespace tocca
