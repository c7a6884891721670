// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/start_crossings.hpp"

#include <utility>
#include <vector>

#include "tocca/deformable/intersections.hpp"
#include "tocca/deformable/step_tree.hpp"

namespace tocca::deformable::detail {
namespace {

bool needs_test(const MovingScene& scene, const QueryOptions& options)
{
    return !options.assume_start_free && !scene.tree().proofs().start_is_uncrossed(options);
}

void note_uncrossed(const MovingScene& scene, const QueryOptions& options)
{
    if (!options.accept && !options.changed) scene.tree().proofs().note_start(options);
}

}  // namespace

bool starts_crossing(const MovingScene& scene, const QueryOptions& options)
{
    if (!needs_test(scene, options)) return false;
    if (crosses_at_start(scene, options)) return true;
    note_uncrossed(scene, options);
    return false;
}

void add_crossings(const MovingScene& scene, const QueryOptions& options, Start& start)
{
    if (!needs_test(scene, options)) return;
    std::vector<Intersection> found = deformable::start_crossings(scene, options);
    if (found.empty()) note_uncrossed(scene, options);
    start.crossing_count = found.size();
    if (options.list_start) start.crossings = std::move(found);
}

void note_no_contact(const MovingScene& scene, const QueryOptions& options, double step)
{
    const CrossingProofs& proofs = scene.tree().proofs();
    if (!options.accept && !options.changed && proofs.start_is_uncrossed(options)) proofs.note_after(options, step);
}

}  // namespace tocca::deformable::detail
