// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/collides.hpp"

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/elementary/clearance.hpp"
#include "tocca/elementary/decide.hpp"
#include "tocca/elementary/detail/exact_stage.hpp"

namespace tocca {

bool collides(const PairRows& rows, PairKind kind, const QueryOptions& options)
{
    check_options(options, Subject::pair);
    const elementary::Decision decision =
        options.clearance > 0.0
            ? elementary::decide_gap(rows, kind, options.clearance, grid_exponent(bracket_width(options)))
            : elementary::decide(rows, kind, std::nullopt);
    if (options.statistics != nullptr) ++options.statistics->stages[static_cast<std::size_t>(decision.stage)];
    return decision.contact;
}

bool collides(const VertexFace& pair, const QueryOptions& options)
{
    return collides(rows_of(pair), PairKind::vertex_face, options);
}

bool collides(const EdgeEdge& pair, const QueryOptions& options)
{
    return collides(rows_of(pair), PairKind::edge_edge, options);
}

bool collides(const VertexEdge& pair, const QueryOptions& options) { return collides(as_edge_edge(pair), options); }

bool collides(const VertexVertex& pair, const QueryOptions& options) { return collides(as_edge_edge(pair), options); }

bool collides_exact(const PairRows& rows, PairKind kind)
{
    require_floating_point();
    elementary::require_finite(rows);
    return elementary::detail::exact_collides(rows, kind);
}

}  // namespace tocca
