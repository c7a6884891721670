// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/elementary/pair.hpp"

/// The published method of Bernstein sign classification, for study and benchmarks. `collides` gives the same exact
/// answers sooner; docs/decisions/0004-inside-tests.md tells why.
///
/// Source: Tang, Tong, Wang, Manocha 2014, "Fast and Exact Continuous Collision Detection with Bernstein Sign
/// Classification".
namespace tocca::study {

/// Whether the pair touches at some time in [0, 1]: BSC-exact as printed, in exact integers, and mended where the
/// printed method is wrong or says nothing.
///
/// Guarantee: the answer of `collides`.
/// Throws:    Error (not_finite) for NaN and infinity.
[[nodiscard]] bool collides_bsc_exact(const PairRows& rows, PairKind kind);

/// BSC-float: the printed method in doubles.
///
/// Guarantee: none. It misses contacts and reports false ones: by rounding, and in the cases that collides_bsc_exact
///            mends.
/// Throws:    Error (not_finite) for NaN and infinity.
[[nodiscard]] bool collides_bsc_float(const PairRows& rows, PairKind kind);

}  // namespace tocca::study
