// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/deformable/mesh_query.hpp"

namespace tocca::deformable {

/// Whether any edge and face without a common vertex have a point in common at a time of the step, in [0, 1]; touching
/// counts.
///
/// This is a static test, of one instant. Two triangles without a common vertex that intersect do so by an edge of the one in
/// the other; two with one common vertex likewise, unless they meet in that vertex only; two with a common edge have
/// no such pair, and are left to the vertex-face and edge-edge pairs of all_contacts, as are pairs without a face (two
/// loose edges).
///
/// Of the options, those that ignore pairs apply (except `accept`, which is about other pairs), and those about running the
/// query.
///
/// Guarantee: exact for the positions (1 - t) start + t end in real numbers, for any number of threads.
/// Throws:    Error (interrupted) on a stop request; std::invalid_argument for a time outside [0, 1], for options that
///            do not apply or are out of range, and unless floating_point_as_assumed().
[[nodiscard]] bool intersects(const MovingScene& scene, double time, const QueryOptions& options = {});

/// All of them, each edge with each face once, sorted by the edge (object, vertices), then the face (object, vertices).
/// Those at time 0 are what the step starts with: no contacts of the step, whose contacts come with their times from
/// all_contacts; but with those that cross the step is `crossing_at_start`.
///
/// Throws: as intersects; Error (too_many_contacts) for more than max_contacts.
[[nodiscard]] std::vector<Intersection> intersections(const MovingScene& scene, double time,
                                                      const QueryOptions& options = {});

/// Whether any edge passes strictly through a face without a common vertex at the start of the step, of those that
/// `accept` lets count (detail/start_crossings.hpp); and all of them, in the order of `intersections`.
///
/// Guarantee: exact.
/// Throws:    as the verbs of MovingScene.
[[nodiscard]] bool crosses_at_start(const MovingScene& scene, const QueryOptions& options);
[[nodiscard]] std::vector<Intersection> start_crossings(const MovingScene& scene, const QueryOptions& options);

}  // namespace tocca::deformable
