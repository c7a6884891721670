// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/clearance.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tocca/base/floating_point.hpp"
#include "tocca/elementary/clearance_filter.hpp"
#include "tocca/elementary/exact_clearance.hpp"
#include "tocca/geometry/vector_length.hpp"

namespace tocca::elementary {
namespace {

bool is_at_start(const Decision& decision) { return decision.contact && decision.bracket.upper == 0.0; }

/// Whether the distance at the start is at most the gap; exact.
bool starts_within(const PairRows& rows, PairKind kind, double gap, const ClosestPoints& at_start, int k)
{
    const ClearanceFilter filter(rows, kind, gap);
    if (filter.in_range()) {
        if (filter.certainly_within(0.0, at_start.weights)) return true;
        if (filter.certainly_apart({0.0, 0.0}, at_start.difference)) return false;
    }
    return is_at_start(decide_gap(rows, kind, gap, k));
}

}  // namespace

Decision decide_gap(const PairRows& rows, PairKind kind, double gap, int k, double until)
{
    if (gap == 0.0) return decide(rows, kind, k);
    require_floating_point();
    require_finite(rows);
    if (until < 1.0) {
        const ClearanceFilter filter(rows, kind, gap);
        if (filter.in_range() &&
            filter.certainly_apart({0.0, end_of_cell(until, k)}, filter.closest_at(0.0).difference))
            return {false, Stage::subdivision};
    }
    const FilteredClearance filtered = first_within_filtered(rows, kind, gap, k);
    const auto first = filtered.decided ? filtered.first : first_within_exact(rows, kind, gap, k);
    return {first.has_value(), filtered.decided ? Stage::subdivision : Stage::exact, first.value_or(DyadicBracket{})};
}

double end_of_cell(double time, int k) { return std::min(1.0, std::ldexp(std::ceil(std::ldexp(time, k)), -k)); }

double start_distance(const PairRows& rows, PairKind kind, double max_distance)
{
    const double computed = length_of(ClearanceFilter(rows, kind, 0.0).closest_at(0.0).difference);
    return computed <= max_distance ? computed : max_distance;  // too large by rounding, or out of the range of doubles
}

Approach first_approach(const PairRows& rows, PairKind kind, const GapRule& rule, int k, double until,
                        Statistics::StageCounts& stages)
{
    Approach result;
    const auto decide_for = [&](double gap) {
        result.gap = gap;
        result.decision = decide_gap(rows, kind, gap, k, until);
        ++stages[static_cast<std::size_t>(result.decision.stage)];
        return is_at_start(result.decision);
    };
    if (!decide_for(rule.gap) || rule.gap == 0.0) return result;
    result.near = start_distance(rows, kind, rule.gap);
    if (decide_for(rule.near_fraction * *result.near) && result.gap > 0.0) decide_for(0.0);
    return result;
}

KeptApproach first_kept_approach(const PairRows& rows, PairKind kind, const KeepRule& rule, int k, double until,
                                 Statistics::StageCounts& stages)
{
    require_floating_point();
    require_finite(rows);
    const auto [gap, near_fraction] = rule.least;
    KeptApproach result;
    result.kept.gap = result.contact.gap = gap;
    const ClearanceFilter filter(rows, kind, rule.max_gap());
    const ClosestPoints at_start = filter.closest_at(0.0);
    if (filter.in_range() && filter.certainly_apart({0.0, end_of_cell(until, k)}, at_start.difference)) {
        ++stages[static_cast<std::size_t>(Stage::subdivision)];
        return result;
    }

    // Gaps to try, the largest first: the first that the start exceeds is demanded. The last ones are those of first_contact.
    const bool near = gap > 0.0 && starts_within(rows, kind, gap, at_start, k);
    const double computed = length_of(at_start.difference);
    std::array<double, 4> gaps = {};
    if (near) {
        const double distance = computed <= gap ? computed : gap;
        const double kept = std::max(near_fraction, rule.near_keep) * distance;
        gaps = {kept + rule.margin, kept, near_fraction * distance, 0.0};
        result.contact.near = result.kept.near = distance;
    } else {
        const double beyond = computed - gap < rule.reach ? std::max(0.0, computed - gap) : rule.reach;
        const double kept = gap + rule.keep * beyond;
        gaps = {kept + rule.margin, kept, gap, gap};
    }
    const auto decide_for = [&](double demanded) {
        const Decision decision = decide_gap(rows, kind, demanded, k, until);
        ++stages[static_cast<std::size_t>(decision.stage)];
        return decision;
    };
    std::size_t used = 0;
    for (;; ++used) {
        result.kept.gap = gaps[used];
        result.kept.decision = decide_for(gaps[used]);
        if (!is_at_start(result.kept.decision) || used == 3) break;
    }
    result.with_margin = used == 0;
    result.contact.gap = gaps[std::max<std::size_t>(used, 2)];
    if (result.kept.decision.contact) {
        result.contact.decision =
            result.contact.gap == result.kept.gap ? result.kept.decision : decide_for(result.contact.gap);
    }
    return result;
}

}  // namespace tocca::elementary
