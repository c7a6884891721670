// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/scene/detail/mixed_pair.hpp"

namespace tocca::scene::detail {

/// Whether the object and the body are not proven to start further apart than a level.
[[nodiscard]] bool starts_within(const MixedPair& pair, double level);

/// Whether a part of one starts within the other, which is a solid: a vertex of each connected part is tested, by the exact
/// winding number. Parts whose vertices are all too near the surface to tell count as inside.
[[nodiscard]] bool starts_inside(const MixedPair& pair);

/// The same of two objects that deform.
///
/// Guarantee: exact for the doubles given, but for parts all of whose vertices lie on the surface: they count as inside.
[[nodiscard]] bool starts_inside(const DeformingObject& a, const DeformingObject& b);

}  // namespace tocca::scene::detail
