// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/deformable/clearance.hpp"

namespace tocca::deformable::detail {

/// Whether any pair touches during the step, whatever the start is like.
[[nodiscard]] bool any_event(const MovingScene& scene, const MeshQueryOptions& options);

/// Whether any pair falls to the gap demanded of it, whatever the start is like.
[[nodiscard]] bool any_event(const MovingScene& scene, const MeshClearanceOptions& options);

/// Sets the outcome and safe time of an answer by its contacts, which are sorted by time.
inline void summarise(MeshContacts& result)
{
    if (result.contacts.empty()) return;
    const TimeInterval& first = result.contacts.front().toc;
    result.outcome = first.upper == 0.0 ? Outcome::touching_at_start : Outcome::contact;
    result.safe_until = first.lower;
}

}  // namespace tocca::deformable::detail
