// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/deformable/mesh_query.hpp"

namespace tocca::deformable::detail {

/// Whether any pair touches or falls to the gap demanded of it during the step, whatever the start is like.
[[nodiscard]] bool any_event(const MovingScene& scene, const QueryOptions& options);

/// Whether a contact belongs to the query about [0, until]: it is not proven to come later.
[[nodiscard]] inline bool begins_by(double lower, double upper, double until)
{
    return until == 1.0 || upper == 0.0 || lower < until;
}

/// Sets outcome, safe time and first contact of an answer from its contacts, which are sorted by time.
inline void summarise(Answers& result)
{
    if (result.contacts.empty()) return;
    result.contact = result.contacts.front();
    const TimeInterval& first = result.contact->toc;
    result.outcome = first.upper == 0.0 ? Outcome::touching_at_start : Outcome::contact;
    result.safe_until = first.lower;
}

}  // namespace tocca::deformable::detail
