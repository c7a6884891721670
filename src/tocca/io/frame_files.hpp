// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tocca {

/// Whether `a` comes before `b` as a person sorts names: runs of digits by the numbers they are, so that frame2 comes
/// before frame10; the rest by bytes. Names that differ only in leading zeros are in the order of their bytes.
[[nodiscard]] bool comes_before_naturally(std::string_view a, std::string_view b);

/// The frames that a text stands for, in order:
/// - a file: itself;
/// - a folder: the mesh files in it (not in its folders), in natural order, hidden ones passed over;
/// - a pattern as in frame_%04d.ply: the files of consecutive numbers that are there, from the least;
/// - a pattern as in frames/*.ply, with *, ? and [abc]: what it matches, in natural order.
/// `except` is left out of folders and patterns.
///
/// Throws: Error (unreadable_file) with the path for what does not exist, matches nothing or lacks a number;
///         Error (malformed_file) for a folder or pattern with frames of different formats, and for a file that by its
///         name is no mesh.
[[nodiscard]] std::vector<std::filesystem::path> frame_files_at(const std::string& text,
                                                                const std::filesystem::path& except = {});

}  // namespace tocca
