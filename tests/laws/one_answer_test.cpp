// SPDX-License-Identifier: Apache-2.0
// The laws of an answer, for every subject: the verbs agree, and the same geometry gets the same answer however it is
// asked about.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/brute_force_contacts.hpp"
#include "support/effort.hpp"
#include "support/law_scene.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/safe_step.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/rigid/rigid_query.hpp"
#include "tocca/rigid/rigid_world.hpp"
#include "tocca/robot/robot_query.hpp"
#include "tocca/scene/scene_query.hpp"

namespace tocca::one_answer_test {
namespace {

using support::LawScene;

constexpr double threshold = 0x1p-20;  // of bodies; far below the grid of the scenes

/// What the four verbs said of one subject.
struct FourVerbs {
    std::string subject;
    bool collides = false;
    Answer first = {};
    Answers all = {};
    SafeStep step = {};
    double gap = 0.0;  ///< demanded
};

/// How the answer of another verb differs from that of first_contact.
std::string differences_of(const Answer& other, const Answer& first)
{
    std::string differences;
    if (other.outcome != first.outcome) {
        differences += " is " + std::string(to_string(other.outcome)) + ", first_contact " +
                       std::string(to_string(first.outcome)) + ";";
    }
    if (other.safe_until != first.safe_until) {
        differences += " is safe until " + std::to_string(other.safe_until) + ", first_contact until " +
                       std::to_string(first.safe_until) + ";";
    }
    if (other.contact.has_value() != first.contact.has_value()) {
        differences += " or first_contact has no contact;";
    } else if (other.contact && !support::same(*other.contact, *first.contact)) {
        differences += " has another contact;";
    }
    if (other.pair != first.pair) differences += " names another pair;";
    if (other.threshold != first.threshold) differences += " has another threshold;";
    if (other.start.near != first.start.near) differences += " has another start;";
    if (other.nothing_checked != first.nothing_checked) differences += " checked other pairs;";
    return differences;
}

std::string faults_of(const FourVerbs& said)
{
    std::string faults;
    const auto demand = [&](bool holds, const std::string& law) {
        if (!holds) faults += said.subject + ": " + law + "\n";
    };
    const Outcome outcome = said.first.outcome;
    const std::string word(to_string(outcome));
    demand(said.collides == (outcome != Outcome::free),
           "collides says " + std::to_string(said.collides) + ", first_contact " + word);
    const std::string of_all = differences_of(said.all, said.first), of_step = differences_of(said.step, said.first);
    demand(of_all.empty(), "all_contacts" + of_all);
    demand(of_step.empty(), "safe_step" + of_step);
    demand(said.step.step <= said.first.safe_until, "safe_step passes safe_until");
    // There are two objects, so that the first contact is among all of them whatever the outcome is about.
    demand(said.all.contacts.empty() == !said.first.contact,
           "only one of list and first_contact has a contact: " + word);
    if (!said.all.contacts.empty() && said.first.contact) {
        demand(support::same(said.all.contacts.front(), *said.first.contact),
               "all_contacts begins with another contact: " + word);
    }
    demand(said.first.safe_until >= 0.0 && said.first.safe_until <= 1.0, "safe_until is outside [0, 1]");
    demand(outcome != Outcome::undecided && said.all.undecided.empty(), "is undecided");
    if (outcome == Outcome::free) {
        demand(said.first.safe_until == 1.0, "is free, and not to the end");
        // Meshes have to keep a part of what they have beyond a gap.
        demand(said.step.step == 1.0 || (said.gap > 0.0 && said.step.step > 0.0 && said.step.limited_by),
               "is free, and may not go to the end");
        demand(!said.first.contact && !said.first.pair, "is free, and names a contact or a pair");
    }
    if (outcome == Outcome::contact || outcome == Outcome::touching_at_start)
        demand(said.first.contact.has_value(), "has a contact and does not name it");
    if (is_at_start(outcome)) demand(said.first.safe_until == 0.0, word + ", and is safe until later");
    return faults;
}

FourVerbs ask_meshes(const LawScene& scene, double clearance, double thickness)
{
    const deformable::MovingScene meshes = support::as_meshes(scene, thickness);
    const QueryOptions options = {.clearance = clearance, .threads = 1};
    return {.subject = thickness > 0.0 ? "meshes with thickness" : "meshes",
            .collides = collides(meshes, options),
            .first = first_contact(meshes, options),
            .all = all_contacts(meshes, options),
            .step = safe_step(meshes, options),
            .gap = clearance + thickness};
}

struct BodyScene {
    std::shared_ptr<const RigidBody> moving, resting;
    RigidMotion motion;
    QueryOptions options;
};

BodyScene as_bodies(const LawScene& scene)
{
    const RigidBodyOptions options = {.solid = scene.solid, .threads = 1};
    return {.moving = std::make_shared<RigidBody>(scene.moving.mesh(), options),
            .resting = std::make_shared<RigidBody>(scene.resting.mesh(), options),
            .motion = translation(Eigen::Isometry3d::Identity(), {scene.travel[0], scene.travel[1], scene.travel[2]}),
            .options = {.clearance = scene.clearance, .threshold = threshold}};
}

/// The lists of bodies and robots, of which there are these two.
std::string faults_of_lists(const FourVerbs& said)
{
    std::string faults;
    const Outcome outcome = said.first.outcome;
    const auto demand = [&](bool holds, const std::string& law) {
        if (!holds) faults += said.subject + ": " + law + "\n";
    };
    demand(said.first.pair.has_value() == (outcome != Outcome::free), "not free without a pair, or free with one");
    const auto only = [&](bool holds) {
        return holds && said.first.pair ? std::vector<ObjectPair>{*said.first.pair} : std::vector<ObjectPair>();
    };
    demand(said.all.contacts.size() == (said.first.contact ? 1U : 0U), "two bodies have more than one contact");
    demand(said.all.start.inside == only(outcome == Outcome::inside), "the list of what is inside does not fit");
    demand(said.all.start.near_objects == only(said.first.start.near), "the list of what is near does not fit");
    return faults;
}

FourVerbs ask_bodies(const LawScene& scene)
{
    const BodyScene bodies = as_bodies(scene);
    const RigidMotion rest = at_rest(Eigen::Isometry3d::Identity());
    FourVerbs said = {.subject = "two bodies"};
    said.collides = collides(*bodies.moving, bodies.motion, *bodies.resting, rest, bodies.options);
    said.first = first_contact(*bodies.moving, bodies.motion, *bodies.resting, rest, bodies.options);
    said.step = safe_step(*bodies.moving, bodies.motion, *bodies.resting, rest, bodies.options);
    // There is no all_contacts of two bodies.
    said.all = {said.first};
    if (said.first.contact) said.all.contacts = {*said.first.contact};
    return said;
}

FourVerbs ask_world(const LawScene& scene)
{
    const BodyScene bodies = as_bodies(scene);
    rigid::RigidWorld world;
    world.add(bodies.moving, bodies.motion);
    world.add(bodies.resting, at_rest(Eigen::Isometry3d::Identity()));
    QueryOptions options = bodies.options;
    options.threads = 1;
    return {.subject = "world",
            .collides = collides(world, options),
            .first = first_contact(world, options),
            .all = all_contacts(world, options),
            .step = safe_step(world, options)};
}

/// A robot whose one slide per axis carries the moving shape.
Robot as_robot(const LawScene& scene)
{
    const Eigen::Isometry3d here = Eigen::Isometry3d::Identity();
    const Eigen::Vector3d one = Eigen::Vector3d::Ones();
    RobotParts parts = {.name = "slide", .links = {{.name = "base"}, {.name = "x"}, {.name = "y"}}};
    parts.links.push_back(
        {.name = "hand", .shapes = {mesh_shape(scene.moving.mesh(), here, one, {.solid = scene.solid})}});
    const char* const names[] = {"base", "x", "y", "hand"};
    for (int axis = 0; axis < 3; ++axis) {
        parts.joints.push_back({.name = std::string("slide_") + names[axis + 1],
                                .type = Joint::Type::prismatic,
                                .parent = names[axis],
                                .child = names[axis + 1],
                                .axis = Eigen::Vector3d::Unit(axis)});
    }
    return Robot(std::move(parts));
}

JointMotion as_joint_motion(const LawScene& scene)
{
    return {.from = Eigen::VectorXd::Zero(3), .to = Eigen::Vector3d(scene.travel[0], scene.travel[1], scene.travel[2])};
}

/// The robot among the resting shape.
FourVerbs ask_robot(const LawScene& scene)
{
    const Eigen::Isometry3d here = Eigen::Isometry3d::Identity();
    const Eigen::Vector3d one = Eigen::Vector3d::Ones();
    RobotScene among;
    among.objects.push_back(
        {.name = "wall", .shapes = {mesh_shape(scene.resting.mesh(), here, one, {.solid = scene.solid})}});
    const RobotChecker checker(as_robot(scene), std::move(among),
                               {.clearance = scene.clearance, .threshold = threshold});
    const JointMotion motion = as_joint_motion(scene);
    return {.subject = "robot",
            .collides = collides(checker, motion),
            .first = first_contact(checker, motion),
            .all = all_contacts(checker, motion),
            .step = safe_step(checker, motion)};
}

/// As parts of one scene, each of a kind. Where `thick`, the clearance is the thickness of both.
FourVerbs ask_scene(const LawScene& law, Scene::Kind moving, Scene::Kind resting, bool thick = false)
{
    const BodyScene bodies = as_bodies(law);
    const double thickness = thick ? law.clearance : 0.0;
    const PartOptions of_mesh = {.self = false, .thickness = thickness, .solid = law.solid},
                      of_body = {.thickness = thickness};
    Scene scene;
    PartId part = 0;
    if (moving == Scene::Kind::mesh) {
        part = scene.add(law.moving.mesh(), of_mesh);
        scene.move(part, translated(law.moving, law.travel).positions);
    } else if (moving == Scene::Kind::body) {
        part = scene.add(bodies.moving, of_body);
        scene.move(part, bodies.motion);
    } else {
        part = scene.add(as_robot(law), of_body);
        scene.move(part, as_joint_motion(law));
    }
    if (resting == Scene::Kind::mesh)
        scene.add(law.resting.mesh(), of_mesh);
    else
        scene.add(bodies.resting, of_body);
    QueryOptions options = {.clearance = thick ? 0.0 : law.clearance, .threshold = threshold, .threads = 1};
    return {.subject = "scene of a " + std::string(to_string(moving)) + " and a " + std::string(to_string(resting)) +
                       (thick ? ", thick" : ""),
            .collides = collides(scene, options),
            .first = first_contact(scene, options),
            .all = all_contacts(scene, options),
            .step = safe_step(scene, options),
            .gap = law.clearance};
}

/// The laws, and that a scene says what two bodies do.
std::string faults_of_scene(const FourVerbs& said, const FourVerbs& bodies)
{
    std::string faults = faults_of(said) + faults_of_lists(said);
    if (said.first.outcome != bodies.first.outcome) {
        faults += said.subject + ": " + std::string(to_string(said.first.outcome)) +
                  ", two bodies: " + std::string(to_string(bodies.first.outcome)) + "\n";
    }
    return faults;
}

/// Two meshes are asked about exactly, as without a scene; a solid that holds the other is found beside.
std::string faults_of_mesh_scene(const FourVerbs& said, const FourVerbs& meshes, bool inside)
{
    std::string faults;
    const auto demand = [&](bool holds, const std::string& law) {
        if (!holds) faults += said.subject + ": " + law + "\n";
    };
    if (inside && meshes.first.outcome != Outcome::touching_at_start &&
        meshes.first.outcome != Outcome::crossing_at_start) {
        // What touches later is listed all the same.
        demand(said.first.outcome == Outcome::inside && said.collides && said.step.step == 0.0, "is not inside");
        const std::string of_all = differences_of(said.all, said.first);
        demand(of_all.empty(), "all_contacts" + of_all);
        return faults;
    }
    faults += faults_of(said);
    demand(said.first.outcome == meshes.first.outcome, "has another outcome than the meshes");
    demand(said.first.safe_until == meshes.first.safe_until && said.step.step == meshes.step.step,
           "is safe for another time than the meshes");
    demand(said.all.contacts.size() == meshes.all.contacts.size(), "has other contacts than the meshes");
    return faults;
}

bool elementary_pairs_touch(const LawScene& scene)
{
    const deformable::MovingScene meshes = support::as_meshes(scene);
    for (const FeaturePair& pair : support::all_feature_pairs(meshes)) {
        if (pair.objects[0] == pair.objects[1]) continue;
        const PairRows rows = support::rows_of(meshes, pair);
        if (collides(std::span(&rows, 1), pair.kind, {.threads = 1})[0] != 0) return true;
    }
    return false;
}

bool is_free(const FourVerbs& said) { return said.first.outcome == Outcome::free; }

/// Meshes are exact, so they bracket what bodies may say, whose contacts are within a threshold.
std::string disagreements(const FourVerbs& bodies, const FourVerbs& meshes, const FourVerbs& meshes_beyond, bool inside)
{
    std::string faults;
    const bool touches = !is_free(meshes) || inside;
    if (touches && is_free(bodies)) faults += bodies.subject + " are free, meshes are not\n";
    if (!is_free(bodies) && is_free(meshes_beyond) && !inside) {
        faults += bodies.subject + ": " + std::string(to_string(bodies.first.outcome)) +
                  ", and meshes are free with twice the threshold\n";
    }
    // What starts within the clearance may come nearer: by how much, meshes tell of each pair of features, bodies of each
    // pair of triangles.
    if (meshes.first.outcome == Outcome::contact && !meshes.first.start.near &&
        bodies.first.safe_until > meshes.first.contact->toc.upper) {
        faults += bodies.subject + " are proven free beyond the contact of meshes\n";
    }
    return faults;
}

/// However near they start, bodies are not proven free beyond the time at which meshes touch without any clearance.
std::string passes_contact(const FourVerbs& bodies, const FourVerbs& bare_meshes)
{
    const Answer& touching = bare_meshes.first;
    if (!touching.contact || bodies.first.safe_until <= touching.contact->toc.upper) return "";
    return bodies.subject + " are proven free beyond the time at which meshes touch\n";
}

std::string all_faults(const LawScene& scene)
{
    const FourVerbs meshes = ask_meshes(scene, scene.clearance, 0.0);
    const FourVerbs beyond = ask_meshes(scene, scene.clearance + 2.0 * threshold, 0.0);
    const FourVerbs bare = scene.clearance > 0.0 ? ask_meshes(scene, 0.0, 0.0) : meshes;
    const FourVerbs pair = ask_bodies(scene), world = ask_world(scene), robot = ask_robot(scene);
    std::string faults = faults_of(meshes) + faults_of(beyond) + faults_of(pair) + faults_of(world) + faults_of(robot);
    faults += faults_of_lists(world) + faults_of_lists(robot);
    const bool inside = pair.first.outcome == Outcome::inside;
    for (const FourVerbs* bodies : {&pair, &world, &robot}) {
        faults += disagreements(*bodies, meshes, beyond, inside) + passes_contact(*bodies, bare);
    }
    for (const FourVerbs* other : {&world, &robot}) {
        if (other->first.outcome != pair.first.outcome) {
            faults += other->subject + ": " + std::string(to_string(other->first.outcome)) +
                      ", two bodies: " + std::string(to_string(pair.first.outcome)) + "\n";
        }
    }
    faults += faults_of_mesh_scene(ask_scene(scene, Scene::Kind::mesh, Scene::Kind::mesh), meshes, inside);
    for (const Scene::Kind moving : {Scene::Kind::mesh, Scene::Kind::body, Scene::Kind::robot}) {
        for (const Scene::Kind resting : {Scene::Kind::mesh, Scene::Kind::body}) {
            if (moving == Scene::Kind::mesh && resting == Scene::Kind::mesh) continue;
            const FourVerbs said = ask_scene(scene, moving, resting);
            faults +=
                faults_of_scene(said, pair) + disagreements(said, meshes, beyond, inside) + passes_contact(said, bare);
            if (scene.clearance == 0.0) continue;
            const FourVerbs thick = ask_scene(scene, moving, resting, true);
            faults += faults_of_scene(thick, pair);
            if (thick.first.safe_until != said.first.safe_until)
                faults += thick.subject + ": thickness and clearance differ\n";
        }
    }
    if (scene.clearance > 0.0) {
        // Half the thickness of each side counts.
        const FourVerbs thick = ask_meshes(scene, 0.0, scene.clearance);
        faults += faults_of(thick);
        if (thick.first.outcome != meshes.first.outcome) faults += "thickness and clearance differ\n";
    } else if (elementary_pairs_touch(scene) && is_free(meshes)) {
        faults += "elementary pairs touch, and meshes are free\n";
    }
    return faults;
}

/// As many as asked for in the environment, such as by the whole suite; else a first part of them.
std::size_t scene_count()
{
    const char* const wanted = std::getenv("TOCCA_LAW_SCENES");
    return wanted != nullptr ? static_cast<std::size_t>(std::strtoull(wanted, nullptr, 10)) : support::effort(1500);
}

TEST(OneAnswer, VerbsAndSubjectsAgree)
{
    std::size_t failures = 0;
    for (std::uint64_t seed = 0; seed < scene_count() && failures < 5; ++seed) {
        const LawScene scene = support::random_law_scene(seed);
        const std::string faults = all_faults(scene);
        if (faults.empty()) continue;
        ++failures;
        ADD_FAILURE() << "scene " << seed << "\n" << faults << support::describe(scene);
    }
}

TEST(OneAnswer, IsTheTruth)
{
    std::size_t clear_scenes = 0, others = 0;
    for (std::uint64_t seed = 0; seed < support::effort(150); ++seed) {
        const LawScene scene = support::random_law_scene(seed);
        if (scene.moving.faces.size() * scene.resting.faces.size() > 20) continue;
        const support::LawTruth truth = support::truth_of(scene);
        const bool clear = !truth.touches && !truth.crosses_at_start && !truth.near_at_start;
        const FourVerbs meshes = ask_meshes(scene, scene.clearance, 0.0), pair = ask_bodies(scene),
                        world = ask_world(scene), robot = ask_robot(scene);
        ++(clear ? clear_scenes : others);
        SCOPED_TRACE(::testing::Message() << "scene " << seed << "\n" << support::describe(scene));
        if (!clear) {
            EXPECT_FALSE(is_free(meshes));
        }
        if (scene.clearance == 0.0 && clear) {
            EXPECT_TRUE(is_free(meshes));
        }
        for (const FourVerbs* bodies : {&pair, &world, &robot}) {
            if (!clear || truth.inside_at_start) {
                EXPECT_FALSE(is_free(*bodies)) << bodies->subject;
            }
            if (truth.inside_at_start) {
                EXPECT_EQ(bodies->first.outcome, Outcome::inside) << bodies->subject;
            }
        }
        if (truth.crosses_at_start) {
            EXPECT_EQ(meshes.first.outcome, Outcome::crossing_at_start);
        }
    }
    if (support::slow_build) return;  // too few to hold some of all kinds
    EXPECT_GT(clear_scenes, support::effort(150) / 20);
    EXPECT_GT(others, support::effort(150) / 20);
}

TEST(OneAnswer, ScenesAreOfAllSorts)
{
    std::array<std::size_t, 7> meshes = {}, bodies = {};
    for (std::uint64_t seed = 0; seed < 800; ++seed) {
        const LawScene scene = support::random_law_scene(seed);
        ++meshes.at(static_cast<std::size_t>(ask_meshes(scene, scene.clearance, 0.0).first.outcome));
        ++bodies.at(static_cast<std::size_t>(ask_bodies(scene).first.outcome));
    }
    for (const Outcome outcome : {Outcome::free, Outcome::contact, Outcome::touching_at_start,
                                  Outcome::crossing_at_start, Outcome::near_at_start}) {
        EXPECT_GE(meshes.at(static_cast<std::size_t>(outcome)), 8U) << "meshes: " << to_string(outcome);
    }
    for (const Outcome outcome :
         {Outcome::free, Outcome::contact, Outcome::touching_at_start, Outcome::inside, Outcome::near_at_start}) {
        EXPECT_GE(bodies.at(static_cast<std::size_t>(outcome)), 8U) << "bodies: " << to_string(outcome);
    }
}

}  // namespace
}  // namespace tocca::one_answer_test
