// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/start_crossings.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "tocca/deformable/detail/crossing_search.hpp"
#include "tocca/deformable/detail/object_rule.hpp"
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

bool has_pairs(const MovingScene& scene, const ContactFilter& filter)
{
    const ObjectRule rule(scene, filter);
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

void note_no_contact(const MovingScene& scene, const MeshQueryOptions& options, double step)
{
    const CrossingProofs& proofs = scene.tree().proofs();
    if (!options.filter.accept && proofs.start_is_uncrossed(options.filter)) proofs.note_after(options.filter, step);
}

}  // namespace tocca::deformable::detail
