// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/answer/first_contact.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca {

/// How finely a contact time is told.
struct FirstContactOptions {
    /// The greatest width of the bracket of the contact time, a fraction of the motion. Brackets lie on the dyadic
    /// grid of the greatest power of two not above it; 2^-52 is the finest, smaller values mean 2^-52.
    double tolerance = 1e-9;
};

/// When and where the pair first touches in [0, 1].
///
/// Guarantee: exact for the doubles given. With tau the first contact time and w the grid's spacing, the bracket is
///            the grid cell with lower < tau <= upper, a function of the pair and the tolerance alone. When tau <= w,
///            it is the cell between powers of two, so that lower > 0 - unless tau = 0 (touching_at_start: lower =
///            upper = 0) or tau <= 2^-1074 (sooner_than_any_double). The closed motion on [0, lower] is free.
/// Throws:    Error (not_finite) for NaN and infinity; std::invalid_argument for a tolerance that is not positive, and
///            unless floating_point_as_assumed().
[[nodiscard]] FirstContact first_contact(const VertexFace& pair, const FirstContactOptions& options = {});
[[nodiscard]] FirstContact first_contact(const EdgeEdge& pair, const FirstContactOptions& options = {});
[[nodiscard]] FirstContact first_contact(const VertexEdge& pair, const FirstContactOptions& options = {});
[[nodiscard]] FirstContact first_contact(const VertexVertex& pair, const FirstContactOptions& options = {});
[[nodiscard]] FirstContact first_contact(const PairRows& rows, PairKind kind, const FirstContactOptions& options = {});

/// The same answer by exact arithmetic alone, without any filter: slow, for tests and study.
[[nodiscard]] FirstContact first_contact_exact(const PairRows& rows, PairKind kind,
                                               const FirstContactOptions& options = {});

}  // namespace tocca
