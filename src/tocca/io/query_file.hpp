// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "tocca/io/query_path.hpp"
#include "tocca/io/query_set.hpp"

namespace tocca {

struct QueryFileOptions {
    std::optional<PairKind> kind = {};  ///< nothing: from the path
    std::stop_token stop = {};          ///< a stop request ends the call with Error (interrupted)
};

/// Reads a file of vertex-face or edge-edge queries: CSV (parse_query_csv) or a NumPy array (parse_query_npy). Labels
/// that are not in the file are taken from NAME_mma_bool.json beside it, if that exists.
///
/// Throws: Error with the file and, for text, the line: unreadable_file; not_finite; malformed_file for a broken
///         format, for a kind that neither path nor options give, and for labels that do not match the queries.
[[nodiscard]] QuerySet read_query_file(const std::filesystem::path& path, const QueryFileOptions& options = {});

/// The queries in the bytes of a file; `file` is its name in errors. Safe on any bytes.
[[nodiscard]] LabelledQueries parse_queries(std::string_view bytes, QueryFormat format, const std::string& file,
                                            const std::stop_token& stop = {});

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

/// Reads queries from the bytes of a NumPy array file: shape (n, 8, 3), float64 or float32, little-endian, in C or
/// Fortran order, format versions 1 to 3. It carries no labels.
///
/// Throws: Error (malformed_file) with `file` for anything else, missing or surplus bytes included; Error (not_finite)
///         with the index of the query for NaN and infinity.
/// Source: numpy.org/doc/stable/reference/generated/numpy.lib.format.html
[[nodiscard]] LabelledQueries parse_query_npy(std::string_view bytes, const std::string& file);

}  // namespace tocca
