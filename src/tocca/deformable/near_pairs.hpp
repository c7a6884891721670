// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/deformable/mesh_query.hpp"

namespace tocca::deformable {

/// All pairs of features that are at most `distance` apart at one end of the step, time 0 or 1: those that the verbs check
/// (see collides). With thickness, at most distance + (thickness + thickness) / 2. Sorted by features, as contacts of one time
/// are.
///
/// Of the options, those that ignore pairs apply, max_contacts, and those about running the query.
///
/// Guarantee: a pair is listed exactly if its distance, in real numbers, is at most that; the same list for any number of
///            threads, any SIMD target, any shape of the tree.
/// Throws:    Error (too_many_contacts, interrupted); std::invalid_argument for another time, for a distance that is negative
///            or not finite, for options that do not apply or are out of range, and unless floating_point_as_assumed().
/// Source:    docs/near_pairs.md.
[[nodiscard]] std::vector<FeaturePair::Near> near_pairs(const MovingScene& scene, double distance, double time,
                                                        const QueryOptions& options = {});
/// The same in place of what `pairs` held, in its memory.
void near_pairs(const MovingScene& scene, double distance, double time, const QueryOptions& options,
                std::vector<FeaturePair::Near>& pairs);

/// By object and vertex, how far each vertex may go from where it is at one end of the step: at most half of `distance`.
///
/// Guarantee: if every vertex moves in a straight line by less than its radius, in any direction, all at once, no pair that
///            the options let pass touches, or falls to (thickness + thickness) / 2. A vertex of a pair that does so already has
///            radius 0. Edges that pass through faces are not looked for.
/// Throws:    as near_pairs.
[[nodiscard]] std::vector<std::vector<double>> free_radii(const MovingScene& scene, double distance, double time,
                                                          const QueryOptions& options = {});

}  // namespace tocca::deformable
