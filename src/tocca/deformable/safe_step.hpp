// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/deformable/mesh_query.hpp"

namespace tocca::deformable {

/// Where a point is after a fraction of a step: the start for 0, the end for 1, and in between start + step * (end - start)
/// per axis, each operation rounded to a double, but never beyond start or end.
///
/// Guarantee: finite for finite points.
/// Assumes:   0 <= step <= 1.
[[nodiscard]] Point position_at(const Point& start, const Point& end, double step);

/// Where the vertices of an object are after a fraction of the step, by position_at.
[[nodiscard]] std::vector<Point> positions_at(const MovingScene& scene, ObjectId object, double step);

/// How far the scene may move until a pair falls to the gap demanded of it, as first_contact says: to
/// positions_at(scene, object, step). `contact` is what stops the whole step.
///
/// Guarantee: in the motion in straight lines from the start to the rounded positions that positions_at gives for the
///            step no pair falls to the gap demanded of it, and nothing touches or crosses. The step is 1 if and only if
///            that holds for the whole step, and is never beyond safe_until of first_contact, nor beyond the
///            time at which any features touch. The same for any number of threads, any SIMD target and any shape of the tree.
///            Where edges pass through faces at the start there is no safe step: it is 0. With assume_start_free they are
///            not looked for, and a simulator can step out of such a start.
/// Throws:    as `collides`.
/// Cost:      first_contact; if there is one, a copy of the scene and `collides` on the shortened step, which is
///            rarely needed more than once, and at most 100 times.
/// Source:    docs/deformable_steps.md.
[[nodiscard]] SafeStep safe_step(const MovingScene& scene, const QueryOptions& options = {});

}  // namespace tocca::deformable
