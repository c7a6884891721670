// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/scene_query.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stop_token>
#include <vector>

#include "scene/mixed_judge.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::scene_query_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

Isometry3d at(double x, double y = 0.0, double z = 0.0)
{
    Isometry3d pose = Isometry3d::Identity();
    pose.translation() = Vector3d(x, y, z);
    return pose;
}

VectorXd one(double value) { return VectorXd::Constant(1, value); }

RigidBody cube(bool solid = false) { return RigidBody(box({.lengths = {1, 1, 1}}).mesh(), {.solid = solid}); }

/// A grid of two by two cells from (0, 0) to (1, 1), at a height.
Shape sheet_at(double z) { return translated(sheet({.columns = 2, .rows = 2, .width = 1.0, .depth = 1.0}), {0, 0, z}); }

/// One joint at the origin of `place` that moves a box.
Robot one_joint(Joint::Type type, const Vector3d& axis, const Vector3d& lengths, const Isometry3d& box_place,
                const Isometry3d& place = Isometry3d::Identity())
{
    return Robot(RobotParts{
        .name = "robot",
        .links = {{.name = "base"}, {.name = "hand", .shapes = {box_shape(lengths, box_place)}}},
        .joints = {{.name = "joint", .type = type, .parent = "base", .child = "hand", .origin = place, .axis = axis}}});
}

/// All verbs of one scene, which agree.
Answer ask(const Scene& scene, const QueryOptions& options = {})
{
    const Answer first = first_contact(scene, options);
    EXPECT_EQ(collides(scene, options), first.outcome != Outcome::free);
    const Answers all = all_contacts(scene, options);
    EXPECT_EQ(all.outcome, first.outcome);
    EXPECT_EQ(all.safe_until, first.safe_until);
    EXPECT_EQ(all.contact.has_value(), first.contact.has_value());
    EXPECT_EQ(all.pair, first.pair);
    EXPECT_EQ(all.start.near, first.start.near);
    EXPECT_EQ(all.nothing_checked, first.nothing_checked);
    if (first.contact && !all.contacts.empty()) {
        EXPECT_EQ(all.contacts.front().toc.lower, first.contact->toc.lower);
        EXPECT_EQ(all.contacts.front().objects, first.contact->objects);
        EXPECT_EQ(all.contacts.front().vertices, first.contact->vertices);
    }
    EXPECT_LE(safe_step(scene, options).step, first.safe_until);
    for (const int threads : {1, 3}) {
        QueryOptions other = options;
        other.threads = threads;
        EXPECT_EQ(support::find_difference_of(first, first_contact(scene, other)).value_or(""), "");
    }
    return first;
}

TEST(SceneQuery, AClothFallsOnABodyThatRises)
{
    Scene scene;
    const Shape start = sheet_at(2.5);
    const PartId cloth = scene.add(start.mesh()), body = scene.add(cube());
    scene.move(cloth, translated(start, {0, 0, -1}).positions);
    scene.move(body, translation(at(0.5, 0.5, 0.0), {0, 0, 3}));
    // The top of the cube starts 2 below the sheet; they close in at 4.
    const Answer first = ask(scene);
    EXPECT_EQ(first.outcome, Outcome::contact);
    EXPECT_NEAR(first.safe_until, 0.5, 1e-4);
    ASSERT_TRUE(first.contact && first.pair);
    EXPECT_EQ(first.contact->proof, Proof::within);
    EXPECT_EQ(first.pair->objects, (std::array<std::uint32_t, 2>{cloth, body}));
    EXPECT_NEAR(first.contact->point.z(), 2.0, 1e-4);
    EXPECT_NEAR(std::abs(first.contact->normal.z()), 1.0, 1e-9);
    EXPECT_EQ(ask(scene, {.until = 0.4}).outcome, Outcome::free);
    EXPECT_EQ(ask(scene, {.until = 0.4}).safe_until, 0.4);
}

/// Straight lines between the ends of its turn would miss it.
TEST(SceneQuery, ABarSweepsANeedleWithinItsArc)
{
    const double length = 1.0, turned = std::numbers::pi / 18.0;
    Scene scene;
    // A needle just inside the arc of the bar's end, at half the turn.
    const double r = length - 1e-3;
    const Point foot = {r * std::cos(0.5 * turned), r * std::sin(0.5 * turned), -0.5}, tip = {foot[0], foot[1], 0.5};
    scene.add(TriangleMesh({foot, tip}, {}, {{0, 1}}));
    const PartId bar = scene.add(RigidBody(TriangleMesh({{0, 0, 0}, {length, 0, 0}}, {}, {{0, 1}})));
    scene.move(bar, turn(Isometry3d::Identity(), Vector3d::Zero(), {0, 0, turned}));
    const Answer first = ask(scene);
    EXPECT_EQ(first.outcome, Outcome::contact);
    EXPECT_NEAR(first.safe_until, 0.5, 1e-3);
}

TEST(SceneQuery, AnArmSwingsIntoANeedle)
{
    const double half_width = 0.05, r = 0.8, angle = 1.2;
    Scene scene;
    const Point foot = {r * std::cos(angle), r * std::sin(angle), -0.5}, tip = {foot[0], foot[1], 0.5};
    scene.add(TriangleMesh({foot, tip}, {}, {{0, 1}}), {.name = "needle"});
    const PartId arm = scene.add(
        one_joint(Joint::Type::continuous, Vector3d::UnitZ(), {1.0, 2 * half_width, 0.1}, at(0.5)), {.name = "arm"});
    scene.move(arm, {.from = one(0.0), .to = one(1.5)});
    const Answer first = ask(scene);
    EXPECT_EQ(first.outcome, Outcome::contact);
    EXPECT_NEAR(first.safe_until, (angle - std::asin(half_width / r)) / 1.5, 1e-4);
    ASSERT_TRUE(first.pair);
    EXPECT_EQ(scene.object_name(first.pair->objects[1]), "arm/hand");
}

TEST(SceneQuery, ALinkMeetsABodyOnItsWayAndAnotherRobot)
{
    Scene scene;
    const PartId left = scene.add(one_joint(Joint::Type::prismatic, Vector3d::UnitX(), {1, 1, 1}, at(0.0)));
    const PartId body = scene.add(cube());
    const PartId right = scene.add(one_joint(Joint::Type::prismatic, Vector3d::UnitX(), {1, 1, 1}, at(0.0), at(10.0)));
    scene.move(left, {.from = one(0.0), .to = one(2.0)});
    scene.move(body, translation(at(4.0), {-4.0, 0, 0}));
    // Gap 3, closing in at 6.
    Answer first = ask(scene);
    EXPECT_NEAR(first.safe_until, 0.5, 1e-4);
    EXPECT_EQ(first.pair->objects, (std::array<std::uint32_t, 2>{1, 2}));

    scene.move(body, at_rest(at(0.0, 50.0)));
    scene.move(right, {.from = one(0.0), .to = one(-16.0)});
    // Gap 9, closing in at 18.
    first = ask(scene);
    EXPECT_NEAR(first.safe_until, 0.5, 1e-4);
    EXPECT_EQ(first.pair->objects, (std::array<std::uint32_t, 2>{1, 4}));
    EXPECT_EQ(ask(scene, {.ignored_pairs = {{1, 4}}}).outcome, Outcome::free);
    EXPECT_EQ(ask(scene, {.between = false}).outcome, Outcome::free);
    EXPECT_THROW((void)collides(scene, {.ignored_pairs = {{0, 1}}}), std::invalid_argument);
}

TEST(SceneQuery, TheEarliestOfAllKindsCounts)
{
    Scene scene;
    const Shape start = sheet_at(3.0);
    const PartId cloth = scene.add(start.mesh()), other = scene.add(sheet_at(1.0).mesh());
    const PartId body = scene.add(cube()), wall = scene.add(cube());
    scene.move(cloth, translated(start, {0, 0, -4}).positions);  // meets the other sheet at 0.5
    scene.move(body, translation(at(10.0), {5, 0, 0}));          // meets the wall at 0.6
    scene.move(wall, at_rest(at(14.0)));
    const Answers all = all_contacts(scene);
    EXPECT_EQ(all.pair->objects, (std::array<std::uint32_t, 2>{cloth, other}));
    EXPECT_EQ(all.contact->proof, Proof::touches);
    EXPECT_NEAR(all.safe_until, 0.5, 1e-8);
    EXPECT_EQ(all.contacts.back().proof, Proof::within);
    EXPECT_NEAR(all.contacts.back().toc.lower, 0.6, 1e-4);
    EXPECT_EQ(ask(scene).pair, all.pair);
    EXPECT_THROW((void)all_contacts(scene, {.max_contacts = all.contacts.size() - 1}), Error);
    // Without the sheets the bodies are first.
    const Answer bodies = ask(scene, {.accept_objects = [](auto a, auto) { return a > 1; }});
    EXPECT_NEAR(bodies.safe_until, 0.6, 1e-4);
    EXPECT_EQ(bodies.pair->objects, (std::array<std::uint32_t, 2>{body, wall}));
}

TEST(SceneQuery, GroupsAndSelfAreOfParts)
{
    Scene scene;
    const PartId cloth = scene.add(sheet_at(0.0).mesh(), {.group = 1});
    scene.add(cube(), {.group = 2});
    EXPECT_EQ(ask(scene).outcome, Outcome::touching_at_start);
    EXPECT_EQ(ask(scene, {.ignored_groups = {{1, 2}}}).outcome, Outcome::free);
    EXPECT_FALSE(ask(scene, {.ignored_groups = {{1, 2}}}).nothing_checked);
    EXPECT_TRUE(ask(scene, {.self = false, .ignored_groups = {{2, 1}}}).nothing_checked);
    EXPECT_TRUE(ask(Scene()).nothing_checked);

    // A sheet that folds onto itself.
    std::vector<Point> folded = scene.start(cloth);
    for (Point& point : folded) {
        if (point[0] > 0.75) point = {0.25, point[1], 0.0};
    }
    scene.move(cloth, folded);
    EXPECT_EQ(ask(scene, {.self = false, .ignored_groups = {{1, 2}}}).outcome, Outcome::free);
    EXPECT_NE(ask(scene, {.ignored_groups = {{1, 2}}}).outcome, Outcome::free);
}

TEST(SceneQuery, ThicknessOfBothSidesCounts)
{
    Scene scene;
    const PartId cloth = scene.add(sheet_at(2.0).mesh(), {.thickness = 0.2});
    const PartId body = scene.add(cube(), {.thickness = 0.6});
    scene.move(body, translation(at(0.5, 0.5, 0.0), {0, 0, 2}));
    // The gap is 1.5, of which 0.4 is to be kept.
    EXPECT_NEAR(ask(scene).safe_until, 0.55, 1e-4);
    EXPECT_NEAR(ask(scene, {.clearance = 0.1}).safe_until, 0.5, 1e-4);
    scene.move(body, at_rest(at(0.5, 0.5, 1.2)));
    EXPECT_EQ(ask(scene).outcome, Outcome::near_at_start);
    EXPECT_EQ(all_contacts(scene).start.near_objects, (std::vector<ObjectPair>{{.objects = {cloth, body}}}));
}

TEST(SceneQuery, WhatStartsInsideASolidIsInside)
{
    const TriangleMesh large = translated(box({.lengths = {4, 4, 4}}), {0.5, 0.5, 0}).mesh();
    for (const bool deforming_outside : {false, true}) {
        for (const bool deforming_inside : {false, true}) {
            Scene scene;
            if (deforming_outside)
                scene.add(large, {.solid = true});
            else
                scene.add(RigidBody(large, {.solid = true}));
            if (deforming_inside)
                scene.add(sheet_at(0.0).mesh());
            else
                scene.add(cube());
            const Answer first = ask(scene);
            EXPECT_EQ(first.outcome, Outcome::inside) << deforming_outside << deforming_inside;
            EXPECT_EQ(first.safe_until, 0.0);
            EXPECT_EQ(all_contacts(scene).start.inside, (std::vector<ObjectPair>{{.objects = {0, 1}}}));
        }
    }
}

TEST(SceneQuery, SheetsThatCrossAtTheStartAreSaidFirst)
{
    Scene scene;
    scene.add(sheet_at(0.0).mesh());
    scene.add(TriangleMesh({{0.3, 0.3, -1}, {0.4, 0.3, 1}, {0.3, 0.4, 1}}, {{0, 1, 2}}));
    scene.add(cube());
    const Answer first = ask(scene);
    EXPECT_EQ(first.outcome, Outcome::crossing_at_start);
    EXPECT_EQ(first.safe_until, 0.0);
    EXPECT_GT(first.start.crossing_count, 0U);
    EXPECT_EQ(safe_step(scene).step, 0.0);
}

/// A simulator's loop: it goes on to the end, and nothing ever crosses.
TEST(SceneQuery, ListsWhatIsInsideWhateverElseIsWrong)
{
    // Two sheets that cross, and a box in a solid box.
    Scene scene;
    scene.add(sheet_at(0.0).mesh());
    const Shape across = {.positions = {{0.3, 0.3, -1}, {0.3, 0.4, 1}, {0.35, 0.3, 1}}, .faces = {{0, 1, 2}}};
    scene.add(across.mesh());
    const PartId solid = scene.add(translated(box({.lengths = {4, 4, 4}}), {10, 0, 0}).mesh(), {.solid = true});
    const PartId held = scene.add(translated(box({.lengths = {1, 1, 1}}), {10, 0, 0}).mesh());
    const Answers all = all_contacts(scene);
    EXPECT_EQ(all.outcome, Outcome::crossing_at_start);
    ASSERT_EQ(all.start.inside.size(), 1U);
    EXPECT_EQ(all.start.inside.front().objects, (std::array<std::uint32_t, 2>{solid, held}));
    for (const double time : free_times(scene, held, all).vertices) EXPECT_EQ(time, 0.0);
}

TEST(SceneQuery, WhatTouchesFromInsideIsNeverFree)
{
    Scene scene;
    const PartId solid = scene.add(box({.lengths = {4, 4, 4}}).mesh(), {.solid = true});
    // A vertex of it lies in a face of the solid.
    const PartId held =
        scene.add(TriangleMesh({{1, 0.3, 0.2}, {1, -0.3, 0.1}, {2, 0.1, 0.5}, {1, 0, -0.4}}, {{0, 1, 2}, {0, 1, 3}}));
    const Answers all = all_contacts(scene);
    EXPECT_EQ(all.outcome, Outcome::touching_at_start);
    ASSERT_EQ(all.start.inside.size(), 1U);
    EXPECT_EQ(all.start.inside.front().objects, (std::array<std::uint32_t, 2>{solid, held}));
    for (const double time : free_times(scene, held, all).faces) EXPECT_EQ(time, 0.0);
    (void)ask(scene);
}

TEST(SceneQuery, IgnoredPairsAreCheckedAtAnInstantToo)
{
    Scene scene;
    scene.add(sheet_at(0.0).mesh());
    scene.add(sheet_at(0.0).mesh());
    const PartId robot = scene.add(one_joint(Joint::Type::revolute, Vector3d::UnitZ(), {1, 1, 1}, at(5.0)));
    const std::uint32_t link = scene.first_object(robot);
    EXPECT_THROW((void)intersects(scene, 0.0, {.ignored_pairs = {{link, link + 1}}}), std::invalid_argument);
    EXPECT_TRUE(intersects(scene, 0.0));
    EXPECT_FALSE(intersects(scene, 0.0, {.ignored_pairs = {{0, 1}}}));
    EXPECT_FALSE(intersects(scene, 0.0, {.accept_objects = [](auto, auto) { return false; }}));
}

TEST(SceneQuery, WhatAPredicateRejectsIsStillAPair)
{
    Scene scene;
    scene.add(sheet_at(0.0).mesh(), {.self = false});
    scene.add(sheet_at(3.0).mesh(), {.self = false});
    const auto none = [](std::uint32_t, std::uint32_t) { return false; };
    EXPECT_FALSE(ask(scene, {.accept_objects = none}).nothing_checked);
    EXPECT_TRUE(ask(scene, {.ignored_pairs = {{0, 1}}, .accept_objects = none}).nothing_checked);
}

TEST(SceneQuery, LimitsAreOfEveryRobot)
{
    // Two robots: the first is in contact, the second is checked against nothing and beyond its limit.
    RobotParts parts{.name = "slide",
                     .links = {{.name = "base"}, {.name = "hand", .shapes = {box_shape({1, 1, 1}, at(100.0))}}},
                     .joints = {{.name = "joint", .type = Joint::Type::prismatic, .parent = "base", .child = "hand"}}};
    parts.joints.front().limits = Joint::Limits{0.0, 1.0};
    Scene scene;
    scene.add(cube());
    scene.add(one_joint(Joint::Type::revolute, Vector3d::UnitZ(), {1, 1, 1}, at(0.0)));
    const PartId slide = scene.add(Robot(parts), {.self = false});
    scene.move(slide, JointMotion{one(0.0), one(2.0)});
    EXPECT_TRUE(collides(scene));
    EXPECT_THROW((void)collides(scene, {.check_limits = true}), Error);
    EXPECT_THROW((void)first_contact(scene, {.check_limits = true}), Error);
    EXPECT_THROW((void)all_contacts(scene, {.check_limits = true}), Error);
}

TEST(SceneQuery, StepsGoOnFromWhereTheyWereSafe)
{
    Scene scene;
    const PartId cloth = scene.add(sheet_at(1.0).mesh()), rod = scene.add(cube());
    double height = 1.0;
    for (int step = 0; step < 20; ++step) {
        scene.move(cloth, translated(sheet_at(scene.start(cloth)[0][2]), {0, 0, -0.2}).positions);
        scene.move(rod, turn(scene.rigid_motion(rod).from, Vector3d::Zero(), {0.0, 0.0, 0.3}));
        const SafeStep safe = safe_step(scene, {.clearance = 1e-3});
        scene.advance(safe.step);
        height = scene.start(cloth)[0][2];
        ASSERT_GT(height, 0.5);
        ASSERT_EQ(ask(scene).outcome, Outcome::free);
    }
    EXPECT_LT(height, 0.51);
}

TEST(SceneQuery, SafeStepsKeepAPartOfTheDistance)
{
    Scene scene;
    scene.add(cube());
    const PartId below = scene.add(sheet_at(0.0).mesh()), cloth = scene.add(sheet_at(1.0).mesh());
    EXPECT_EQ(scene.first_object(below), 1U);
    scene.move(cloth, sheet_at(0.26).positions);
    const QueryOptions options{.clearance = 0.25, .ignored_pairs = {{0, 1}, {0, 2}}};
    const SafeStep safe = safe_step(scene, options);
    EXPECT_EQ(safe.outcome, Outcome::free);
    EXPECT_NEAR(safe.step, 0.725 / 0.74, 1e-8);
    EXPECT_TRUE(safe.all_shorter_steps);
    ASSERT_TRUE(safe.limited_by);
    const auto [a, b] = safe.limited_by->objects;
    EXPECT_TRUE((a == 1 && b == 2) || (a == 2 && b == 1)) << a << ' ' << b;
    QueryOptions all = options;
    all.keep = 0.0;
    EXPECT_EQ(safe_step(scene, all).step, 1.0);
    EXPECT_THROW((void)first_contact(scene, all), std::invalid_argument);

    Scene rigid;
    rigid.add(cube());
    EXPECT_THROW((void)safe_step(rigid, {.reach = 0.1}), std::invalid_argument);
    const SafeStep of_bodies = safe_step(rigid);
    EXPECT_TRUE(of_bodies.all_shorter_steps && !of_bodies.limited_by);
}

TEST(SceneQuery, QueriesOfOneSceneMayRunAtTheSameTime)
{
    Scene scene;
    const Shape start = sheet_at(1.0);
    const PartId cloth = scene.add(start.mesh());
    scene.add(cube());
    scene.add(one_joint(Joint::Type::continuous, Vector3d::UnitZ(), {1.0, 0.1, 0.1}, at(0.5)));
    scene.move(cloth, translated(start, {0, 0, -1}).positions);
    std::vector<Answer> answers(16);
    for_each_piece(answers.size(), 4, [&](std::size_t i) { answers[i] = first_contact(scene, {.threads = 1}); });
    for (const Answer& answer : answers)
        EXPECT_EQ(support::find_difference_of(answer, answers.front()).value_or(""), "");
}

TEST(SceneQuery, SaysWhatItTookAndStopsOnRequest)
{
    Scene scene;
    scene.add(sheet_at(0.6).mesh());
    scene.add(cube());
    Statistics work;
    (void)first_contact(scene, {.statistics = &work});
    EXPECT_GT(work.node_pairs + work.node_tests, 0U);
    std::stop_source source;
    source.request_stop();
    EXPECT_THROW((void)first_contact(scene, {.stop = source.get_token()}), Error);
    EXPECT_THROW((void)first_contact(scene, {.target = "no such target"}), std::invalid_argument);
    EXPECT_THROW((void)first_contact(scene, {.clearance = -1.0}), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::scene_query_test
