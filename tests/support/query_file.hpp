// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tocca/elementary/pair.hpp"

namespace tocca::support {

/// A query kept as a file: 8 rows of 3 hexadecimal floats, commas between, comments after #. The kind is the end of
/// the file's name, -vf.csv or -ee.csv.
void write_query_file(const std::filesystem::path& file, const PairRows& rows, const std::string& comment);

struct StoredQuery {
    PairRows rows{};
    PairKind kind = PairKind::vertex_face;
};

/// Throws: std::runtime_error for a file of another shape.
[[nodiscard]] StoredQuery read_query_file(const std::filesystem::path& file);

/// A double in hexadecimal that reads back as the same number.
[[nodiscard]] std::string hex_text(double x);

/// The number that a text holds, which may be decimal or hexadecimal. Throws: std::runtime_error.
[[nodiscard]] double number_of(const std::string& text);

/// The parts of a line between `separator`s.
[[nodiscard]] std::vector<std::string> split(const std::string& line, char separator);

}  // namespace tocca::support
