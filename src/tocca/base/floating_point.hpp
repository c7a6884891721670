// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tocca {

/// Whether the calling thread computes as the error bounds assume: rounding to nearest, subnormal numbers kept.
[[nodiscard]] bool floating_point_as_assumed() noexcept;

/// Throws std::invalid_argument unless floating_point_as_assumed(): in another mode a filter could answer wrongly.
///
/// Cost: about two nanoseconds.
void require_floating_point();

}  // namespace tocca
