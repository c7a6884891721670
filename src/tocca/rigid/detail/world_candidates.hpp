// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/rigid/pair_waves.hpp"
#include "tocca/rigid/rigid_world.hpp"

namespace tocca::rigid::detail {

/// The pairs of bodies whose moving boxes, widened by what counts as contact, may meet and which no filter leaves out;
/// sorted by time, then by numbers.
///
/// Guarantee: every other pair is free by the contact level of the query of two bodies, for all of [0, 1], or is left out
///            by a filter. A function of the world and the options, whatever the number of threads.
[[nodiscard]] std::vector<PairCandidate> world_candidates(const RigidWorld& world, const QueryOptions& options);

/// Whether there are two bodies with something to touch, at any distance, that no list of the options leaves out; `accept`
/// is not called.
[[nodiscard]] bool has_pairs(const RigidWorld& world, const QueryOptions& options);

/// Puts the candidates first that are the likeliest to touch: those the middles of whose boxes come the nearest, in
/// relation to the size of the boxes.
void sort_by_approach(const RigidWorld& world, std::vector<PairCandidate>& candidates);

/// The queries for the pairs of a world.
///
/// Assumes: the world and the options outlive it.
[[nodiscard]] PairQuestions world_questions(const RigidWorld& world, const QueryOptions& options);

}  // namespace tocca::rigid::detail
