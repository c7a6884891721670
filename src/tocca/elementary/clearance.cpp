// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/clearance.hpp"

#include <cmath>

#include "tocca/base/floating_point.hpp"
#include "tocca/elementary/clearance_filter.hpp"
#include "tocca/elementary/exact_clearance.hpp"
#include "tocca/geometry/vector_length.hpp"

namespace tocca::elementary {

Decision decide_gap(const PairRows& rows, PairKind kind, double gap, int k, double until)
{
    if (gap == 0.0) return decide(rows, kind, k);
    require_floating_point();
    require_finite(rows);
    if (until < 1.0) {
        const ClearanceFilter filter(rows, kind, gap);
        if (filter.in_range() && filter.certainly_apart({0.0, until}, filter.closest_at(0.0).difference))
            return {false, Stage::subdivision};
    }
    const FilteredClearance filtered = first_within_filtered(rows, kind, gap, k);
    const auto first = filtered.decided ? filtered.first : first_within_exact(rows, kind, gap, k);
    return {first.has_value(), filtered.decided ? Stage::subdivision : Stage::exact, first.value_or(DyadicBracket{})};
}

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
        return result.decision.contact && result.decision.bracket.upper == 0.0;
    };
    if (!decide_for(rule.gap) || rule.gap == 0.0) return result;
    result.near = start_distance(rows, kind, rule.gap);
    if (decide_for(rule.near_fraction * *result.near) && result.gap > 0.0) decide_for(0.0);
    return result;
}

}  // namespace tocca::elementary
