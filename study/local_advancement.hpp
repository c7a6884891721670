// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "tocca/elementary/pair.hpp"

namespace tocca::study {

/// What local advancement proves about a pair of features.
struct AdvancementBound {
    bool free = false;        ///< apart throughout [0, 1]
    double free_until = 0.0;  ///< apart on [0, free_until), the end not included
    int steps = 0;            ///< closest points computed
};

struct AdvancementOptions {
    double until = 1.0;   ///< proof beyond this time is not asked for
    int most_steps = 12;  ///< a step that gains less than a hundredth of what is left is the last one
};

/// Advances a pair from the start: the direction between the closest points at a time separates the features until the
/// first of their vertices closes the gap along it, which is where the next step begins.
///
/// Guarantee: a proof, whatever the closest points are worth: only dot products count, with their error bounds.
/// Assumes:   finite coordinates.
/// Source:    Tang, Kim, Manocha 2010, V, with the gap of every two vertices in place of the greatest speed
///            (docs/strategies.md): never shorter, and sound in floating point.
[[nodiscard]] AdvancementBound local_advancement(const PairRows& rows, PairKind kind,
                                                 const AdvancementOptions& options = {});

/// The verdict of local advancement without an exact judge.
struct AdvancementVerdict {
    std::optional<double> contact = {};  ///< when the features come within the threshold
    bool gave_up = false;                ///< the steps ran out: a contact is reported, to be on the safe side
    int steps = 0;
};

/// Local advancement as published: steps of the distance over the greatest closing speed, in doubles, until the distance
/// is not above the threshold. Not exact: features that pass within the threshold count as touching.
///
/// Source: Tang, Kim, Manocha 2010, V, lemmas 2 and 3, with the sign of the direction put right.
[[nodiscard]] AdvancementVerdict local_advancement_verdict(const PairRows& rows, PairKind kind, double threshold,
                                                           int most_steps = 1000);

}  // namespace tocca::study
