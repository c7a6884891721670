// SPDX-License-Identifier: Apache-2.0
// What is said of robots that touch, or hold something, at the start; and of pairs that are not checked.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "support/poses.hpp"
#include "support/robot_agreement.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::start_states_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using support::at;

VectorXd one(double value) { return VectorXd::Constant(1, value); }

RobotShape cube(double length, const Isometry3d& pose = Isometry3d::Identity())
{
    return box_shape(Vector3d::Constant(length), pose);
}

/// A carriage on a rail along x.
Robot carriage(const RobotShape& shape)
{
    return Robot(
        {.links = {{"rail"}, {"carriage", {shape}}},
         .joints = {{.name = "slide", .type = Joint::Type::prismatic, .parent = "rail", .child = "carriage"}}});
}

RobotScene scene_of(const RobotShape& shape) { return {.objects = {{.name = "object", .shapes = {shape}}}}; }

Answer checked(const Robot& robot, const JointMotion& motion, const RobotScene& scene,
               const RobotCheckOptions& check = {})
{
    Answer answer = first_contact(robot, motion, scene, check);
    const support::RobotQuestion question = {robot, scene, check, motion, {}};
    EXPECT_EQ(support::find_fault(question, answer, 100).value_or(""), "");
    EXPECT_EQ(support::find_disagreement(question, answer).value_or(""), "");
    return answer;
}

TEST(RobotStart, TouchingIsTold)
{
    for (const double place : {1.0, 0.9, 0.2}) {
        const Answer answer = checked(carriage(cube(1.0)), {one(0.0), one(-5.0)}, scene_of(cube(1.0, at(place, 0, 0))));
        EXPECT_EQ(answer.outcome, Outcome::touching_at_start) << place;
        EXPECT_EQ(answer.safe_until, 0.0);
        EXPECT_EQ(answer.pair->objects, (std::array<std::uint32_t, 2>{1, 2}));
    }
    // Spheres that overlap, and one that just touches.
    for (const double place : {0.1, 0.5, 1.0}) {
        const Answer answer = checked(carriage(sphere_shape(0.5, at(0, 0, 0))), {one(0.0), one(-5.0)},
                                      scene_of(sphere_shape(0.5, at(place, 0, 0))));
        EXPECT_EQ(answer.outcome, Outcome::touching_at_start) << place;
    }
}

TEST(RobotStart, JustApartMayMoveAway)
{
    const double gap = 1e-9;
    const Robot robot = carriage(cube(1.0));
    const RobotScene scene = scene_of(cube(1.0, at(1.0 + gap, 0, 0)));
    EXPECT_EQ(checked(robot, {one(0.0), one(-5.0)}, scene).outcome, Outcome::free);
    EXPECT_EQ(checked(robot, {one(0.0), one(0.0)}, scene).outcome, Outcome::free);
    const Answer answer = checked(robot, {one(0.0), one(5.0)}, scene);
    ASSERT_EQ(answer.outcome, Outcome::contact);
    EXPECT_LE(answer.safe_until, gap / 5.0);
    EXPECT_GT(answer.contact->distance, 0.0);
}

TEST(RobotStart, NearAndUndecidedIsUndecided)
{
    // Within the clearance, and in contact soon: with no steps to find that, nobody knows that it comes no nearer.
    const RobotChecker checker(carriage(cube(1.0)), scene_of(cube(1.0, at(1.5, 0, 0))), {.clearance = 1.0});
    const JointMotion motion = {one(0.0), one(5.0)};
    const Answer known = first_contact(checker, motion);
    EXPECT_EQ(known.outcome, Outcome::contact);
    EXPECT_TRUE(known.start.near);
    const QueryOptions no_steps = {.budget = 0};
    const Answer answer = first_contact(checker, motion, no_steps);
    EXPECT_EQ(answer.outcome, Outcome::undecided);
    EXPECT_TRUE(answer.start.near);
    EXPECT_LE(answer.safe_until, known.safe_until);
    const Answers all = all_contacts(checker, motion, no_steps);
    EXPECT_EQ(all.outcome, Outcome::undecided);
    ASSERT_EQ(all.undecided.size(), 1U);
    EXPECT_EQ(all.undecided[0].objects, (std::array<std::uint32_t, 2>{1, 2}));
    EXPECT_EQ(all.undecided[0].safe_until, all.safe_until);
    EXPECT_EQ(all.start.near_objects, (std::vector<ObjectPair>{{.objects = {1, 2}}}));
    EXPECT_TRUE(all.contacts.empty());
    EXPECT_TRUE(all.start.inside.empty());
    EXPECT_TRUE(all.start.near);
    EXPECT_TRUE(collides(checker, motion, no_steps));
    // Away from it nothing comes nearer.
    EXPECT_EQ(first_contact(checker, {one(0.0), one(-5.0)}).outcome, Outcome::near_at_start);
}

TEST(RobotStart, InsideASolidIsTold)
{
    const Robot small = carriage(cube(0.1)), large = carriage(cube(10.0));
    EXPECT_EQ(checked(small, {one(0.0), one(0.1)}, scene_of(cube(10.0))).outcome, Outcome::inside);
    EXPECT_EQ(checked(large, {one(0.0), one(0.1)}, scene_of(cube(0.1))).outcome, Outcome::inside);
    EXPECT_EQ(checked(small, {one(0.0), one(20.0)}, scene_of(cylinder_shape(2.0, 8.0, at(0, 0, 0)))).outcome,
              Outcome::inside);
    EXPECT_EQ(checked(carriage(sphere_shape(0.1, at(0, 0, 0))), {one(0.0), one(0.1)}, scene_of(cube(10.0))).outcome,
              Outcome::inside);
    // A sphere holds what is within it without a surface of its own.
    EXPECT_EQ(checked(small, {one(0.0), one(0.1)}, scene_of(sphere_shape(5.0, at(0.2, 0, 0)))).outcome,
              Outcome::touching_at_start);
    EXPECT_EQ(checked(small, {one(0.0), one(0.1)}, scene_of(capsule_shape(2.0, 5.0, at(0, 0, 1)))).outcome,
              Outcome::touching_at_start);
    // A mesh that is no solid may be empty within.
    const RobotShape hollow = mesh_shape(box({.lengths = {10, 10, 10}}).mesh(), Isometry3d::Identity());
    EXPECT_EQ(checked(small, {one(0.0), one(0.1)}, scene_of(hollow)).outcome, Outcome::free);
    const RobotShape solid =
        mesh_shape(box({.lengths = {10, 10, 10}}).mesh(), Isometry3d::Identity(), {1, 1, 1}, {.solid = true});
    EXPECT_EQ(checked(small, {one(0.0), one(0.1)}, scene_of(solid)).outcome, Outcome::inside);
}

TEST(RobotStart, OfSeveralTheFirstBodiesCount)
{
    const Robot robot = carriage(cube(1.0));
    const JointMotion motion = {one(0.0), one(1.0)};
    const Obstacle holding = {.name = "holding", .shapes = {cube(9.0)}};
    const Obstacle touching = {.name = "touching", .shapes = {cube(1.0, at(0.7, 0, 0))}};
    EXPECT_EQ(checked(robot, motion, {.objects = {holding, touching}}).outcome, Outcome::inside);
    EXPECT_EQ(checked(robot, motion, {.objects = {touching, holding}}).outcome, Outcome::touching_at_start);
    const Answers all = all_contacts(RobotChecker(robot, {.objects = {holding, touching}}), motion);
    EXPECT_EQ(all.outcome, Outcome::inside);
    EXPECT_EQ(all.start.inside, (std::vector<ObjectPair>{{.objects = {1, 2}}}));
    EXPECT_EQ(support::answers_of_pairs(all, 1.0).size(), 2U);
    ASSERT_EQ(all.contacts.size(), 1U);
    EXPECT_EQ(all.contacts[0].toc, (TimeInterval{0.0, 0.0}));
    // The contact is not of the outcome.
    EXPECT_FALSE(all.contact.has_value());
}

TEST(RobotStart, WhatTouchesComesBeforeWhatIsUndecided)
{
    // The places of the first object, which has a corner far away, are uncertain by more than the carriage is long.
    const RobotShape vague =
        mesh_shape(TriangleMesh({{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 0.0, 1e15}}, {{0, 1, 2}}), at(0, 0, 0));
    const Obstacle uncertain = {.name = "uncertain", .shapes = {vague}};
    const Obstacle touching = {.name = "touching", .shapes = {cube(1.0, at(0.7, 0, 0))}};
    const Robot robot = carriage(cube(1.0));
    const JointMotion motion = {one(0.0), one(1.0)};
    EXPECT_EQ(checked(robot, motion, {.objects = {uncertain}}).outcome, Outcome::undecided);
    const Answer answer = checked(robot, motion, {.objects = {uncertain, touching}});
    EXPECT_EQ(answer.outcome, Outcome::touching_at_start);
    EXPECT_EQ(answer.pair->objects, (std::array<std::uint32_t, 2>{1, 3}));
}

TEST(RobotStart, WhatIsBetweenPartsIsNotInside)
{
    // A cube in the hole of a ring: within its hull, and in contact only when it has moved.
    const RobotShape ring = mesh_shape(torus({.radius = 3.0, .tube_radius = 0.5, .segments = 24, .sides = 8}).mesh(),
                                       Isometry3d::Identity());
    const Answer answer = checked(carriage(cube(1.0)), {one(0.0), one(5.0)}, scene_of(ring));
    ASSERT_EQ(answer.outcome, Outcome::contact);
    EXPECT_NEAR(answer.safe_until, 2.0 / 5.0, 0.02);
}

TEST(RobotStart, LinksThatOverlapByDesignAreAllowed)
{
    const Robot robot({.links = {{"a", {cube(1.0)}}, {"b", {cube(1.0)}}, {"c", {cube(1.0, at(0.3, 0, 0))}}},
                       .joints = {{.name = "ab", .type = Joint::Type::revolute, .parent = "a", .child = "b"},
                                  {.name = "bc", .parent = "b", .child = "c"}}});
    const JointMotion motion = {one(0.0), one(1.0)};
    const Answer answer = checked(robot, motion, {});
    EXPECT_EQ(answer.outcome, Outcome::touching_at_start);
    EXPECT_EQ(answer.pair->objects, (std::array<std::uint32_t, 2>{0, 2}));
    EXPECT_EQ(checked(robot, motion, {.allowed = {{"c", "a", "by design"}}}).outcome, Outcome::free);
    EXPECT_EQ(checked(robot, motion, {}, {.self = false}).outcome, Outcome::free);
    EXPECT_EQ(RobotChecker(robot, {}).pair_count(), 1U);
    EXPECT_EQ(RobotChecker(robot, {}, {.self = false}).pair_count(), 0U);
}

TEST(RobotStart, SaysThatNothingWasChecked)
{
    const JointMotion motion = {one(0.0), one(1.0)};
    const auto nothing_checked = [&](const RobotScene& scene, const RobotCheckOptions& check = {}) {
        const RobotChecker checker(carriage(cube(1.0)), scene, check);
        const Answer first = first_contact(checker, motion);
        EXPECT_EQ(all_contacts(checker, motion).nothing_checked, first.nothing_checked);
        EXPECT_EQ(first.outcome, Outcome::free);
        EXPECT_FALSE(collides(checker, motion));
        return first.nothing_checked;
    };
    EXPECT_TRUE(nothing_checked({}));
    RobotScene scene = scene_of(cube(1.0, at(0, 100, 0)));
    EXPECT_FALSE(nothing_checked(scene));
    scene.allowed = {{"object", "carriage", "a tool"}};
    EXPECT_TRUE(nothing_checked(scene));
    EXPECT_TRUE(nothing_checked({.objects = {{.name = "object", .shapes = {}}}}));
}

TEST(RobotStart, AllowedPairsSilenceAContact)
{
    const Robot robot = carriage(cube(1.0));
    RobotScene scene = scene_of(cube(1.0, at(3, 0, 0)));
    scene.objects.push_back({.name = "further", .shapes = {cube(1.0, at(5, 0, 0))}});
    EXPECT_NEAR(checked(robot, {one(0.0), one(10.0)}, scene).safe_until, 0.2, 1e-4);
    scene.allowed = {{"object", "carriage", "a tool"}};
    const Answer answer = checked(robot, {one(0.0), one(10.0)}, scene);
    EXPECT_NEAR(answer.safe_until, 0.4, 1e-4);
    EXPECT_EQ(answer.pair->objects, (std::array<std::uint32_t, 2>{1, 3}));
    EXPECT_EQ(RobotChecker(robot, scene).pair_count(), 1U);
}

TEST(RobotStart, WhatStandsStillIsNotCheckedAgainstObjects)
{
    // The base and what is fixed to it stand in the object.
    const Robot robot({.links = {{"base", {cube(1.0)}}, {"column", {cube(1.0)}}, {"arm", {cube(0.1, at(0, 0, 3))}}},
                       .joints = {{.name = "f", .parent = "base", .child = "column"},
                                  {.name = "r", .type = Joint::Type::revolute, .parent = "column", .child = "arm"}}});
    const RobotScene scene = scene_of(cube(1.5));
    const RobotChecker checker(robot, scene);
    EXPECT_EQ(checker.pair_count(), 2U);  // arm and base, arm and object
    EXPECT_EQ(checked(robot, {one(0.0), one(1.0)}, scene).outcome, Outcome::free);
    EXPECT_FALSE(collides_at(checker, one(0.5)));
    // A joint at rest is none of these: its link may be moved.
    EXPECT_EQ(checked(robot, {one(0.0), one(0.0)}, scene_of(cube(1.0, at(0, 0, 3)))).outcome, Outcome::inside);
}

TEST(RobotStart, AnAttachedObjectIsChecked)
{
    const Robot robot =
        attach(carriage(cube(1.0)), {.name = "part", .link = "carriage", .shapes = {cube(1.0)}, .pose = at(0.9, 0, 0)});
    const Answer answer = checked(robot, {one(0.0), one(10.0)}, scene_of(cube(1.0, at(4.9, 0, 0))));
    ASSERT_EQ(answer.outcome, Outcome::contact);
    EXPECT_NEAR(answer.safe_until, 0.3, 1e-4);
    EXPECT_EQ(answer.pair->objects, (std::array<std::uint32_t, 2>{2, 3}));
}

TEST(RobotStart, TheStaticTestSeesAllOfIt)
{
    const RobotChecker checker(carriage(cube(1.0)), scene_of(cube(4.0, at(5, 0, 0))), {.clearance = 0.25});
    EXPECT_FALSE(collides_at(checker, one(2.0)));
    EXPECT_TRUE(collides_at(checker, one(2.3)));  // within the clearance
    EXPECT_TRUE(collides_at(checker, one(3.0)));
    EXPECT_TRUE(collides_at(checker, one(5.0)));  // within the solid
    EXPECT_FALSE(collides_at(checker, one(8.0)));
    EXPECT_THROW((void)collides_at(checker, VectorXd::Zero(2)), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::start_states_test
