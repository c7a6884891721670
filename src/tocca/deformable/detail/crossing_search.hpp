// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/deformable/mesh_query.hpp"

namespace tocca::deformable::detail {

/// Whether any edge passes strictly through a face without a common vertex at the start of the step; of those that the
/// filter lets count, see start_crossings.hpp.
///
/// Guarantee: exact.
/// Throws:    as the verbs of MovingScene.
[[nodiscard]] bool find_crossing(const MovingScene& scene, const QueryOptions& options);

/// All of them, sorted as MeshIntersections.
[[nodiscard]] std::vector<Intersection> find_crossings(const MovingScene& scene, const QueryOptions& options);

}  // namespace tocca::deformable::detail
