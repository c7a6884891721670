// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/clearance.hpp"

#include <cmath>
#include <optional>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/elementary/clearance_filter.hpp"
#include "tocca/elementary/contact_place.hpp"
#include "tocca/elementary/decide.hpp"
#include "tocca/elementary/exact_clearance.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca {
namespace {

void check(const PairRows& rows, const QueryOptions& options)
{
    check_options(options, Subject::pair);
    require_floating_point();
    elementary::require_finite(rows);
}

Answer answer_of(const PairRows& rows, PairKind kind, const std::optional<DyadicBracket>& first)
{
    if (!first) return {};
    Contact contact{.toc = {first->lower, first->upper}, .sooner_than_any_double = first->below_least_double};
    elementary::place_approach(rows, kind, contact);
    return {.outcome = first->upper == 0.0 ? Outcome::touching_at_start : Outcome::contact,
            .safe_until = first->lower,
            .contact = contact};
}

}  // namespace

Answer falls_to_clearance(const PairRows& rows, PairKind kind, const QueryOptions& options)
{
    check(rows, options);
    if (options.clearance == 0.0) return first_contact(rows, kind, options);
    const int k = grid_exponent(bracket_width(options));
    const auto filtered = elementary::first_within_filtered(rows, kind, options.clearance, k);
    if (filtered.decided) return answer_of(rows, kind, filtered.first);
    return answer_of(rows, kind, elementary::first_within_exact(rows, kind, options.clearance, k));
}

Answer falls_to_clearance_exact(const PairRows& rows, PairKind kind, const QueryOptions& options)
{
    check(rows, options);
    if (options.clearance == 0.0) return first_contact_exact(rows, kind, options);
    const int k = grid_exponent(bracket_width(options));
    return answer_of(rows, kind, elementary::first_within_exact(rows, kind, options.clearance, k));
}

double start_distance(const PairRows& rows, PairKind kind, double max_distance)
{
    const double computed = elementary::ClearanceFilter(rows, kind, 0.0).closest_at(0.0).difference.stableNorm();
    return computed <= max_distance ? computed : max_distance;  // too large by rounding, or out of the range of doubles
}

}  // namespace tocca
