// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/first_contact.hpp"

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/elementary/clearance.hpp"
#include "tocca/elementary/contact_place.hpp"
#include "tocca/elementary/detail/exact_stage.hpp"

namespace tocca {
namespace {

int grid_of(const QueryOptions& options)
{
    check_options(options, Subject::pair);
    return grid_exponent(bracket_width(options));
}

}  // namespace

Answer first_contact(const PairRows& rows, PairKind kind, const QueryOptions& options)
{
    const int k = grid_of(options);
    Statistics work;
    const elementary::GapRule rule = {options.clearance, options.near_fraction.value_or(default_near_fraction)};
    const auto [decision, gap, near] = elementary::first_approach(rows, kind, rule, k, 1.0, work.stages);
    add_work(options, work);
    Answer answer;
    if (decision.contact) elementary::set_first(answer, elementary::contact_of(rows, kind, decision.bracket, gap));
    answer.start.near = near.has_value();
    if (near && !decision.contact) answer.outcome = Outcome::near_at_start;
    return answer;
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
    const int k = grid_of(options);
    require(options.clearance == 0.0, "first_contact_exact() takes no `clearance`: it must be 0");
    require_floating_point();
    elementary::require_finite(rows);
    const auto bracket = elementary::detail::exact_first(rows, kind, k);
    Answer answer;
    if (bracket) elementary::set_first(answer, elementary::contact_of(rows, kind, *bracket, 0.0));
    return answer;
}

}  // namespace tocca
