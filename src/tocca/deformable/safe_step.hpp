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

/// How far the scene may move, to positions_at(scene, object, step), so that every pair keeps a part of its distance and the
/// next step has room. Otherwise the answer of first_contact.
///
/// With G the gap that first_contact demands of a pair and d its distance at the start, in double precision, it keeps
///     G + keep * min(d - G, reach)   where d > G (reach is G by default),
///     near_fraction * d              where d <= G (0.75 by default),
/// and beyond that a margin for the rounding of positions, 2^-48 of the largest coordinate of what moves. Where d leaves no
/// room for the margin it is left out; where rounding leaves none for the rest, what is kept is the gap of first_contact. In
/// a scene in which no pair has to keep a gap, nothing may touch.
///
/// Guarantee: in the motion in straight lines from the start to the rounded positions that positions_at gives for the
///            step every pair keeps its gap, and nothing touches or crosses; with all_shorter_steps so it does for any shorter
///            step. The step is never beyond safe_until of first_contact with the same options, nor beyond the time at which
///            any features touch; it is 1 if every pair keeps its gap and margin in the whole step. It is 0 only if
///            features touch or cross at the start, or if rounding leaves nothing of it. The same for any number of
///            threads, any SIMD target and any shape of the tree.
///            Where edges pass through faces at the start there is no safe step: it is 0. With assume_start_free they are
///            not looked for, and a simulator can step out of such a start.
/// Throws:    as `collides`.
/// Cost:      one search. Where a pair has no room for the margin, and where no pair has to keep a gap, the rounded positions
///            are tested too, among the candidates of that search; rarely more than once, and at most 100 times.
/// Source:    docs/deformable_steps.md.
[[nodiscard]] SafeStep safe_step(const MovingScene& scene, const QueryOptions& options = {});

}  // namespace tocca::deformable
