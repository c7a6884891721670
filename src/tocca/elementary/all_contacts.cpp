// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/all_contacts.hpp"

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/elementary/decide.hpp"
#include "tocca/elementary/detail/coplanar_spans.hpp"
#include "tocca/elementary/detail/exact_pair.hpp"
#include "tocca/numeric/dyadic_bracket.hpp"

namespace tocca {
namespace {

TimeInterval bracket_of(const elementary::detail::ExactInstant& instant, int k)
{
    const DyadicBracket bracket = dyadic_bracket(instant.polynomial, instant.root, k);
    return {bracket.lower, bracket.upper};
}

AllContacts coplanar_contacts(const elementary::detail::ExactPair& pair, int k)
{
    AllContacts all;
    for (const elementary::detail::ExactSpan& span : elementary::detail::coplanar_spans(pair)) {
        all.spans.push_back({bracket_of(span.begin, k), bracket_of(span.end, k), 0});
    }
    return all;
}

AllContacts contacts_at_roots(const elementary::detail::ExactPair& pair, int k)
{
    AllContacts all;
    bool odd = false;
    for (const auto& root : roots_in_unit_interval(pair.cubic())) {
        const elementary::detail::ExactInstant instant{pair.cubic(), root};
        if (!pair.touches_at(instant)) continue;
        const TimeInterval toc = bracket_of(instant, k);
        all.spans.push_back({toc, toc, root.multiplicity});
        odd ^= root.multiplicity % 2 == 1;
    }
    all.odd = odd;
    return all;
}

}  // namespace

AllContacts all_contacts(const PairRows& rows, PairKind kind, const QueryOptions& options)
{
    check_options(options, Subject::pair);
    require(options.clearance == 0.0, "all_contacts() of an elementary pair takes no `clearance`: it must be 0");
    if (!elementary::decide(rows, kind, std::nullopt).contact) {
        return {{}, elementary::detail::ExactPair(rows, kind).coplanar_throughout() ? std::optional<bool>{} : false};
    }
    const int k = grid_exponent(bracket_width(options));
    const elementary::detail::ExactPair pair(rows, kind);
    return pair.coplanar_throughout() ? coplanar_contacts(pair, k) : contacts_at_roots(pair, k);
}

AllContacts all_contacts(const VertexFace& pair, const QueryOptions& options)
{
    return all_contacts(rows_of(pair), PairKind::vertex_face, options);
}

AllContacts all_contacts(const EdgeEdge& pair, const QueryOptions& options)
{
    return all_contacts(rows_of(pair), PairKind::edge_edge, options);
}

AllContacts all_contacts(const VertexEdge& pair, const QueryOptions& options)
{
    return all_contacts(as_edge_edge(pair), options);
}

AllContacts all_contacts(const VertexVertex& pair, const QueryOptions& options)
{
    return all_contacts(as_edge_edge(pair), options);
}

}  // namespace tocca
