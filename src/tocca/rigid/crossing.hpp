// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "tocca/rigid/best_contact.hpp"

namespace tocca::rigid {

/// Whether two triangles are proven to cross at a time, as far as a search of at most `budget` nodes finds any.
[[nodiscard]] bool crosses_at(const MovingBodies& bodies, double time, std::uint64_t budget);

/// A time soon after a contact at which triangles are proven to cross, if one is found.
[[nodiscard]] std::optional<double> penetration_after(const MovingBodies& bodies, const FoundContact& found,
                                                      double threshold);

/// Whether the bodies are not proven to start further apart than a level.
[[nodiscard]] bool starts_within(const MovingBodies& bodies, double level);

/// Whether a part of one body starts within the other, which is a solid.
[[nodiscard]] bool starts_inside(const MovingBodies& bodies);

}  // namespace tocca::rigid
