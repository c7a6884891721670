// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <vector>

#include "tocca/answer/time_interval.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca::support {

/// The tolerance of the brackets in files of judged queries.
inline constexpr double vector_tolerance = 0x1p-50;

/// A query with the judge's answer.
struct JudgedQuery {
    PairKind kind = PairKind::vertex_face;
    PairRows rows{};
    std::optional<TimeInterval> toc = {};  ///< bracket of the first contact, as first_contact gives it
};

[[nodiscard]] JudgedQuery judged(const PairRows& rows, PairKind kind);

/// One query a line: kind, 1 or 0, the ends of the bracket (0 0 without contact), 24 coordinates; hexadecimal floats,
/// spaces between. Lines that begin with # are comments.
void write_judged(std::ostream& out, const JudgedQuery& query);

/// Throws: std::runtime_error for a file of another shape.
[[nodiscard]] std::vector<JudgedQuery> read_judged(const std::filesystem::path& file);

}  // namespace tocca::support
