// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/elementary/pair.hpp"

namespace tocca {

/// Whether the pair touches at some time in [0, 1].
///
/// Guarantee: exact for the doubles given, every degenerate case included; touching counts.
/// Throws:    Error (not_finite) for NaN and infinity; std::invalid_argument unless floating_point_as_assumed().
[[nodiscard]] bool collides(const VertexFace& pair);
[[nodiscard]] bool collides(const EdgeEdge& pair);
[[nodiscard]] bool collides(const VertexEdge& pair);
[[nodiscard]] bool collides(const VertexVertex& pair);
[[nodiscard]] bool collides(const PairRows& rows, PairKind kind);

/// The same answer by exact arithmetic alone, without any filter: slow, for tests and study.
[[nodiscard]] bool collides_exact(const PairRows& rows, PairKind kind);

}  // namespace tocca
