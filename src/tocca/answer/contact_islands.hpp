// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tocca/answer/contact.hpp"

namespace tocca {

/// Groups contacts of deforming meshes that have to be resolved together: two contacts are in one island if they name a
/// common vertex, or are so connected through others. Vertices of the objects that rest, by number, connect nothing: many
/// contacts with a floor are not one island.
///
/// Returns the island of each contact, or of each near pair, in their order: numbers from 0, as they first appear.
[[nodiscard]] std::vector<std::uint32_t> contact_islands(const std::vector<Contact>& contacts,
                                                         const std::vector<std::uint32_t>& resting = {});
[[nodiscard]] std::vector<std::uint32_t> contact_islands(const std::vector<FeaturePair::Near>& pairs,
                                                         const std::vector<std::uint32_t>& resting = {});

}  // namespace tocca
