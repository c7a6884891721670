// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/frame_files.hpp"

#include <glob.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <system_error>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/mesh_format.hpp"

namespace tocca {
namespace {

using Paths = std::vector<std::filesystem::path>;

[[noreturn]] void fail_to_read_frames(const std::string& file, const std::string& reason)
{
    throw Error(ErrorCode::unreadable_file, "cannot be read: " + reason, {.file = file});
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Takes the digits off the front of `text`, without the zeros that lead them.
std::string_view take_number(std::string_view& text)
{
    std::size_t size = 0;
    while (size < text.size() && is_digit(text[size])) ++size;
    std::string_view number = text.substr(0, size);
    text.remove_prefix(size);
    while (number.size() > 1 && number.front() == '0') number.remove_prefix(1);
    return number;
}

void sort_naturally(Paths& paths)
{
    std::sort(paths.begin(), paths.end(),
              [](const auto& a, const auto& b) { return comes_before_naturally(a.native(), b.native()); });
}

bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b)
{
    std::error_code error;
    return !b.empty() && std::filesystem::equivalent(a, b, error) && !error;
}

/// The files in a folder that are not hidden.
Paths files_in(const std::filesystem::path& folder)
{
    Paths files;
    std::error_code error;
    auto entry = std::filesystem::directory_iterator(folder, error);
    while (!error && entry != std::filesystem::directory_iterator()) {
        std::error_code unknown;
        const bool hidden = entry->path().filename().native().starts_with('.');
        if (!hidden && !entry->is_directory(unknown)) files.push_back(entry->path());
        entry.increment(error);
    }
    if (error) fail_to_read_frames(folder.string(), error.message());
    return files;
}

/// A file name with one number in it, as in frame_%04d.ply.
struct NumberedName {
    std::string before;
    std::string after;
    std::size_t width = 0;
    char filler = ' ';

    [[nodiscard]] std::string with(std::uint64_t number) const
    {
        const std::string digits = std::to_string(number);
        return before + std::string(width - std::min(width, digits.size()), filler) + digits + after;
    }

    /// The number in a name of this form; nothing for another name.
    [[nodiscard]] std::optional<std::uint64_t> number_in(const std::string& name) const
    {
        if (name.size() < before.size() + after.size() || !name.starts_with(before)) return std::nullopt;
        std::string digits = name.substr(before.size(), name.size() - before.size() - after.size());
        digits.erase(0, digits.find_first_not_of(' '));
        const auto number = io::detail::natural_number_of(digits);
        return number && with(*number) == name ? number : std::nullopt;
    }
};

/// Nothing if there is no number in it; `%%` stands for a percent sign.
std::optional<NumberedName> numbered_name_of(const std::string& name)
{
    constexpr std::size_t widest = 20;
    NumberedName numbered;
    bool found = false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        std::string& text = found ? numbered.after : numbered.before;
        if (name[i] != '%') {
            text += name[i];
            continue;
        }
        std::size_t end = i + 1;
        if (end < name.size() && name[end] == '%') {
            text += '%';
            i = end;
            continue;
        }
        while (end < name.size() && is_digit(name[end])) ++end;
        const std::string digits = name.substr(i + 1, end - i - 1);
        const std::size_t width = digits.empty() ? 0 : io::detail::natural_number_of(digits).value_or(widest + 1);
        if (found || end == name.size() || name[end] != 'd' || width > widest) return std::nullopt;
        numbered.filler = digits.starts_with('0') ? '0' : ' ';
        numbered.width = width;
        found = true;
        i = end;
    }
    return found ? std::optional(numbered) : std::nullopt;
}

Paths numbered_files(const std::filesystem::path& pattern, const NumberedName& name)
{
    const auto folder = pattern.parent_path();
    std::vector<std::uint64_t> numbers;
    for (const auto& file : files_in(folder.empty() ? "." : folder)) {
        if (const auto number = name.number_in(file.filename().string())) numbers.push_back(*number);
    }
    if (numbers.empty()) fail_to_read_frames(pattern.string(), "no file has a name of this form");
    std::sort(numbers.begin(), numbers.end());
    Paths files;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0 && numbers[i] != numbers[i - 1] + 1) {
            fail_to_read_frames((folder / name.with(numbers[i - 1] + 1)).string(),
                                "it is missing between the frames of " + pattern.string() +
                                    "; a pattern with * takes frames whatever their numbers are");
        }
        files.push_back(folder / name.with(numbers[i]));
    }
    return files;
}

int stop_at_error(const char*, int) { return 1; }

Paths matching_files(const std::string& pattern)
{
    ::glob_t found{};
    // Only with GLOB_TILDE, which is not asked for, does it touch what threads share.
    const int result = ::glob(pattern.c_str(), GLOB_NOSORT, stop_at_error, &found);  // NOLINT(concurrency-mt-unsafe)
    Paths files;
    for (std::size_t i = 0; result == 0 && i < found.gl_pathc; ++i) files.emplace_back(found.gl_pathv[i]);
    ::globfree(&found);
    if (result != 0 && result != GLOB_NOMATCH) fail_to_read_frames(pattern, "a folder on the way cannot be searched");
    std::error_code error;
    std::erase_if(files, [&](const auto& file) { return std::filesystem::is_directory(file, error); });
    if (files.empty()) fail_to_read_frames(pattern, "no file matches it");
    sort_naturally(files);
    return files;
}

Paths mesh_files_in(const std::string& folder, const std::filesystem::path& except)
{
    Paths files = files_in(folder);
    std::erase_if(files, [&](const auto& file) { return !mesh_format_of(file) || is_same_file(file, except); });
    if (files.empty()) fail_to_read_frames(folder, "there is no mesh file in this folder");
    sort_naturally(files);
    return files;
}

void check_formats(const Paths& files)
{
    const MeshFormat first = required_mesh_format_of(files.front());
    for (const auto& file : files) {
        if (required_mesh_format_of(file) == first) continue;
        throw Error(ErrorCode::malformed_file,
                    "the frames are of different formats: so are " + files.front().filename().string() + " and " +
                        file.filename().string(),
                    {.file = file.string()});
    }
}

}  // namespace

bool comes_before_naturally(std::string_view a, std::string_view b)
{
    const std::string_view whole_a = a;
    const std::string_view whole_b = b;
    while (!a.empty() && !b.empty()) {
        if (is_digit(a.front()) && is_digit(b.front())) {
            const std::string_view number_a = take_number(a);
            const std::string_view number_b = take_number(b);
            if (number_a.size() != number_b.size()) return number_a.size() < number_b.size();
            if (number_a != number_b) return number_a < number_b;
            continue;
        }
        if (a.front() != b.front()) return a.substr(0, 1) < b.substr(0, 1);
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    if (a.empty() != b.empty()) return a.empty();
    return whole_a < whole_b;
}

std::vector<std::filesystem::path> frame_files_at(const std::string& text, const std::filesystem::path& except)
{
    const std::filesystem::path path = text;
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_directory(status)) {
        (void)required_mesh_format_of(path);
        return {path};
    }
    Paths files;
    if (std::filesystem::is_directory(status)) {
        files = mesh_files_in(text, except);
    } else if (const auto name = numbered_name_of(path.filename().string())) {
        files = numbered_files(path, *name);
    } else if (text.find_first_of("*?[") != std::string::npos) {
        files = matching_files(text);
        std::erase_if(files, [&](const auto& file) { return is_same_file(file, except); });
        if (files.empty()) fail_to_read_frames(text, "no other file matches it");
    } else {
        fail_to_read_frames(text, error ? error.message() : "No such file or directory");
    }
    check_formats(files);
    return files;
}

}  // namespace tocca
