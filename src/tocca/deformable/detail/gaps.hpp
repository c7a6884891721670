// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/deformable/step_tree.hpp"

namespace tocca::deformable::detail {

/// A distance for every pair of objects: one for all, and half the thickness of both.
class Gaps {
public:
    /// Throws: std::invalid_argument for what adds up to infinity.
    Gaps(const MovingScene& scene, double distance);

    [[nodiscard]] double largest() const { return largest_; }
    /// distance + (thickness + thickness) / 2.
    [[nodiscard]] double of(const Candidate& candidate, PairKind kind) const;

private:
    const StepTree* step_;
    double distance_;
    std::vector<double> thickness_;  ///< by object
    double largest_;
};

}  // namespace tocca::deformable::detail
