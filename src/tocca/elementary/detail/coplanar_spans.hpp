// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/elementary/detail/exact_pair.hpp"

namespace tocca::elementary::detail {

/// A maximal stretch of contact, its ends given exactly.
struct ExactSpan {
    ExactInstant begin;
    ExactInstant end;
};

/// The contacts of a pair that is coplanar throughout, in order of time.
///
/// Between two neighbours among 0, 1 and the times at which a vertex of one side meets an edge of the other, the pair
/// is in contact throughout or not at all; one rational instant in between decides.
///
/// Assumes: pair.coplanar_throughout().
[[nodiscard]] std::vector<ExactSpan> coplanar_spans(const ExactPair& pair);

}  // namespace tocca::elementary::detail
