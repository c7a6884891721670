// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/detail/cross_pairs.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/rigid/body_question.hpp"
#include "tocca/rigid/rigid_world.hpp"
#include "tocca/rigid/usable_threshold.hpp"
#include "tocca/scene/detail/mixed_question.hpp"
#include "tocca/scene/detail/start_state.hpp"

namespace tocca::scene::detail {

namespace {

using rigid::PairAnswer;
using rigid::PairCandidate;

ObjectPair swapped(const ObjectPair& pair)
{
    return {{pair.objects[1], pair.objects[0]}, {pair.shapes[1], pair.shapes[0]}};
}

/// Refuses a list of changed vertices for a scene of which a part has none.
void check_changed(const Scene& scene, const QueryOptions& options)
{
    if (!options.changed) return;
    for (PartId part = 0; part < scene.part_count(); ++part) {
        if (scene.kind(part) == Scene::Kind::mesh) continue;
        throw std::invalid_argument("`changed` applies to scenes of deforming meshes alone, and part " +
                                    std::to_string(part) + " is a " + std::string(to_string(scene.kind(part))));
    }
}

}  // namespace

SceneRule::SceneRule(const Scene& scene, const QueryOptions& options)
    : scene_(scene), options_(options), pairs_(options.ignored_pairs), groups_(options.ignored_groups)
{
    check_changed(scene, options);
    const auto count = static_cast<std::uint32_t>(scene.object_count());
    for (const auto& [a, b] : options.ignored_pairs) {
        if (a >= count || b >= count || scene.part_of(a) != scene.part_of(b)) continue;
        require(scene.kind(scene.part_of(a)) != Scene::Kind::robot,
                "`ignored_pairs` cannot name two links of one robot: use the allowed pairs of the robot");
    }
}

bool SceneRule::allows(std::uint32_t a, std::uint32_t b) const
{
    const std::uint32_t group_a = scene_.options(scene_.part_of(a)).group;
    const std::uint32_t group_b = scene_.options(scene_.part_of(b)).group;
    return !pairs_.contains(a, b) && !groups_.contains(group_a, group_b);
}

bool SceneRule::allows_self(PartId part) const
{
    const PartOptions& options = scene_.options(part);
    return options_.self && options.self && !groups_.contains(options.group, options.group);
}

CrossPairs::CrossPairs(const Scene& scene, const deformable::MovingScene& meshes, const SceneRule& rule,
                       const QueryOptions& options)
    : scene_(scene), rule_(rule), options_(options)
{
    std::vector<PairCandidate> near;
    if (options.between && scene.part_count() > 1) {
        const bool robots = !scene.parts(Scene::Kind::robot).empty();
        if (robots || meshes.object_count() > 0) add_bodies();
        if (robots) add_robots();
        if (!shapes_.empty() || any_solid_mesh()) add_meshes(meshes);
        near = candidates();
    }
    waves_.emplace(std::move(near), questions(), options_);
}

bool CrossPairs::any_solid_mesh() const
{
    const std::vector<PartId> parts = scene_.parts(Scene::Kind::mesh);
    return parts.size() > 1 &&
           std::any_of(parts.begin(), parts.end(), [&](PartId part) { return scene_.options(part).solid; });
}

void CrossPairs::add_bodies()
{
    const rigid::RigidWorld& world = scene_.bodies();
    const std::vector<PartId> parts = scene_.parts(Scene::Kind::body);
    for (rigid::BodyId id = 0; id < world.body_count(); ++id) {
        const std::optional<MovingBox>& box = world.moving_box(id);
        if (!box) continue;
        const RigidBody& body = *world.body(id);
        const RigidMotion& motion = world.motion(id);
        motions_.push_back(
            std::make_unique<rigid::RigidBodyMotion>(motion, body.radius_about(motion.reference), body.middle()));
        shapes_.push_back({.object = scene_.first_object(parts[id]),
                           .part = parts[id],
                           .surface = &body,
                           .motion = motions_.back().get(),
                           .box = *box});
    }
}

void CrossPairs::add_robots()
{
    for (const PartId part : scene_.parts(Scene::Kind::robot)) {
        for (robot::ShapeInMotion& shape : robot::shapes_in_motion(scene_.checker(part), scene_.joint_motion(part))) {
            motions_.push_back(std::move(shape.motion));
            shapes_.push_back({.object = scene_.first_object(part) + shape.link,
                               .shape = shape.index,
                               .part = part,
                               .of_robot = true,
                               .surface = shape.surface,
                               .motion = motions_.back().get(),
                               .padding = shape.padding,
                               .box = shape.box});
        }
    }
}

void CrossPairs::add_meshes(const deformable::MovingScene& meshes)
{
    for (const PartId part : scene_.parts(Scene::Kind::mesh)) {
        const auto number = static_cast<deformable::ObjectId>(meshes_.size());
        mesh_objects_.push_back(scene_.first_object(part));
        meshes_.emplace_back(meshes, number, scene_.mesh_parts(number));
    }
}

double CrossPairs::clearance_of(std::uint32_t a, std::uint32_t b) const
{
    const auto thickness = [&](std::uint32_t object) { return scene_.options(scene_.part_of(object)).thickness; };
    return options_.clearance + 0.5 * (thickness(a) + thickness(b));
}

void CrossPairs::consider(const Pair& pair, std::vector<PairCandidate>& candidates)
{
    const TurningShape& last = shapes_[pair.shapes[pair.mesh ? 0 : 1]];
    const TurningShape* first = pair.mesh ? nullptr : &shapes_[pair.shapes[0]];
    ObjectPair objects = {{pair.mesh ? mesh_objects_[*pair.mesh] : first->object, last.object},
                          {first != nullptr ? first->shape : 0, last.shape}};
    if (!rule_.allows(objects.objects[0], objects.objects[1])) return;
    any_ = true;

    const auto scale_of = [](const TurningShape& shape) {
        return rigid::padded_scale(shape.surface->diameter(), shape.padding, shape.motion->position_error());
    };
    const DeformingObject* mesh = pair.mesh ? &meshes_[*pair.mesh] : nullptr;
    const rigid::BodyScale last_scale = scale_of(last),
                           scale = mesh != nullptr ? rigid::padded_scale(mesh->diameter(), 0.0, mesh->position_error())
                                                   : scale_of(*first);
    const double threshold = rigid::usable_threshold(options_.threshold, scale, last_scale).value;
    // What starts within two thresholds is checked from there. Boxes hold what places may be wrong by but for that of the
    // mesh, whose vertices are as given.
    const double gap = clearance_of(objects.objects[0], objects.objects[1]) + last.padding +
                       (first != nullptr ? first->padding : 0.0) + 2.0 * threshold +
                       8.0 * (scale.error + last_scale.error);
    const MovingBox& box = mesh != nullptr ? mesh->nodes()[*mesh->root()] : first->box;
    const std::optional<TimeInterval> times = overlap_times(widened(box, gap * (1.0 + 0x1p-40)), last.box);
    if (!times || times->lower > options_.until) return;
    if (objects.objects[1] < objects.objects[0]) objects = swapped(objects);
    if (options_.accept_objects && !options_.accept_objects(objects.objects[0], objects.objects[1])) return;
    candidates.push_back({times->lower, objects, static_cast<std::uint32_t>(pairs_.size())});
    pairs_.push_back(pair);
    pairs_.back().clearance = clearance_of(objects.objects[0], objects.objects[1]);
}

std::vector<PairCandidate> CrossPairs::candidates()
{
    std::vector<PairCandidate> candidates;
    const auto count = static_cast<std::uint32_t>(shapes_.size());
    for (std::uint32_t mesh = 0; mesh < meshes_.size(); ++mesh) {
        if (!meshes_[mesh].root()) continue;
        for (std::uint32_t shape = 0; shape < count; ++shape) consider({mesh, {shape, 0}}, candidates);
    }
    for (std::uint32_t a = 0; a < count; ++a) {
        // Bodies come first, and the world knows pairs of them.
        for (std::uint32_t b = a + 1; b < count; ++b) {
            if (shapes_[b].of_robot && shapes_[a].part != shapes_[b].part) {
                const bool swapped = shapes_[b].object < shapes_[a].object;
                consider({std::nullopt, swapped ? std::array{b, a} : std::array{a, b}}, candidates);
            }
        }
    }
    return candidates;
}

template <class Ask>
auto CrossPairs::ask(const Pair& pair, double until, Statistics* work, const Ask& ask) const
{
    const QueryOptions options = rigid::options_of_pair(options_, pair.clearance, until, work);
    const auto moving = [&](std::size_t side) {
        const TurningShape& shape = shapes_[pair.shapes[side]];
        return rigid::PaddedBody{{*shape.surface, *shape.motion}, shape.padding};
    };
    if (pair.mesh) return ask(MixedQuestion(meshes_[*pair.mesh], moving(0), options));
    return ask(rigid::BodyQuestion(moving(0), moving(1), options));
}

rigid::PairQuestions CrossPairs::questions() const
{
    return {.first_contact =
                [this](const PairCandidate& candidate, double until, Statistics& work) {
                    const Pair& pair = pairs_[candidate.item];
                    // Of the mesh and the body, or of the two shapes.
                    ObjectPair named = candidate.objects;
                    if (pair.mesh && named.objects[0] != mesh_objects_[*pair.mesh]) named = swapped(named);
                    PairAnswer answer = ask(pair, until, &work, [&](const rigid::PairQuestion& question) {
                        return rigid::named_after(question.first_contact(), named);
                    });
                    answer.objects = candidate.objects;
                    return answer;
                },
            .collision_outcome =
                [this](const PairCandidate& candidate, Statistics& work) {
                    return ask(pairs_[candidate.item], options_.until, &work,
                               [](const rigid::PairQuestion& question) { return question.collision_outcome(); });
                },
            .starts_near =
                [this](const PairCandidate& candidate) {
                    return ask(pairs_[candidate.item], 0.0, nullptr,
                               [](const rigid::PairQuestion& question) { return question.starts_near(); });
                }};
}

std::vector<ObjectPair> CrossPairs::meshes_inside() const
{
    std::vector<ObjectPair> inside;
    for (std::uint32_t b = 0; b < meshes_.size(); ++b) {
        for (std::uint32_t a = 0; a < b; ++a) {
            const std::array objects{mesh_objects_[a], mesh_objects_[b]};
            if (!rule_.allows(objects[0], objects[1]) || !starts_inside(meshes_[a], meshes_[b])) continue;
            if (options_.accept_objects && !options_.accept_objects(objects[0], objects[1])) continue;
            inside.push_back({.objects = objects});
        }
    }
    return inside;
}

}  // namespace tocca::scene::detail
