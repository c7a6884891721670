// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/first_contact.hpp"

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/elementary/clearance.hpp"
#include "tocca/elementary/contact_place.hpp"
#include "tocca/elementary/decide.hpp"
#include "tocca/elementary/detail/exact_stage.hpp"

namespace tocca {
namespace {

int grid_of(const QueryOptions& options)
{
    check_options(options, Subject::pair);
    return grid_exponent(bracket_width(options));
}

Answer answer(const PairRows& rows, PairKind kind, const DyadicBracket& bracket)
{
    Contact contact{
        .toc = {bracket.lower, bracket.upper}, .kind = kind, .sooner_than_any_double = bracket.below_least_double};
    elementary::place_contact(rows, kind, contact);
    return {.outcome = bracket.upper == 0.0 ? Outcome::touching_at_start : Outcome::contact,
            .safe_until = bracket.lower,
            .contact = contact};
}

/// With a clearance: what the gap of a pair is that starts within it, see the header.
Answer first_approach(const PairRows& rows, PairKind kind, QueryOptions options)
{
    Answer answer = falls_to_clearance(rows, kind, options);
    if (answer.outcome != Outcome::touching_at_start) return answer;
    const double distance = start_distance(rows, kind, options.clearance);
    const double kept = options.near_fraction.value_or(default_near_fraction) * distance;
    const auto asked_again = [&](double gap) {
        options.clearance = gap;
        answer = falls_to_clearance(rows, kind, options);
    };
    asked_again(kept);
    if (kept > 0.0 && answer.outcome == Outcome::touching_at_start) asked_again(0.0);
    answer.start.near = true;
    if (answer.outcome == Outcome::free) answer.outcome = Outcome::near_at_start;
    return answer;
}

}  // namespace

Answer first_contact(const PairRows& rows, PairKind kind, const QueryOptions& options)
{
    const int k = grid_of(options);
    if (options.clearance > 0.0) return first_approach(rows, kind, options);
    const elementary::Decision decision = elementary::decide(rows, kind, k);
    if (options.statistics != nullptr) ++options.statistics->stages[static_cast<std::size_t>(decision.stage)];
    return decision.contact ? answer(rows, kind, decision.bracket) : Answer{};
}

Answer first_contact(const VertexFace& pair, const QueryOptions& options)
{
    return first_contact(rows_of(pair), PairKind::vertex_face, options);
}

Answer first_contact(const EdgeEdge& pair, const QueryOptions& options)
{
    return first_contact(rows_of(pair), PairKind::edge_edge, options);
}

Answer first_contact(const VertexEdge& pair, const QueryOptions& options)
{
    return first_contact(as_edge_edge(pair), options);
}

Answer first_contact(const VertexVertex& pair, const QueryOptions& options)
{
    return first_contact(as_edge_edge(pair), options);
}

Answer first_contact_exact(const PairRows& rows, PairKind kind, const QueryOptions& options)
{
    check_options(options, Subject::pair);
    require(options.clearance == 0.0, "first_contact_exact() takes no `clearance`: it must be 0");
    require_floating_point();
    elementary::require_finite(rows);
    const auto bracket = elementary::detail::exact_first(rows, kind, grid_of(options));
    return bracket ? answer(rows, kind, *bracket) : Answer{};
}

}  // namespace tocca
