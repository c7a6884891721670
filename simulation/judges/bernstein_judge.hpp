// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/judges/pair_judge.hpp"

namespace tocca::simulation {

/// Bernstein sign classification in doubles, the fast one of the published methods: at each root of the coplanarity
/// cubic, the signs of quartics tell whether the features meet there. A quartic is reduced modulo the cubic and its sign
/// at the root follows from those of linear polynomials, so that no root is computed and no tolerance is needed; but
/// every coefficient is rounded.
///
/// Source: Tang, Tong, Wang, Manocha 2014, "Fast and Exact Continuous Collision Detection with Bernstein Sign
///         Classification", BSC-float.
class BernsteinJudge final : public PairJudge {
    [[nodiscard]] std::optional<double> touches_at(const MovingPair& pair) const override;
    [[nodiscard]] double kept_part() const override { return 0.8; }
};

}  // namespace tocca::simulation
