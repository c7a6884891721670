// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tocca/deformable/mesh_query.hpp"

namespace tocca {

/// What it took.
struct IntersectionStatistics {
    std::uint64_t node_tests = 0;  ///< pairs of boxes of the tree
    std::uint64_t leaf_pairs = 0;  ///< pairs of leaves with boxes that may meet
    std::uint64_t pair_tests = 0;  ///< edges with faces whose boxes may meet
};

/// Every edge and face that intersect at an instant.
struct MeshIntersections {
    /// Sorted by the edge (object, vertices), then the face (object, vertices).
    std::vector<Intersection> pairs = {};
    std::uint64_t crossing = 0;  ///< how many of them cross
    IntersectionStatistics statistics = {};
};

/// Whether any edge and face without a common vertex have a point in common at a time of the step, in [0, 1]; touching
/// counts.
///
/// This is the test of one instant. Two triangles without a common vertex that intersect do so by an edge of the one in
/// the other; two with one common vertex likewise, unless they meet in that vertex only; two with a common edge have
/// no such pair, and are left to the vertex-face and edge-edge pairs of all_contacts, as are pairs without a face (two
/// loose edges).
///
/// Of the options, the tolerance, the target and the filter's `accept`, which speaks of other pairs, have no part.
///
/// Guarantee: exact for the positions (1 - t) start + t end in real numbers, for any number of threads.
/// Throws:    Error (interrupted) on a stop request; std::invalid_argument for a time outside [0, 1], a negative number
///            of threads, and unless floating_point_as_assumed().
[[nodiscard]] bool intersects(const MovingScene& scene, double time, const MeshQueryOptions& options = {});

/// All of them, each edge with each face once. Those at time 0 are what the step starts with: no contacts of the step,
/// whose contacts come with their times from all_contacts; but with those that cross the step is `crossing_at_start`.
///
/// Throws: as intersects; Error (too_many_contacts) for more than max_contacts.
[[nodiscard]] MeshIntersections intersections(const MovingScene& scene, double time,
                                              const MeshQueryOptions& options = {});

}  // namespace tocca
