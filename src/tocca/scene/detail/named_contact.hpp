// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "tocca/rigid/search_result.hpp"
#include "tocca/scene/detail/near_primitives.hpp"

namespace tocca::scene::detail {

/// What a search leaves of the contacts that begin at the time of the one it found.
struct ContactsAtOnce {
    rigid::FoundContact found;
    /// The pairs that were followed on their own and are in contact from then on.
    std::vector<MixedPrimitives> followed = {};
    /// Where others may be that were not followed, of triangles that do not start near each other; after a contact at the
    /// start, all that may touch there.
    std::vector<OpenPair> others = {};
    /// Whether others may begin at this time at all: it belongs to the grid of triangles that do not start near each other.
    bool on_grid = true;
};

/// Which contact to name of all that begin at the time of the one found: that of the nearest triangles; of those that are
/// as near, to rounding, the least by features. Of those that touch at the start, the least by features.
///
/// A function of the object, the body, the motions, the levels and the time alone, whatever the trees are like.
[[nodiscard]] rigid::FoundContact named_contact(const MixedPair& pair, const rigid::ContactLevels& levels,
                                                const ContactsAtOnce& contacts);

/// A time soon after a contact at which triangles near it are proven to cross, if one is found.
[[nodiscard]] std::optional<double> penetration_after(const MixedPair& pair, const rigid::FoundContact& found,
                                                      double threshold);

}  // namespace tocca::scene::detail
