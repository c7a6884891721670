// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/detail/exact_stage.hpp"

#include <algorithm>

#include "tocca/elementary/detail/exact_pair.hpp"

namespace tocca::elementary::detail {
namespace {

/// The contact instants at which a first contact can be: in increasing order if Y does not vanish, up to the first;
/// else in any order, all of them.
///
/// With Y = 0 throughout, consider the first contact time t* > 0. If the features crossed each other in their interior
/// at t*, they would shortly before; so a vertex of one is on an edge of the other.
std::vector<ExactInstant> first_candidates(const ExactPair& pair)
{
    if (pair.coplanar_throughout()) {
        if (pair.touches_at(Fraction<Integer>{0, 1})) return {{{0, 1, 0, 0}, {}}};
        return pair.edge_instants();
    }
    for (const auto& root : roots_in_unit_interval(pair.cubic())) {
        ExactInstant instant{pair.cubic(), root};
        if (pair.touches_at(instant)) return {std::move(instant)};
    }
    return {};
}

}  // namespace

bool exact_collides(const PairRows& rows, PairKind kind) { return !first_candidates(ExactPair(rows, kind)).empty(); }

std::optional<DyadicBracket> exact_first(const PairRows& rows, PairKind kind, int k)
{
    std::optional<DyadicBracket> first;
    for (const ExactInstant& instant : first_candidates(ExactPair(rows, kind))) {
        const DyadicBracket bracket = dyadic_bracket(instant.polynomial, instant.root, k);
        // Cells are monotone in time: the least cell is that of the least time.
        if (!first || bracket.upper < first->upper) first = bracket;
    }
    return first;
}

}  // namespace tocca::elementary::detail
