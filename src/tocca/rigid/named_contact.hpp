// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/rigid/best_contact.hpp"

namespace tocca::rigid {

/// Which contact to name of all that begin at the time of the one found: that of the nearest triangles; of those that are
/// as near, to rounding, the least by features. Faces that meet have thousands; then it is chosen from the first few
/// hundred, in the order of the trees.
///
/// A function of the bodies, the motions, the levels and the time alone. Contacts at the start, those of bodies that start
/// near each other and those found with a time tolerance are the least of all already, and returned as they are.
[[nodiscard]] FoundContact named_contact(const MovingBodies& bodies, const ContactLevels& levels,
                                         const FoundContact& found);

}  // namespace tocca::rigid
