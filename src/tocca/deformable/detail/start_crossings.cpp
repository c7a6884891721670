// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/start_crossings.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "tocca/deformable/detail/object_rule.hpp"
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
    if (!options.accept) scene.tree().proofs().note_start(options);
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

bool has_pairs(const MovingScene& scene, const QueryOptions& options)
{
    const ObjectRule rule(scene, options);
    std::vector<ObjectId> filled;
    for (ObjectId object = 0; object < scene.object_count(); ++object) {
        const TriangleMesh& mesh = scene.object(object).mesh;
        const std::size_t vertices = mesh.vertex_count();
        if (vertices == 0) continue;
        // The features of a single triangle have common vertices, all of them.
        const bool apart = vertices > 3 || (vertices > 1 && !mesh.isolated_vertices().empty());
        if (apart && rule.tags().allows(object, object)) return true;
        if (std::any_of(filled.begin(), filled.end(),
                        [&](ObjectId other) { return rule.tags().allows(other, object); }))
            return true;
        filled.push_back(object);
    }
    return false;
}

void note_no_contact(const MovingScene& scene, const QueryOptions& options, double step)
{
    const CrossingProofs& proofs = scene.tree().proofs();
    if (!options.accept && proofs.start_is_uncrossed(options)) proofs.note_after(options, step);
}

}  // namespace tocca::deformable::detail
