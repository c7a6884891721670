// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "support/algebraic_time.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca::support {

/// A maximal stretch of time in contact.
struct JudgedSpan {
    AlgebraicTime begin, end;
    int multiplicity;  ///< of the root of the coplanarity cubic; 0 for a pair that is coplanar throughout
};

/// Every contact of a pair, in order of time.
struct Judgement {
    std::vector<JudgedSpan> spans;
    bool coplanar_throughout = false;

    [[nodiscard]] bool hit() const { return !spans.empty(); }
    [[nodiscard]] std::optional<bool> odd() const;
};

/// A second opinion on a query, slow and plain: rational arithmetic on GMP, roots isolated by Sturm's theorem, signs
/// at roots by greatest common divisors. It shares no code and no method with the library's exact path. Contact can
/// begin or end only where one of the polynomials that decide it vanishes, so it is enough to look at these instants
/// and at one instant between each two.
[[nodiscard]] Judgement judge(const PairRows& rows, PairKind kind);

/// Whether the pair touches at time t, for any rational t in [0, 1].
[[nodiscard]] bool touches_at(const PairRows& rows, PairKind kind, const Rational& t);

}  // namespace tocca::support
