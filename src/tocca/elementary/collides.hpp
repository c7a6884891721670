// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/answer/options.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca {

/// Whether the pair touches at some time in [0, 1]; with a clearance, whether its distance is at most that at some time.
///
/// Guarantee: exact for the doubles given, every degenerate case included; touching counts.
/// Throws:    Error (not_finite) for NaN and infinity; std::invalid_argument for options that do not apply or are out of
///            range, and unless floating_point_as_assumed().
[[nodiscard]] bool collides(const VertexFace& pair, const QueryOptions& options = default_options());
[[nodiscard]] bool collides(const EdgeEdge& pair, const QueryOptions& options = default_options());
[[nodiscard]] bool collides(const VertexEdge& pair, const QueryOptions& options = default_options());
[[nodiscard]] bool collides(const VertexVertex& pair, const QueryOptions& options = default_options());
[[nodiscard]] bool collides(const PairRows& rows, PairKind kind, const QueryOptions& options = default_options());

/// The same answer by exact arithmetic alone, without any filter: slow, for tests and study.
[[nodiscard]] bool collides_exact(const PairRows& rows, PairKind kind);

}  // namespace tocca
