// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/judges/pair_judge.hpp"

namespace tocca::simulation {

/// The cubic solver in doubles with fixed tolerances, as in many cloth simulators: at a root of the coplanarity cubic,
/// the features touch if they are within 1e-6 units of each other and their weights within 1e-6 of their range.
class CubicJudge final : public PairJudge {
    [[nodiscard]] std::optional<double> touches_at(const MovingPair& pair) const override;
    [[nodiscard]] double kept_part() const override { return 0.8; }
};

/// An interval in which a cubic has one root, as far as signs in doubles tell.
struct RootBracket {
    double low = 0.0, high = 0.0;  ///< equal if the cubic is 0 there
};

/// The brackets of the roots of a + b t + c t^2 + d t^3 in [0, 1], in increasing order.
[[nodiscard]] std::vector<RootBracket> root_brackets(double a, double b, double c, double d);

/// The roots of a + b t + c t^2 + d t^3 in [0, 1] that are found in double precision, in increasing order.
[[nodiscard]] std::vector<double> roots_in_unit_interval(double a, double b, double c, double d);

}  // namespace tocca::simulation
