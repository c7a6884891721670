// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "tocca/deformable/clearance.hpp"

namespace tocca {

/// How far a scene may move.
struct SafeStep {
    /// The fraction of the step that is safe: the scene may go to positions_at(scene, object, step).
    double step = 1.0;
    /// As that of first_contact. `free` and `near_at_start`: the whole step, step = 1. `contact`: a part of it.
    /// `touching_at_start` and `crossing_at_start`: features touch, or edges pass through faces; step = 0.
    Outcome outcome = Outcome::free;
    /// What stops the whole step: the first pair that falls to the gap demanded of it.
    std::optional<Contact> limit = {};
    /// The pairs that started nearer than clearance and thickness demand.
    NearPairs near_at_start = {};
    StartCrossings crossing_at_start = {};
    bool start_assumed_free = false;  ///< as in MeshFirstContact
    bool nothing_checked = false;     ///< as in FirstContact
    /// How many shortened steps were tested.
    int tested_steps = 0;
    MeshStatistics statistics = {};  ///< of the search for `limit`
};

/// Where a point is after a fraction of a step: the start for 0, the end for 1, and in between start + step * (end - start)
/// an axis, each operation rounded to a double, but never beyond start or end.
///
/// Guarantee: finite for finite points.
/// Assumes:   0 <= step <= 1.
[[nodiscard]] Point position_at(const Point& start, const Point& end, double step);

/// Where the vertices of an object are after a fraction of the step, by position_at.
[[nodiscard]] std::vector<Point> positions_at(const MovingScene& scene, ObjectId object, double step);

/// How far the scene may move until a pair falls to the gap demanded of it; see MeshClearanceOptions for the gaps.
///
/// Guarantee: in the motion in straight lines from the start to the rounded positions that positions_at gives for the
///            step no pair falls to the gap demanded of it, and nothing touches or crosses. The step is 1 if and only if
///            that holds for the whole step, and is never beyond safe_until of first_contact, nor beyond the
///            time at which any features touch. The same for any number of threads, any SIMD target and any shape of the tree.
///            Where edges pass through faces at the start there is no safe step: it is 0. With assume_start_free they are
///            not looked for, and a simulator can step out of such a start.
/// Throws:    as `collides` with a clearance.
/// Cost:      first_contact; if there is one, a copy of the scene and `collides` on the shortened step, which is
///            hardly ever done more than once, and at most 100 times.
/// Source:    docs/deformable_steps.md.
[[nodiscard]] SafeStep safe_step(const MovingScene& scene, const MeshClearanceOptions& options = {});

}  // namespace tocca
