// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string_view>
#include <vector>

#include "adapters/ompl/deforming_world.hpp"

namespace tocca::planning {

/// What a way to find contacts takes to prove a path free.
struct StrategyCost {
    std::string_view name;
    std::uint64_t elementary_tests = 0;  ///< of all motions of the path; of tocca's own search not counted
    double seconds = 0.0;  ///< of processor time, for all motions: moving, refitting, and whether anything touches
    bool free = true;      ///< no motion was found to touch
};

/// The strategies of Curtis, Tamstorf, Manocha 2008, on every motion of a path, one thread each; the last entry is `collides`.
///
/// Throws: std::invalid_argument for a path without motions.
[[nodiscard]] std::vector<StrategyCost> compare_strategies(const DeformingWorld& world, const Eigen::MatrixXd& path);

}  // namespace tocca::planning
