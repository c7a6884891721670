// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/answer/answer.hpp"
#include "tocca/answer/options.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca {

/// When and where the pair first touches in [0, 1].
///
/// Guarantee: exact for the doubles given. With tau the first contact time and w the grid's spacing, the bracket is
///            the grid cell with lower < tau <= upper, a function of the pair and the tolerance alone. When tau <= w,
///            it is the cell between powers of two, so that lower > 0 - unless tau = 0 (touching_at_start: lower =
///            upper = 0) or tau <= 2^-1074 (sooner_than_any_double). The closed motion on [0, lower] is free.
///
///            With a clearance, tau is the first time at which the distance is at most the clearance G, and the place is
///            that of the closest points. A pair that starts within G is `near_at_start`, unless it touches at the start
///            or falls to g = near_fraction * d, with d its distance at the start; then that is the contact.
/// Throws:    Error (not_finite) for NaN and infinity; std::invalid_argument for options that do not apply or are out of
///            range, and unless floating_point_as_assumed().
/// Cost:      fractions of a microsecond; with a clearance microseconds, and up to a few tenths of a second for coordinates
///            that differ by hundreds of orders of magnitude.
[[nodiscard]] Answer first_contact(const VertexFace& pair, const QueryOptions& options = default_options());
[[nodiscard]] Answer first_contact(const EdgeEdge& pair, const QueryOptions& options = default_options());
[[nodiscard]] Answer first_contact(const VertexEdge& pair, const QueryOptions& options = default_options());
[[nodiscard]] Answer first_contact(const VertexVertex& pair, const QueryOptions& options = default_options());
[[nodiscard]] Answer first_contact(const PairRows& rows, PairKind kind,
                                   const QueryOptions& options = default_options());

/// The same answer by exact arithmetic alone, without any filter: slow, for tests and study.
[[nodiscard]] Answer first_contact_exact(const PairRows& rows, PairKind kind,
                                         const QueryOptions& options = default_options());

}  // namespace tocca
