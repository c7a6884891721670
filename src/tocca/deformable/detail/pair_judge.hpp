// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "tocca/answer/option_rules.hpp"
#include "tocca/answer/options.hpp"
#include "tocca/deformable/detail/approach_filter.hpp"
#include "tocca/deformable/detail/candidate_search.hpp"
#include "tocca/deformable/detail/gaps.hpp"
#include "tocca/elementary/block_filter.hpp"
#include "tocca/elementary/clearance.hpp"

namespace tocca::deformable::detail {

/// Judges the pairs of a scene by the gaps demanded of them; the rule is that of `mesh_query.hpp`.
///
/// Assumes: scene and options outlive it.
class PairJudge {
public:
    /// `timed`: whether the time of a contact matters, or else only that there is one.
    ///
    /// Throws: std::invalid_argument for options that do not apply and for gaps that are not finite.
    PairJudge(const MovingScene& scene, const QueryOptions& options, bool timed, Subject subject = Subject::mesh);

    /// The largest gap that clearance and thickness demand of any pair.
    [[nodiscard]] double max_gap() const { return gaps_.largest(); }

    /// Judges a block of candidates, and counts the stages used. Calls `take(ordered, approach)`, the candidate in the order
    /// of Contact, for those that fall to their gaps by `until` of the query, or start near; what falls to its gap after the
    /// limit of the search may be left out.
    template <class Take>
    void judge(PairKind kind, std::span<const Candidate> candidates, const SearchOptions& search,
               Statistics::StageCounts& stages, const Take& take) const
    {
        if (max_gap() == 0.0)
            judge_blocks(kind, candidates, stages, take);
        else
            judge_each(kind, candidates, search, stages, take);
    }

    [[nodiscard]] const ApproachFilter& filter() const { return filter_; }

    /// The contact of an approach that has a first time.
    [[nodiscard]] Contact contact(const Candidate& ordered, PairKind kind, const elementary::Approach& approach) const;

    /// clearance + (thickness + thickness) / 2.
    [[nodiscard]] double gap_of(const Candidate& ordered, PairKind kind) const { return gaps_.of(ordered, kind); }
    /// Whether a contact belongs to the query about [0, until]: it is not proven to come later.
    [[nodiscard]] bool begins_in_time(const DyadicBracket& bracket) const
    {
        return until_ == 1.0 || bracket.upper == 0.0 || bracket.lower < until_;
    }

    /// Whether any of `count` pairs touches, whatever their gaps and `until` of the query; `rows(i)` is number i.
    template <class RowsOf>
    [[nodiscard]] bool any_touches(PairKind kind, std::size_t count, const RowsOf& rows) const
    {
        bool found = false;
        Statistics::StageCounts stages = {};
        run_blocks(kind, count, rows, std::nullopt, stages, [&](std::size_t, const DyadicBracket&) { found = true; });
        return found;
    }

private:
    template <class Take>
    void judge_blocks(PairKind kind, std::span<const Candidate> candidates, Statistics::StageCounts& stages,
                      const Take& take) const
    {
        run_blocks(
            kind, candidates.size(), [&](std::size_t i) { return step_->rows(candidates[i]); },
            timed_ ? std::optional(k_) : std::nullopt, stages,
            [&](std::size_t i, const DyadicBracket& bracket) {
                if (begins_in_time(bracket))
                    take(step_->ordered(candidates[i], kind),
                         elementary::Approach{.decision = {.contact = true, .bracket = bracket}});
            });
    }

    /// Calls `on_contact(i, bracket)` for every pair of `count` that touches.
    template <class RowsOf, class OnContact>
    void run_blocks(PairKind kind, std::size_t count, const RowsOf& rows_of, std::optional<int> k,
                    Statistics::StageCounts& stages, const OnContact& on_contact) const
    {
        constexpr std::size_t block_size = elementary::BlockFilter::block_size;
        thread_local elementary::BlockFilter filter;
        thread_local std::vector<PairRows> rows(block_size);
        for (std::size_t first = 0; first < count; first += block_size) {
            const std::size_t size = std::min(block_size, count - first);
            for (std::size_t i = 0; i < size; ++i) rows[i] = rows_of(first + i);
            filter.run(*kernel_, rows.data(), size, 0, kind, k, stages,
                       [&](std::size_t i, const DyadicBracket& bracket) { on_contact(first + i, bracket); });
        }
    }

    template <class Take>
    void judge_each(PairKind kind, std::span<const Candidate> candidates, const SearchOptions& search,
                    Statistics::StageCounts& stages, const Take& take) const
    {
        const auto until = [&] { return search.until != nullptr ? search.until->value() : until_; };
        const auto cell_end = [&] { return elementary::end_of_cell(until(), k_); };
        filter_.run(kind, candidates, max_gap(), cell_end, stages, [&](const Candidate& candidate) {
            if (search.enough != nullptr && search.enough->load(std::memory_order_relaxed)) return false;
            const Candidate ordered = step_->ordered(candidate, kind);
            elementary::Approach approach = elementary::first_approach(
                step_->rows(ordered), kind, {gap_of(ordered, kind), near_fraction_}, k_, until(), stages);
            approach.decision.contact = approach.decision.contact && begins_in_time(approach.decision.bracket);
            if (approach.decision.contact || approach.near) take(ordered, approach);
            return true;
        });
    }

    const StepTree* step_;
    Gaps gaps_;
    double near_fraction_;
    double until_;  ///< the end of the question
    int k_;
    bool timed_;
    const elementary::FilterKernel* kernel_;
    ApproachFilter filter_;
};

}  // namespace tocca::deformable::detail
