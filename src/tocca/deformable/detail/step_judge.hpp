// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "tocca/deformable/detail/pair_judge.hpp"

namespace tocca::deformable::detail {

/// Judges the pairs of a scene by the gaps that safe_step demands of them; the rule is that of `safe_step.hpp`.
///
/// Assumes: scene and options outlive it.
class StepJudge {
public:
    /// Every gap that is kept is larger by `margin`, where the start leaves room for it.
    ///
    /// Throws: as PairJudge.
    StepJudge(const MovingScene& scene, const QueryOptions& options, double margin);

    /// The judge of first_contact.
    [[nodiscard]] const PairJudge& contacts() const { return contacts_; }
    /// No pair has to keep anything: it must not touch.
    [[nodiscard]] bool contact_only() const { return largest_.least.gap + largest_.keep * largest_.reach == 0.0; }
    /// The largest gap demanded of any pair, the margin included; to be searched with.
    [[nodiscard]] double max_gap() const { return largest_.max_gap(); }

    /// As PairJudge::judge. Calls `take(ordered, approach)` for the candidates that fall to a gap, start near, or start too
    /// near for the margin.
    ///
    /// Assumes: not contact_only().
    template <class Take>
    void judge(PairKind kind, std::span<const Candidate> candidates, const SearchOptions& search,
               Statistics::StageCounts& stages, const Take& take) const
    {
        const auto until = [&] { return search.until != nullptr ? search.until->value() : until_; };
        const auto cell_end = [&] { return elementary::end_of_cell(until(), k_); };
        contacts_.filter().run(kind, candidates, max_gap(), cell_end, stages, [&](const Candidate& candidate) {
            if (search.enough != nullptr && search.enough->load(std::memory_order_relaxed)) return false;
            const Candidate ordered = step_->ordered(candidate, kind);
            const elementary::KeepRule rule = rule_of(contacts_.gap_of(ordered, kind));
            elementary::KeptApproach approach =
                elementary::first_kept_approach(step_->rows(ordered), kind, rule, k_, until(), stages);
            for (elementary::Approach* one : {&approach.kept, &approach.contact})
                one->decision.contact = one->decision.contact && contacts_.begins_in_time(one->decision.bracket);
            if (approach.kept.decision.contact || approach.contact.near || !approach.with_margin)
                take(ordered, approach);
            return true;
        });
    }

private:
    [[nodiscard]] elementary::KeepRule rule_of(double gap) const;

    const StepTree* step_;
    const QueryOptions* options_;
    PairJudge contacts_;
    double margin_;
    double until_;
    int k_;
    elementary::KeepRule largest_;
};

}  // namespace tocca::deformable::detail
