// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "tocca/io/query_set.hpp"

namespace tocca {

/// Reads queries as text, eight rows each: the four points at the start, then at the end.
///
/// A row is x, y, z as decimals or hexadecimals, or as six integers, numerator and denominator of each; one more
/// column is the label, 0 or 1, the same in all eight rows. All rows of a text have the same columns. Blank lines may
/// stand between queries, comments after #, blanks around a value; lines may end in CRLF, and the text may begin with a
/// byte order mark.
///
/// Throws: Error (malformed_file, not_finite) with `file` and the line for whatever breaks the format, a ratio that is
///         no double included; Error (interrupted) after a stop request.
/// Source: github.com/Continuous-Collision-Detection/Sample-Queries, whose files have six integers a row.
[[nodiscard]] LabelledQueries parse_query_csv(std::string_view text, const std::string& file,
                                              const std::stop_token& stop = {});

}  // namespace tocca
