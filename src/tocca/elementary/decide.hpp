// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "tocca/elementary/batch.hpp"
#include "tocca/elementary/filter_kernel.hpp"
#include "tocca/elementary/pair.hpp"
#include "tocca/numeric/dyadic_bracket.hpp"

namespace tocca::elementary {

/// A decided query and the stage that decided it. The bracket is that of the first contact, if `k` was given.
struct Decision {
    bool contact = false;
    Stage stage = Stage::exact;
    DyadicBracket bracket = {};
};

/// The grid cell of a time known to lie strictly between lower and upper; empty if a grid point lies between them.
[[nodiscard]] std::optional<DyadicBracket> cell_of(double lower, double upper, int k);

/// Decides a query that the SIMD stages left open: certified subdivision, then exact integers. `k` is the grid of the
/// first contact; without it any contact will do.
///
/// Assumes: finite coordinates.
[[nodiscard]] Decision decide_open(const PairRows& rows, PairKind kind, std::optional<int> k);

/// Throws Error (not_finite) unless all coordinates are finite; `query` is the query's index in its batch, if any.
void require_finite(const PairRows& rows, std::optional<std::size_t> query = {});

/// Decides a query by the verdict of the SIMD stages, number `i` of `verdicts`, and by the stages after them where that is
/// not enough.
///
/// Throws: Error (not_finite).
[[nodiscard]] inline Decision decide_from(const Verdicts& verdicts, std::size_t i, const PairRows& rows, PairKind kind,
                                          std::optional<int> k, std::optional<std::size_t> query = {})
{
    const DyadicBracket between{verdicts.lower[i], verdicts.upper[i]};
    if (verdicts.verdict[i] == Verdict::free) return {false, Stage::roots};
    if (verdicts.verdict[i] == Verdict::contact) {
        const std::optional<DyadicBracket> cell = k ? cell_of(between.lower, between.upper, *k) : between;
        if (cell) return {true, Stage::roots, *cell};
    }
    require_finite(rows, query);
    return decide_open(rows, kind, k);
}

/// Decides one query through all stages; `k` as above.
///
/// Throws: Error (not_finite); std::invalid_argument unless floating_point_as_assumed().
[[nodiscard]] Decision decide(const PairRows& rows, PairKind kind, std::optional<int> k);

}  // namespace tocca::elementary
