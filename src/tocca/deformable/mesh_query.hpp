// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/answer/answer.hpp"
#include "tocca/answer/options.hpp"
#include "tocca/deformable/moving_scene.hpp"

namespace tocca::deformable {

/// Whether anything touches during the step, or an edge passes through a face when it starts.
///
/// The pairs checked: every vertex with every face that it is not a corner of, and every two edges without a common
/// vertex; an isolated vertex counts as an edge of length zero too. At the start also every edge with every face without
/// a common vertex. Such a crossing counts unless `accept` rejects all five pairs by which it can come
/// about: the ends of the edge with the face, and the edge with the sides of the face.
///
/// The gap demanded of two features is the clearance plus half the thickness of each one's object: a pair is in contact when
/// its distance is at most that gap G. A pair that starts nearer, such as neighbours in a fine mesh, is not in contact just
/// for being near: it must keep near_fraction of its start distance instead. In full: if the distance at the start is at
/// most G, then the gap g = near_fraction * d is demanded, with d the start distance in double precision; and if the distance
/// at the start is not above g either (it is 0, or vanishes in rounding), the pair must not touch. So g depends on the pair's
/// start alone. Any such pair makes the start near (Start::near).
///
/// Guarantee: exact for the doubles given, for any number of threads, any SIMD target and any shape of the tree, and
///            any earlier queries.
/// Cost:      the start is searched for crossings (about one `intersections`) in the first step only, as long as each step
///            begins where the previous one ended proven free, or where safe_step allowed the scene to go. A query with
///            `accept` proves nothing for the next step, nor does one that checks fewer objects than the next.
/// Throws:    Error (interrupted) on a stop request; std::invalid_argument for options that do not apply or are out of
///            range, for an unknown target, and unless floating_point_as_assumed().
/// Source:    docs/deformable_steps.md.
[[nodiscard]] bool collides(const MovingScene& scene, const QueryOptions& options = {});

/// The first contact: the one that all_contacts begins with. If edges pass through faces at the start the outcome is
/// `crossing_at_start` and safe_until is 0; `contact` is then still the first pair that touches during the step, if any
/// does. With a gap, the contact's place is half-way between the closest points, its normal from the second to the first.
[[nodiscard]] Answer first_contact(const MovingScene& scene, const QueryOptions& options = {});

/// Every pair that touches, or falls to the gap demanded of it, with the bracket of its first time, the point and the
/// normal.
///
/// Throws: as collides; Error (too_many_contacts) for more than max_contacts.
[[nodiscard]] Answers all_contacts(const MovingScene& scene, const QueryOptions& options = {});

/// Whether there are features without a common vertex that the options let meet, whatever `accept` says.
[[nodiscard]] bool has_pairs(const MovingScene& scene, const QueryOptions& options);

}  // namespace tocca::deformable
