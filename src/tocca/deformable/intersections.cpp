// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/intersections.hpp"

#include "tocca/deformable/detail/instant_search.hpp"

namespace tocca {

bool intersects(const MovingScene& scene, double time, const MeshQueryOptions& options)
{
    return deformable::detail::any_at_instant(scene, {.time = time}, options);
}

MeshIntersections intersections(const MovingScene& scene, double time, const MeshQueryOptions& options)
{
    return deformable::detail::all_at_instant(scene, {.time = time}, options);
}

}  // namespace tocca
