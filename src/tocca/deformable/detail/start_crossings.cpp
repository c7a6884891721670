// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/start_crossings.hpp"

#include <utility>

#include "tocca/deformable/detail/instant_search.hpp"
#include "tocca/deformable/detail/step_tree.hpp"

namespace tocca::deformable::detail {
namespace {

constexpr InstantQuestion crossing_at_start{.time = 0.0, .crossing = true, .progress = false};

bool needs_test(const MovingScene& scene, const MeshQueryOptions& options)
{
    return !options.assume_start_free && !scene.tree().proofs().start_is_uncrossed(options.filter);
}

void note_uncrossed(const MovingScene& scene, const MeshQueryOptions& options)
{
    if (!options.filter.accept) scene.tree().proofs().note_start(options.filter);
}

}  // namespace

bool starts_crossing(const MovingScene& scene, const MeshQueryOptions& options)
{
    if (!needs_test(scene, options)) return false;
    if (any_at_instant(scene, crossing_at_start, options)) return true;
    note_uncrossed(scene, options);
    return false;
}

StartCrossings start_crossings(const MovingScene& scene, const MeshQueryOptions& options)
{
    if (!needs_test(scene, options)) return {};
    MeshIntersections found = all_at_instant(scene, crossing_at_start, options);
    if (found.crossing == 0) note_uncrossed(scene, options);
    StartCrossings result{.count = found.crossing};
    if (options.list_crossings) result.pairs = std::move(found.pairs);
    return result;
}

void note_no_contact(const MovingScene& scene, const MeshQueryOptions& options, double step)
{
    const CrossingProofs& proofs = scene.tree().proofs();
    if (!options.filter.accept && proofs.start_is_uncrossed(options.filter)) proofs.note_after(options.filter, step);
}

}  // namespace tocca::deformable::detail
