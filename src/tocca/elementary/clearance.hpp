// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/answer/first_contact.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca {

/// What is asked of the distance, and how finely its time is told.
struct ClearanceOptions {
    /// The demanded gap, in units of length; 0 asks for contact.
    double clearance = 0.0;
    /// The greatest width of the bracket of the time, a fraction of the motion, as in FirstContactOptions.
    double tolerance = 1e-9;
};

/// When the distance of the pair first falls to the clearance or below, in [0, 1].
///
/// Guarantee: exact for the doubles given, and never undecided. `free`: the distance stays above the clearance.
///            `touching_at_start`: it is at most the clearance at t = 0. `contact`: it is above on the closed interval
///            [0, toc.lower] and at most the clearance somewhere in (toc.lower, toc.upper]; the bracket is the cell
///            that first_contact defines, a function of the pair and the options alone. The contact's place is that
///            of the closest points, its normal the way from the second to the first.
/// Throws:    Error (not_finite) for NaN and infinity in the rows; std::invalid_argument for a clearance that is
///            negative or not finite, for a tolerance that is not positive, and unless floating_point_as_assumed().
/// Cost:      microseconds; a tenth of a millisecond where the distance stays within rounding of the clearance, and up
///            to a few tenths of a second for coordinates that differ by hundreds of orders of magnitude.
/// Source:    docs/clearance.md.
[[nodiscard]] FirstContact falls_to_clearance(const VertexFace& pair, const ClearanceOptions& options);
[[nodiscard]] FirstContact falls_to_clearance(const EdgeEdge& pair, const ClearanceOptions& options);
[[nodiscard]] FirstContact falls_to_clearance(const VertexEdge& pair, const ClearanceOptions& options);
[[nodiscard]] FirstContact falls_to_clearance(const VertexVertex& pair, const ClearanceOptions& options);
[[nodiscard]] FirstContact falls_to_clearance(const PairRows& rows, PairKind kind, const ClearanceOptions& options);

/// The same answer by exact arithmetic alone, without any filter: slow, for tests and study.
[[nodiscard]] FirstContact falls_to_clearance_exact(const PairRows& rows, PairKind kind,
                                                    const ClearanceOptions& options);

}  // namespace tocca
