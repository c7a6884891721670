// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/elementary/filter_kernel.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca::elementary::detail {

/// What a search must find: any contact, or the first one.
enum class Wanted : unsigned char { any, first };

struct SearchResult {
    Verdict verdict = Verdict::unknown;
    double lower = 0.0;  ///< of a contact: its time lies strictly between
    double upper = 1.0;
};

/// Subdivides time in plain doubles with proven error bounds until every part is certainly free or a contact is
/// certain. Decides all that is not degenerate.
///
/// Guarantee: `free` and `contact` are proven; with Wanted::first, the enclosed contact is the first.
/// Assumes:   finite coordinates.
/// Cost:      at most 96 splits, about 0.1 us each; most queries need two.
[[nodiscard]] SearchResult certified_search(const PairRows& rows, PairKind kind, Wanted wanted);

}  // namespace tocca::elementary::detail
