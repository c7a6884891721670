// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/rigid/rigid_world.hpp"

namespace tocca::rigid::detail {

/// Two bodies that may touch, the lower number first.
struct WorldCandidate {
    double time = 0.0;  ///< they are out of contact before this
    BodyId a = 0;
    BodyId b = 0;
};

/// The pairs of bodies whose moving boxes, widened by what counts as contact, may meet and which no filter leaves out;
/// sorted by time, then by numbers.
///
/// Guarantee: every other pair is free by the contact level of the query of two bodies, for all of [0, 1], or is left out
///            by a filter. A function of the world and the options, whatever the number of threads.
[[nodiscard]] std::vector<WorldCandidate> world_candidates(const RigidWorld& world, const QueryOptions& options);

/// Whether there are two bodies with something to touch, at any distance, that no list of the options leaves out; `accept`
/// is not asked.
[[nodiscard]] bool has_pairs(const RigidWorld& world, const QueryOptions& options);

/// Puts the candidates first that are the likeliest to touch: those the middles of whose boxes come the nearest, in
/// relation to the size of the boxes.
void sort_by_approach(const RigidWorld& world, std::vector<WorldCandidate>& candidates);

}  // namespace tocca::rigid::detail
