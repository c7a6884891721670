// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "scenes/deforming_scene.hpp"

namespace tocca::scenes {

/// How far a folding sheet moves in its one step.
enum class FoldMotion : unsigned char {
    fixed,  ///< the same for every size: relative to a triangle, further the finer the sheet
    cfl,    ///< in proportion to the size of a triangle, centred on the first contact
};

/// A square sheet with so many vertices a side, bent over itself, whose upper half comes down on the lower one: two
/// frames, no contact in the first. 2 * (vertices_per_side - 1)^2 triangles.
[[nodiscard]] DeformingScene fold_sheet(FoldMotion motion, std::size_t vertices_per_side);

/// When a folding sheet first touches itself, as computed elsewhere in exact arithmetic, to 8 digits; nothing where that
/// was not done.
[[nodiscard]] std::optional<double> known_first_contact(FoldMotion motion, std::size_t vertices_per_side);

}  // namespace tocca::scenes
