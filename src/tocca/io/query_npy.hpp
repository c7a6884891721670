// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "tocca/io/query_set.hpp"

namespace tocca {

/// Reads queries from the bytes of a NumPy array file: shape (n, 8, 3), float64 or float32, little-endian, in C or
/// Fortran order, format versions 1 to 3. It carries no labels.
///
/// Throws: Error (malformed_file) with `file` for anything else, missing or surplus bytes included; Error (not_finite)
///         with the index of the query for NaN and infinity.
/// Source: numpy.org/doc/stable/reference/generated/numpy.lib.format.html
[[nodiscard]] LabelledQueries parse_query_npy(std::string_view bytes, const std::string& file);

}  // namespace tocca
