// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/deformable/mesh_query.hpp"

namespace tocca::deformable {

/// Lists all pairs of features that are at most `distance` apart at one end of the step, time 0 or 1, among the pairs
/// that the verbs check (see collides). With thickness, the limit is distance + (thickness + thickness) / 2. The list
/// is sorted by kind and features, like contacts of equal time.
///
/// The options that apply are those that ignore pairs, max_contacts, and those about running the query.
///
/// Guarantee: a pair is listed if and only if its distance, in real numbers, is at most the limit. The list is the same
///            for any number of threads, any SIMD target and any shape of the tree.
/// Throws:    Error (too_many_contacts, interrupted); std::invalid_argument for another time, for a distance that is
///            negative or not finite, for options that do not apply or are out of range, and unless
///            floating_point_as_assumed().
/// Source:    docs/near_pairs.md.
[[nodiscard]] std::vector<FeaturePair::Near> near_pairs(const MovingScene& scene, double distance, double time,
                                                        const QueryOptions& options = {});
/// The same, overwriting `pairs` and reusing its memory.
void near_pairs(const MovingScene& scene, double distance, double time, const QueryOptions& options,
                std::vector<FeaturePair::Near>& pairs);

/// How far each vertex, by object and vertex, may move from its position at one end of the step: at most half of
/// `distance`.
///
/// Guarantee: if all vertices move at once in straight lines, in any directions, each by less than its radius, then no
///            pair that the options do not ignore touches or falls to (thickness + thickness) / 2. A vertex of a pair
///            that already does so has radius 0. Edges that pass through faces are not detected.
/// Throws:    as near_pairs.
[[nodiscard]] std::vector<std::vector<double>> free_radii(const MovingScene& scene, double distance, double time,
                                                          const QueryOptions& options = {});

}  // namespace tocca::deformable
