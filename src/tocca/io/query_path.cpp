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

std::vector<std::filesystem::path> query_files_in(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    for (auto entry = std::filesystem::recursive_directory_iterator(folder);
         entry != std::filesystem::recursive_directory_iterator(); ++entry) {
        if (is_hidden(entry->path())) {
            if (entry->is_directory()) entry.disable_recursion_pending();
        } else if (query_format_of(entry->path()) && entry->is_regular_file()) {
            files.push_back(entry->path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

std::optional<QueryFormat> query_format_of(const std::filesystem::path& path)
{
    const std::string extension = path.extension().string();
    if (extension == ".csv" || extension == ".CSV") return QueryFormat::csv;
    if (extension == ".npy") return QueryFormat::npy;
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
        const std::string reason = error ? error.message() : "No such file or directory";
        throw Error(ErrorCode::unreadable_file, "cannot be read: " + reason, {.file = path.string()});
    }
    if (!std::filesystem::is_directory(status)) {
        if (query_format_of(path)) return {path};
        throw Error(ErrorCode::malformed_file, "is no query file: its name ends neither in .csv nor in .npy",
                    {.file = path.string()});
    }
    try {
        auto files = query_files_in(path);
        if (!files.empty()) return files;
    } catch (const std::filesystem::filesystem_error& failure) {
        const auto& place = failure.path1().empty() ? path : failure.path1();
        throw Error(ErrorCode::unreadable_file, "cannot be read: " + failure.code().message(),
                    {.file = place.string()});
    }
    throw Error(ErrorCode::unreadable_file, "there is no query file (.csv, .npy) in this folder",
                {.file = path.string()});
}

}  // namespace tocca
