// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/judges/pair_judge.hpp"

namespace tocca::simulation {

/// Additive CCD in doubles: advances by as much as the distance allows, until a tenth of the first distance is left.
///
/// Source: Li, Kaufman, Jiang 2021, "Codimensional Incremental Potential Contact", section 5.
class AdditiveJudge final : public PairJudge {
    [[nodiscard]] std::optional<double> touches_at(const MovingPair& pair) const override;
    /// Its times are conservative already.
    [[nodiscard]] double kept_part() const override { return 1.0; }
};

}  // namespace tocca::simulation
