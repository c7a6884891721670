// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/deformable/intersections.hpp"

namespace tocca::deformable::detail {

/// Which edges and faces are searched for at an instant.
struct InstantQuestion {
    double time = 0.0;      ///< of the step
    bool crossing = false;  ///< only edges that pass strictly through faces, as far as `accept` lets them count
    bool progress = true;   ///< whether the progress is reported
};

/// Whether there is any; see `intersects`.
[[nodiscard]] bool any_at_instant(const MovingScene& scene, const InstantQuestion& question,
                                  const MeshQueryOptions& options);

/// All of them; see `intersections`.
[[nodiscard]] MeshIntersections all_at_instant(const MovingScene& scene, const InstantQuestion& question,
                                               const MeshQueryOptions& options);

}  // namespace tocca::deformable::detail
