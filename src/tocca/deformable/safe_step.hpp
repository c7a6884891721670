// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/deformable/mesh_query.hpp"

namespace tocca::deformable {

/// The position of a point after a fraction of a step: the start for 0, the end for 1, and in between start + step *
/// (end - start) per axis, with each operation rounded to a double and the result never beyond start or end.
///
/// Guarantee: finite for finite points.
/// Assumes:   0 <= step <= 1.
[[nodiscard]] Point position_at(const Point& start, const Point& end, double step);

/// The positions of the vertices of an object after a fraction of the step, by position_at.
[[nodiscard]] std::vector<Point> positions_at(const MovingScene& scene, ObjectId object, double step);

/// How far the scene may move, to positions_at(scene, object, step), so that every pair keeps part of its distance and
/// the next step has room. Apart from the step, this is the answer of first_contact.
///
/// Let G be the gap that first_contact demands of a pair, and d its distance at the start, in double precision. The
/// pair keeps
///     G + keep * min(d - G, reach)   where d > G (reach is G by default),
///     near_fraction * d              where d <= G (0.75 by default),
/// plus a margin for the rounding of positions, 2^-48 of the largest coordinate of the vertices that move. The margin
/// is left out where d leaves no room for it. Where rounding leaves no room even without the margin, the pair keeps
/// only the gap of first_contact. In a scene in which no pair has to keep a gap, nothing may touch.
///
/// Guarantee: in the straight-line motion from the start to the rounded positions that positions_at gives for the step,
///            every pair keeps its gap, and nothing touches or crosses; with all_shorter_steps, the same holds for any
///            shorter step. The step is never beyond safe_until of first_contact with the same options, nor beyond the
///            time at which any features touch; it is 1 if every pair keeps its gap and margin throughout the step. It
///            is 0 only if features touch or cross at the start, or if rounding leaves nothing of it. The step is the
///            same for any number of threads, any SIMD target and any shape of the tree. If edges pass through faces at
///            the start, no step is safe: it is 0. With assume_start_free such edges are not looked for, and a
///            simulator can step out of such a start.
/// Throws:    as `collides`.
/// Cost:      one search. If a pair has no room for the margin, or if no pair has to keep a gap, the rounded positions
///            are tested too, on the candidates of that search; rarely more than once, and at most 100 times.
/// Source:    docs/deformable_steps.md.
[[nodiscard]] SafeStep safe_step(const MovingScene& scene, const QueryOptions& options = {});

}  // namespace tocca::deformable
