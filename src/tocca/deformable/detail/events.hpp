// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/deformable/clearance.hpp"

namespace tocca::deformable::detail {

/// Whether any pair touches during the step, whatever the start is like.
[[nodiscard]] bool any_event(const MovingScene& scene, const MeshQueryOptions& options);

/// Whether any pair falls to the gap demanded of it, whatever the start is like.
[[nodiscard]] bool any_event(const MovingScene& scene, const MeshClearanceOptions& options);

}  // namespace tocca::deformable::detail
