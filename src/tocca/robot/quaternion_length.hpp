// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace tocca {

// Quaternions in configurations and files are normalised before use. Captured motions have lengths from 0.85 to 1.06, and
// their direction is what they mean; what is further off is more likely another kind of four numbers.

[[nodiscard]] inline bool can_be_normalised(double quaternion_length)
{
    return quaternion_length >= 0.5 && quaternion_length <= 2.0;
}

/// Whether normalising does no more than to mend rounding.
[[nodiscard]] inline bool is_nearly_one(double quaternion_length) { return std::abs(quaternion_length - 1.0) <= 0.01; }

}  // namespace tocca
