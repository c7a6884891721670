// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/first_contact.hpp"

#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/elementary/detail/contact_place.hpp"
#include "tocca/elementary/detail/decide.hpp"
#include "tocca/elementary/detail/exact_stage.hpp"

namespace tocca {
namespace {

int grid_of(const FirstContactOptions& options)
{
    require(options.tolerance > 0.0, "the tolerance must be positive");
    return grid_exponent(options.tolerance);
}

FirstContact answer(const PairRows& rows, PairKind kind, const DyadicBracket& bracket)
{
    Contact contact{.toc = {bracket.lower, bracket.upper}, .kind = kind};
    elementary::detail::place_contact(rows, kind, contact);
    return {.outcome = bracket.upper == 0.0 ? Outcome::touching_at_start : Outcome::contact,
            .safe_until = bracket.lower,
            .contact = contact,
            .sooner_than_any_double = bracket.below_least_double};
}

}  // namespace

FirstContact first_contact(const PairRows& rows, PairKind kind, const FirstContactOptions& options)
{
    const elementary::detail::Decision decision = elementary::detail::decide(rows, kind, grid_of(options));
    return decision.contact ? answer(rows, kind, decision.bracket) : FirstContact{};
}

FirstContact first_contact(const VertexFace& pair, const FirstContactOptions& options)
{
    return first_contact(rows_of(pair), PairKind::vertex_face, options);
}

FirstContact first_contact(const EdgeEdge& pair, const FirstContactOptions& options)
{
    return first_contact(rows_of(pair), PairKind::edge_edge, options);
}

FirstContact first_contact(const VertexEdge& pair, const FirstContactOptions& options)
{
    return first_contact(as_edge_edge(pair), options);
}

FirstContact first_contact(const VertexVertex& pair, const FirstContactOptions& options)
{
    return first_contact(as_edge_edge(pair), options);
}

FirstContact first_contact_exact(const PairRows& rows, PairKind kind, const FirstContactOptions& options)
{
    require_floating_point();
    elementary::detail::require_finite(rows);
    const auto bracket = elementary::detail::exact_first(rows, kind, grid_of(options));
    return bracket ? answer(rows, kind, *bracket) : FirstContact{};
}

}  // namespace tocca
