// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "support/algebraic_time.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca::support {

/// What the judge found about a clearance.
struct SeparationJudgement {
    std::optional<AlgebraicTime> first;  ///< the first time at which the distance is at most the clearance
    /// The pair may touch the clearance for an instant, at an irrational time before `first`, and moves too far for the
    /// judge to tell.
    bool unsure = false;
};

/// A second opinion on clearance queries, slow and plain. The distance can equal the clearance only at a root of one of
/// a few polynomials in time; between two of them the exact distance at one rational instant tells. It never asks where
/// the closest points lie.
[[nodiscard]] SeparationJudgement judge_separation(const PairRows& rows, PairKind kind, double clearance);

}  // namespace tocca::support
