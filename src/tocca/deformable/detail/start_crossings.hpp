// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/deformable/mesh_query.hpp"

namespace tocca::deformable::detail {

/// Whether an edge passes through a face at the start of the step, of the pairs that count by the options. What is proven
/// already or assumed by the caller is not tested.
///
/// A crossing counts unless `accept` leaves out all five pairs by which it can come about: the ends of the edge with the
/// face, and the edge with the sides of the face.
[[nodiscard]] bool starts_crossing(const MovingScene& scene, const QueryOptions& options);

/// The same, counted, and listed if the options say so.
void add_crossings(const MovingScene& scene, const QueryOptions& options, Start& start);

/// To be called when no pair touches up to a fraction of the step, the positions after it rounded: where it starts
/// uncrossed, it is uncrossed there, too.
///
/// Proof: an edge and a face that are apart at the start and meet later meet for the first time at some t > 0. They do
///        not cross strictly then, since they would shortly before, too. So an end of the edge is in the face, or the
///        edge meets a side of the face: two of the pairs checked touch.
void note_no_contact(const MovingScene& scene, const QueryOptions& options, double step);

/// The same for a query about the whole step; one that ends before says nothing about rounded positions.
inline void note_free(const MovingScene& scene, const QueryOptions& options)
{
    if (options.until == 1.0) note_no_contact(scene, options, 1.0);
}

/// Completes the answer of a verb whose events are found by what is there at the start.
inline void add_start(const MovingScene& scene, const QueryOptions& options, Answer& answer, bool any_event)
{
    answer.start.assumed_free = options.assume_start_free;
    answer.only_changed = options.changed.has_value();
    answer.nothing_checked = !has_pairs(scene, options);
    add_crossings(scene, options, answer.start);
    if (answer.start.crossing_count > 0) {
        answer.outcome = Outcome::crossing_at_start;
        answer.safe_until = 0.0;
    } else if (!any_event) {
        note_free(scene, options);
    }
}

}  // namespace tocca::deformable::detail
