// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/numeric/sign_classification.hpp"

namespace tocca::study {

/// The sign of a quadratic at a root of y by the decomposition Y = L P + K: sign P = -sign K sign L.
///
/// Source: Tang 2014, 3.5. Mended: where L vanishes at the root, K does too and the quotient is 0/0; the root is then
/// the fraction at which L vanishes.
template <class Number>
[[nodiscard]] Sign sign_at_root_by_decomposition(const Cubic<Number>& y, const Root<Number>& root,
                                                 const Quadratic<Number>& p)
{
    if (root.kind == RootKind::point) return sign_at(p, root.low);
    if (p[2] == 0) return sign_at_root(y, root, Linear<Number>{p[0], p[1]});
    const auto [factor, remainder] = numeric::detail::decompose(y, p);
    if (vanishes(factor)) return sign_at(p, root_of(remainder));
    const Sign of_factor = sign_at_root(y, root, factor);
    if (of_factor == Sign::zero) return sign_at(p, root_of(factor));
    return -(sign_at_root(y, root, remainder) * of_factor);
}

}  // namespace tocca::study
