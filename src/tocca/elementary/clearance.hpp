// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/answer/answer.hpp"
#include "tocca/answer/options.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca {

/// When the distance of the pair first falls to the clearance or below, in [0, 1]: what first_contact with a clearance is
/// made of, without its rule for pairs that start nearer.
///
/// Guarantee: exact for the doubles given, and never undecided. `free`: the distance stays above the clearance.
///            `touching_at_start`: it is at most the clearance at t = 0. `contact`: it is above on the closed interval
///            [0, toc.lower] and at most the clearance somewhere in (toc.lower, toc.upper]; the bracket is the cell
///            that first_contact defines, a function of the pair and the options alone. The contact's place is that
///            of the closest points, its normal the way from the second to the first.
/// Throws:    as first_contact.
/// Source:    docs/clearance.md.
[[nodiscard]] Answer falls_to_clearance(const PairRows& rows, PairKind kind, const QueryOptions& options);

/// The same answer by exact arithmetic alone, without any filter: slow, for tests and study.
[[nodiscard]] Answer falls_to_clearance_exact(const PairRows& rows, PairKind kind, const QueryOptions& options);

/// The distance of a pair at the start, in double precision.
///
/// Assumes: it is at most `max_distance`; that is returned where the computed one exceeds it by rounding.
[[nodiscard]] double start_distance(const PairRows& rows, PairKind kind, double max_distance);

}  // namespace tocca
