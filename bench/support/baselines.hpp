// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/elementary/pair.hpp"

namespace tocca::bench {

/// What many simulators do: find the times of coplanarity as roots of a cubic in doubles, and accept a root when the
/// features come within a tolerance of each other there. It misses contacts and reports some that are none.
///
/// Source: Bridson, Fedkiw, Anderson 2002, 5.
[[nodiscard]] bool collides_floating_cubic(const PairRows& rows, PairKind kind);

/// The coplanarity cubic's four Bernstein coefficients in doubles, without error bounds: free when they have one sign,
/// contact otherwise. What remains after it is nearly all false.
[[nodiscard]] bool collides_filter_alone(const PairRows& rows, PairKind kind);

}  // namespace tocca::bench
