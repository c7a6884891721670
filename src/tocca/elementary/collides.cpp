// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/collides.hpp"

#include "tocca/base/floating_point.hpp"
#include "tocca/elementary/detail/decide.hpp"
#include "tocca/elementary/detail/exact_stage.hpp"

namespace tocca {

bool collides(const PairRows& rows, PairKind kind)
{
    return elementary::detail::decide(rows, kind, std::nullopt).contact;
}

bool collides(const VertexFace& pair) { return collides(rows_of(pair), PairKind::vertex_face); }

bool collides(const EdgeEdge& pair) { return collides(rows_of(pair), PairKind::edge_edge); }

bool collides(const VertexEdge& pair) { return collides(as_edge_edge(pair)); }

bool collides(const VertexVertex& pair) { return collides(as_edge_edge(pair)); }

bool collides_exact(const PairRows& rows, PairKind kind)
{
    require_floating_point();
    elementary::detail::require_finite(rows);
    return elementary::detail::exact_collides(rows, kind);
}

}  // namespace tocca
