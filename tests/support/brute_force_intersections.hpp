// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "support/rational.hpp"
#include "tocca/deformable/detail/instant_pair.hpp"
#include "tocca/deformable/mesh_query.hpp"

namespace tocca::support {

/// The slow and plain answer in rationals: they meet if an end of the edge is at distance zero from the face, or the
/// edge from a side of it, or where the edge passes the plane it is at distance zero from the face; and cross if of
/// these only the last is true, with the ends off the plane.
[[nodiscard]] deformable::detail::Meeting judge_meeting(const deformable::detail::EdgeAndFace& pair, const Rational& t);

/// All edges with all faces without a common vertex, judged one by one; in the order of `intersections`.
[[nodiscard]] std::vector<Intersection> brute_force_intersections(const deformable::MovingScene& scene, double time);

/// The edges that pass strictly through faces at the start, unless the filter leaves out every pair by which they could
/// get there: an end of the edge with the face, or the edge with a side of the face.
[[nodiscard]] std::vector<Intersection> brute_force_crossings(const deformable::MovingScene& scene,
                                                              const QueryOptions& filter = {});

/// What a step comes to by the contacts, the crossings and the near pairs that there are.
[[nodiscard]] Outcome outcome_of(const std::vector<Contact>& contacts, bool crossing, bool near = false);

}  // namespace tocca::support
