// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/clearance.hpp"

#include <cmath>
#include <optional>

#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/elementary/detail/clearance_filter.hpp"
#include "tocca/elementary/detail/contact_place.hpp"
#include "tocca/elementary/detail/decide.hpp"
#include "tocca/elementary/detail/exact_clearance.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca {
namespace {

void check(const PairRows& rows, const ClearanceOptions& options)
{
    require(options.clearance >= 0.0 && std::isfinite(options.clearance),
            "the clearance must be a finite number that is not negative");
    require(options.tolerance > 0.0, "the tolerance must be positive");
    require_floating_point();
    elementary::detail::require_finite(rows);
}

FirstContact answer_of(const PairRows& rows, PairKind kind, const std::optional<DyadicBracket>& first)
{
    if (!first) return {};
    FirstContact answer;
    answer.outcome = first->upper == 0.0 ? Outcome::touching_at_start : Outcome::contact;
    answer.safe_until = first->lower;
    answer.sooner_than_any_double = first->below_least_double;
    Contact contact;
    contact.toc = {first->lower, first->upper};
    elementary::detail::place_approach(rows, kind, contact);
    answer.contact = contact;
    return answer;
}

}  // namespace

FirstContact falls_to_clearance(const PairRows& rows, PairKind kind, const ClearanceOptions& options)
{
    check(rows, options);
    if (options.clearance == 0.0) return first_contact(rows, kind, {.tolerance = options.tolerance});
    const int k = grid_exponent(options.tolerance);
    const auto filtered = elementary::detail::first_within_filtered(rows, kind, options.clearance, k);
    if (filtered.decided) return answer_of(rows, kind, filtered.first);
    return answer_of(rows, kind, elementary::detail::first_within_exact(rows, kind, options.clearance, k));
}

FirstContact falls_to_clearance(const VertexFace& pair, const ClearanceOptions& options)
{
    return falls_to_clearance(rows_of(pair), PairKind::vertex_face, options);
}

FirstContact falls_to_clearance(const EdgeEdge& pair, const ClearanceOptions& options)
{
    return falls_to_clearance(rows_of(pair), PairKind::edge_edge, options);
}

FirstContact falls_to_clearance(const VertexEdge& pair, const ClearanceOptions& options)
{
    return falls_to_clearance(as_edge_edge(pair), options);
}

FirstContact falls_to_clearance(const VertexVertex& pair, const ClearanceOptions& options)
{
    return falls_to_clearance(as_edge_edge(pair), options);
}

FirstContact falls_to_clearance_exact(const PairRows& rows, PairKind kind, const ClearanceOptions& options)
{
    check(rows, options);
    if (options.clearance == 0.0) return first_contact_exact(rows, kind, {.tolerance = options.tolerance});
    const int k = grid_exponent(options.tolerance);
    return answer_of(rows, kind, elementary::detail::first_within_exact(rows, kind, options.clearance, k));
}

}  // namespace tocca
