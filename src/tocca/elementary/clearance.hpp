// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/answer/first_contact.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca {

struct ClearanceOptions {
    /// The demanded gap, in units of length; 0 asks for contact and is answered exactly.
    double clearance = 0.0;
    /// The greatest width of the bracket of the time, a fraction of the motion.
    double tolerance = 1e-9;
};

/// When the distance of the pair first falls to the clearance or below.
///
/// Guarantee: `free` is proven (the distance stays above the clearance); `contact` and `touching_at_start` are proven
///            (it falls to the clearance or below by toc.upper; it is above on [0, toc.lower]). `undecided` only when
///            the least distance lies within `clearance_band` of the clearance; safe_until holds in every case.
[[nodiscard]] FirstContact falls_to_clearance(const PairRows& rows, PairKind kind, const ClearanceOptions& options);
[[nodiscard]] FirstContact falls_to_clearance(const VertexFace& pair, const ClearanceOptions& options);
[[nodiscard]] FirstContact falls_to_clearance(const EdgeEdge& pair, const ClearanceOptions& options);

/// The stated band: how near to the clearance the least distance must be for an answer to be `undecided`.
[[nodiscard]] double clearance_band(const PairRows& rows, const ClearanceOptions& options);

}  // namespace tocca
