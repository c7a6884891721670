// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/explain.hpp"

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/elementary/decide.hpp"
#include "tocca/elementary/detail/exact_pair.hpp"
#include "tocca/numeric/dyadic_bracket.hpp"
#include "tocca/numeric/sign.hpp"

namespace tocca {
namespace {

Explanation::Root explain_root(const elementary::detail::ExactPair& pair, const Root<Integer>& root, int k)
{
    const elementary::detail::ExactInstant instant{pair.cubic(), root};
    Explanation::Root explained;
    const DyadicBracket bracket = dyadic_bracket(pair.cubic(), root, k);
    explained.time = {bracket.lower, bracket.upper};
    const Fraction<Integer> upper = [&] {
        CommonScale scale = to_common_integers(std::array{bracket.upper, 1.0});
        return Fraction<Integer>{scale.integers[0], scale.integers[1]};
    }();
    if (compare(pair.cubic(), root, upper) == Sign::zero) explained.time.lower = bracket.upper;
    explained.multiplicity = root.multiplicity;
    explained.degenerate = true;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t which = 0; which < pair.inside_count(); ++which) {
            const Sign sign = sign_at_root(pair.cubic(), root, pair.inside(which, axis));
            explained.inside[axis].push_back(static_cast<int>(sign));
            explained.degenerate &= sign == Sign::zero;
        }
    }
    explained.contact = pair.touches_at(instant);
    return explained;
}

}  // namespace

Explanation explain(const PairRows& rows, PairKind kind, const QueryOptions& options)
{
    check_options(options, Subject::pair);
    require(options.clearance == 0.0, "explain() takes no `clearance`: it must be 0");
    Explanation explanation;
    explanation.kind = kind;
    explanation.answer = first_contact(rows, kind, options);
    const int k = grid_exponent(bracket_width(options));
    explanation.decided_by = elementary::decide(rows, kind, k).stage;

    const elementary::detail::ExactPair pair(rows, kind);
    constexpr std::array binomials{1, 3, 3, 1};
    for (std::size_t i = 0; i < 4; ++i) {
        explanation.cubic[i] = approximate(pair.bernstein()[i], 3 * pair.exponent()) / binomials[i];
        explanation.cubic_signs[i] = static_cast<int>(sign_of(pair.bernstein()[i]));
    }
    explanation.coplanar_throughout = pair.coplanar_throughout();
    if (explanation.coplanar_throughout) return explanation;
    for (const auto& root : roots_in_unit_interval(pair.cubic())) {
        explanation.roots.push_back(explain_root(pair, root, k));
    }
    return explanation;
}

}  // namespace tocca
