// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "tocca/answer/answer.hpp"
#include "tocca/answer/options.hpp"
#include "tocca/deformable/step_tree.hpp"
#include "tocca/numeric/dyadic_bracket.hpp"

namespace tocca::deformable::detail {

/// clearance + (thickness + thickness) / 2.
[[nodiscard]] inline double gap_between(double clearance, double thickness, double other_thickness)
{
    return clearance + 0.5 * (thickness + other_thickness);
}

/// The judgement of a pair and the gap demanded of it.
struct GapJudgement {
    /// If it starts nearer than clearance and thickness demand.
    std::optional<Start::NearPair> near = {};
    double gap = 0.0;                         ///< what is demanded of it
    std::optional<DyadicBracket> first = {};  ///< when it first falls to that
};

/// Judges the pairs of a scene by the gaps demanded of them; the rule is that of `mesh_query.hpp`.
///
/// Assumes: the scene outlives it.
class GapJudge {
public:
    /// Assumes: options that apply.
    /// Throws:  std::invalid_argument for gaps that are not finite.
    GapJudge(const MovingScene& scene, const QueryOptions& options);

    /// The largest gap that clearance and thickness demand of any pair.
    [[nodiscard]] double max_gap() const;

    /// Judges a candidate in the order of Contact, and counts the stages used. A pair that falls to its gap after
    /// `until` only may be said never to do so; one that does so after `until` of the query is.
    [[nodiscard]] GapJudgement judge(const Candidate& ordered, PairKind kind, double until,
                                     Statistics::StageCounts& stages) const;

    /// The contact of a judgement that has a first time.
    [[nodiscard]] Contact contact(const Candidate& ordered, PairKind kind, const GapJudgement& judgement) const;

private:
    [[nodiscard]] GapJudgement whole_step(const Candidate& ordered, PairKind kind, double until,
                                          Statistics::StageCounts& stages) const;
    [[nodiscard]] double gap_of(const Candidate& ordered, PairKind kind) const;
    [[nodiscard]] std::optional<DyadicBracket> first_within(const PairRows& rows, PairKind kind, double gap,
                                                            double until, Statistics::StageCounts& stages) const;

    const StepTree& step_;
    double clearance_;
    double near_fraction_;
    double until_;  ///< the end of the question
    int k_;
    std::vector<double> thickness_;  ///< by object
};

}  // namespace tocca::deformable::detail
