// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/all_contacts.hpp"

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/list_limit.hpp"
#include "tocca/elementary/contact_place.hpp"
#include "tocca/elementary/detail/coplanar_spans.hpp"
#include "tocca/elementary/detail/exact_pair.hpp"
#include "tocca/elementary/first_contact.hpp"
#include "tocca/numeric/dyadic_bracket.hpp"

namespace tocca {
namespace {

using elementary::detail::ExactInstant;
using elementary::detail::ExactPair;

/// The times at which the pair is in contact, in order.
std::vector<elementary::detail::ExactSpan> spans_of(const ExactPair& pair)
{
    if (pair.coplanar_throughout()) return elementary::detail::coplanar_spans(pair);
    std::vector<elementary::detail::ExactSpan> spans;
    for (const auto& root : roots_in_unit_interval(pair.cubic())) {
        const ExactInstant instant{pair.cubic(), root};
        if (pair.touches_at(instant)) spans.push_back({instant, instant});
    }
    return spans;
}

DyadicBracket bracket_of(const ExactInstant& instant, int k)
{
    return dyadic_bracket(instant.polynomial, instant.root, k);
}

}  // namespace

Answers all_contacts(const PairRows& rows, PairKind kind, const QueryOptions& options)
{
    require(options.clearance == 0.0, "all_contacts() of an elementary pair takes no `clearance`: it must be 0");
    Answers answers{first_contact(rows, kind, options)};
    if (!answers.contact) return answers;
    const int k = grid_exponent(bracket_width(options));
    base::ListLimit limit(options.max_contacts, "contacts");
    for (const elementary::detail::ExactSpan& span : spans_of(ExactPair(rows, kind))) {
        const DyadicBracket toc = bracket_of(span.begin, k), end = bracket_of(span.end, k);
        Contact contact = elementary::contact_of(rows, kind, toc, 0.0);
        contact.end = TimeInterval{end.lower, end.upper};
        limit.add(1);
        answers.contacts.push_back(contact);
    }
    return answers;
}

Answers all_contacts(const VertexFace& pair, const QueryOptions& options)
{
    return all_contacts(rows_of(pair), PairKind::vertex_face, options);
}

Answers all_contacts(const EdgeEdge& pair, const QueryOptions& options)
{
    return all_contacts(rows_of(pair), PairKind::edge_edge, options);
}

Answers all_contacts(const VertexEdge& pair, const QueryOptions& options)
{
    return all_contacts(as_edge_edge(pair), options);
}

Answers all_contacts(const VertexVertex& pair, const QueryOptions& options)
{
    return all_contacts(as_edge_edge(pair), options);
}

}  // namespace tocca
