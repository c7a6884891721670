// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/start_crossings.hpp"

#include <utility>

#include "tocca/deformable/detail/crossing_search.hpp"
#include "tocca/deformable/detail/step_tree.hpp"

namespace tocca::deformable::detail {
namespace {

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
    if (find_crossing(scene, options)) return true;
    note_uncrossed(scene, options);
    return false;
}

StartCrossings start_crossings(const MovingScene& scene, const MeshQueryOptions& options)
{
    if (!needs_test(scene, options)) return {};
    std::vector<Intersection> found = find_crossings(scene, options);
    if (found.empty()) note_uncrossed(scene, options);
    StartCrossings result{.count = found.size()};
    if (options.list_crossings) result.pairs = std::move(found);
    return result;
}

void note_no_contact(const MovingScene& scene, const MeshQueryOptions& options, double step)
{
    const CrossingProofs& proofs = scene.tree().proofs();
    if (!options.filter.accept && proofs.start_is_uncrossed(options.filter)) proofs.note_after(options.filter, step);
}

}  // namespace tocca::deformable::detail
