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

}  // namespace tocca
