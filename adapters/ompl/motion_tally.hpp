// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tocca::planning {

/// What became of the motions that a planner asked about.
struct MotionTally {
    std::uint64_t proven = 0;       ///< free
    std::uint64_t refused = 0;      ///< all others, whatever the reason
    std::uint64_t interrupted = 0;  ///< of those: a stop was requested
};

}  // namespace tocca::planning
