// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "tocca/answer/option_rules.hpp"
#include "tocca/elementary/decide.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca::elementary {

/// Decides whether the distance of the pair falls to a gap in [0, 1], and when first, on the grid 2^-k; for a gap of 0 as
/// `decide`.
///
/// Guarantee: exact for the doubles given. No contact: the distance stays above the gap. A bracket with upper = 0: it is
///            at most the gap at t = 0. Otherwise it is above on the closed interval [0, lower] and at most the gap
///            somewhere in (lower, upper]; the bracket is the cell that first_contact defines, a function of the pair, the
///            gap and k alone. Of a pair that falls to the gap after the cell of `until` only it may be said that it never does.
/// Assumes:   a finite gap >= 0.
/// Throws:    Error (not_finite); std::invalid_argument unless floating_point_as_assumed().
/// Source:    docs/clearance.md.
[[nodiscard]] Decision decide_gap(const PairRows& rows, PairKind kind, double gap, int k, double until = 1.0);

/// The end of the cell of the grid 2^-k that a time is in. A query that ends at `until` looks this far: so whether it tells a
/// contact in that cell does not depend on what can be proven about a part of the cell.
[[nodiscard]] double end_of_cell(double time, int k);

/// The distance of a pair at the start, in double precision.
///
/// Assumes: it is at most `max_distance`; that is returned where the computed one exceeds it by rounding.
[[nodiscard]] double start_distance(const PairRows& rows, PairKind kind, double max_distance);

/// What a clearance demands of a pair.
struct GapRule {
    double gap = 0.0;
    double near_fraction = default_near_fraction;  ///< of its distance, for a pair that starts within the gap
};

/// When a pair first falls to the gap that is demanded of it.
struct Approach {
    Decision decision;
    double gap = 0.0;                 ///< what is demanded in the end
    std::optional<double> near = {};  ///< the start distance of a pair that starts within the gap of the rule
};

/// Decides a pair by the rule of first_contact for pairs that start near; adds the stages used to `stages`.
///
/// Assumes, throws: as decide_gap, `until` included.
[[nodiscard]] Approach first_approach(const PairRows& rows, PairKind kind, const GapRule& rule, int k, double until,
                                      Statistics::StageCounts& stages);

/// What a safe step demands of a pair: never less than the rule of first_contact.
struct KeepRule {
    GapRule least;
    double near_keep = default_near_keep;  ///< of its distance, for a pair that starts within the gap
    double keep = 0.0;                     ///< of its distance beyond the gap ...
    double reach = 0.0;                    ///< ... as far as that is at most this
    double margin = 0.0;                   ///< in addition, if the start leaves room for it

    /// The largest gap that it demands of any pair.
    [[nodiscard]] double max_gap() const { return (least.gap + keep * reach) + margin; }
};

/// When a pair first falls to the gap that a safe step demands of it, and to that of first_contact.
struct KeptApproach {
    Approach kept;
    Approach contact;
    bool with_margin = true;  ///< whether `kept` is about a gap with the margin
};

/// Decides a pair by both rules: contact is that of first_approach, and never before kept.
///
/// Guarantee: neither is at the start, unless the pair touches there.
/// Assumes, throws: as first_approach.
[[nodiscard]] KeptApproach first_kept_approach(const PairRows& rows, PairKind kind, const KeepRule& rule, int k,
                                               double until, Statistics::StageCounts& stages);

}  // namespace tocca::elementary
