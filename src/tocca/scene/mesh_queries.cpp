// SPDX-License-Identifier: Apache-2.0
// The queries of scene_query.hpp that are about the deforming meshes alone.
#include <algorithm>
#include <span>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/deformable/free_times.hpp"
#include "tocca/deformable/intersections.hpp"
#include "tocca/deformable/near_pairs.hpp"
#include "tocca/deformable/safe_fractions.hpp"
#include "tocca/scene/detail/cross_pairs.hpp"
#include "tocca/scene/detail/engine_numbers.hpp"
#include "tocca/scene/scene_query.hpp"

namespace tocca {
namespace {

using scene::detail::ignore_rejected;
using scene::detail::in_engine;
using scene::detail::number_of;
using scene::detail::Numbers;
using scene::detail::objects_of;
using scene::detail::rename;
using scene::detail::SceneRule;

/// The meshes of a scene, for a query about meshes alone.
Numbers meshes_of(const Scene& scene)
{
    Numbers numbers = objects_of(scene, Scene::Kind::mesh);
    require(!numbers.empty(), "the query is about deforming meshes, and the scene has none");
    return numbers;
}

QueryOptions instant_options(const Scene& scene, const QueryOptions& options, const Numbers& meshes)
{
    (void)SceneRule(scene, options);  // refuses what cannot apply
    QueryOptions asked = options;
    asked.ignored_pairs = in_engine(options.ignored_pairs, meshes);
    ignore_rejected(options, meshes, asked);
    asked.accept_objects = {};
    return asked;
}

QueryOptions near_options(const Scene& scene, const QueryOptions& options, const Numbers& meshes)
{
    QueryOptions asked = instant_options(scene, options, meshes);
    if (options.accept) {
        asked.accept = [&meshes, accept = options.accept](FeaturePair pair) {
            rename(std::span(&pair, 1), meshes);
            return accept(pair);
        };
    }
    return asked;
}

/// What an engine says of its meshes, by part.
std::vector<std::vector<double>> by_part(const Scene& scene, std::vector<std::vector<double>> of_meshes)
{
    std::vector<std::vector<double>> all(scene.part_count());
    const std::vector<PartId> parts = scene.parts(Scene::Kind::mesh);
    for (std::size_t mesh = 0; mesh < parts.size(); ++mesh) all[parts[mesh]] = std::move(of_meshes[mesh]);
    return all;
}

}  // namespace

bool intersects(const Scene& scene, double time, const QueryOptions& options)
{
    return deformable::intersects(scene.meshes(options.threads), time,
                                  instant_options(scene, options, meshes_of(scene)));
}

std::vector<Intersection> intersections(const Scene& scene, double time, const QueryOptions& options)
{
    const Numbers numbers = meshes_of(scene);
    std::vector<Intersection> found =
        deformable::intersections(scene.meshes(options.threads), time, instant_options(scene, options, numbers));
    rename(found, numbers);
    return found;
}

std::vector<FeaturePair::Near> near_pairs(const Scene& scene, double distance, double time, const QueryOptions& options)
{
    std::vector<FeaturePair::Near> pairs;
    near_pairs(scene, distance, time, options, pairs);
    return pairs;
}

void near_pairs(const Scene& scene, double distance, double time, const QueryOptions& options,
                std::vector<FeaturePair::Near>& pairs)
{
    const Numbers numbers = meshes_of(scene);
    deformable::near_pairs(scene.meshes(options.threads), distance, time, near_options(scene, options, numbers), pairs);
    rename(pairs, numbers);
}

std::vector<std::vector<double>> free_radii(const Scene& scene, double distance, double time,
                                            const QueryOptions& options)
{
    const Numbers numbers = meshes_of(scene);
    return by_part(scene, deformable::free_radii(scene.meshes(options.threads), distance, time,
                                                 near_options(scene, options, numbers)));
}

std::vector<std::vector<double>> safe_fractions(const Scene& scene, const QueryOptions& options)
{
    const Numbers numbers = meshes_of(scene);
    require(scene.parts(Scene::Kind::mesh).size() == scene.part_count(),
            "safe_fractions() is about deforming meshes: bodies and robots go all alike, by safe_step()");
    return deformable::safe_fractions(scene.meshes(options.threads), options);
}

FreeTimes free_times(const Scene& scene, PartId part, const Answers& contacts)
{
    const Numbers numbers = meshes_of(scene);
    require(part < scene.part_count() && scene.kind(part) == Scene::Kind::mesh,
            "free_times() needs a part that is a deforming mesh");
    const std::uint32_t object = scene.first_object(part);
    Answers among_meshes{static_cast<const Answer&>(contacts)};
    // Of bodies and links only the first contact is known, so that no feature is known to be free beyond it.
    among_meshes.until = contacts.until;
    const auto end_at = [&](const std::array<std::uint32_t, 2>& objects, double time) {
        if (objects[0] == object || objects[1] == object) among_meshes.until = std::min(among_meshes.until, time);
    };
    for (Contact contact : contacts.contacts) {
        const auto objects = in_engine(contact.objects, numbers);
        if (!objects) {
            end_at(contact.objects, contact.toc.lower);
            continue;
        }
        contact.objects = *objects;
        among_meshes.contacts.push_back(contact);
    }
    for (const Answers::UndecidedPair& pair : contacts.undecided) end_at(pair.objects, pair.safe_until);
    for (const ObjectPair& pair : contacts.start.inside) end_at(pair.objects, 0.0);
    for (Intersection& crossing : among_meshes.start.crossings) {
        const auto objects = in_engine(crossing.objects, numbers);
        require(objects.has_value(), "the contacts must be those of this scene");
        crossing.objects = *objects;
    }
    return deformable::free_times(scene.meshes(), *number_of(object, numbers), among_meshes);
}

}  // namespace tocca
