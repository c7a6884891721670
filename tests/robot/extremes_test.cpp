// SPDX-License-Identifier: Apache-2.0
// Robots that are tiny, huge, far away, empty, or among thousands of objects.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "study/robot_study.hpp"
#include "support/effort.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/robot_agreement.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::extremes_test {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using support::at;
using support::effort;
using support::Random;

Answer checked(const Robot& robot, const JointMotion& motion, const RobotScene& scene,
               const RobotCheckOptions& check = {}, std::size_t poses = 100)
{
    Answer answer = first_contact(robot, motion, scene, check);
    const support::RobotQuestion question = {robot, scene, check, motion, {}};
    EXPECT_EQ(support::find_fault(question, answer, poses).value_or(""), "");
    EXPECT_EQ(support::find_disagreement(question, answer).value_or(""), "");
    return answer;
}

/// An arm of two boxes of about this size, its base at a place.
Robot arm(double size, const Vector3d& place)
{
    const RobotShape rod = box_shape({size, 0.1 * size, 0.1 * size}, at(0.5 * size, 0, 0));
    return Robot({.links = {{"world"}, {"upper", {rod}}, {"lower", {rod}}},
                  .joints = {{.name = "shoulder",
                              .type = Joint::Type::revolute,
                              .parent = "world",
                              .child = "upper",
                              .origin = at(place.x(), place.y(), place.z()),
                              .axis = Vector3d::UnitZ()},
                             {.name = "elbow",
                              .type = Joint::Type::revolute,
                              .parent = "upper",
                              .child = "lower",
                              .origin = at(1.1 * size, 0, 0),
                              .axis = Vector3d::UnitZ()}}});
}

RobotScene post(double size, const Vector3d& place)
{
    const Vector3d there = place + size * Vector3d(1.4, 1.0, 0.0);
    return {.objects = {{.name = "post",
                         .shapes = {box_shape(Vector3d::Constant(0.2 * size), at(there.x(), there.y(), there.z()))}}}};
}

const JointMotion swing = {Vector2d(0.0, 0.1), Vector2d(2.0, 0.7)};

TEST(RobotExtremes, TheScaleDoesNotMatter)
{
    const double expected = checked(arm(1.0, {0, 0, 0}), swing, post(1.0, {0, 0, 0})).safe_until;
    EXPECT_GT(expected, 0.0);
    EXPECT_LT(expected, 1.0);
    for (const double size : {1e-130, 1e-60, 1e-28, 1e-24, 1e-20, 1e-12, 1e-6, 1e-3, 1e3, 1e6, 1e12}) {
        const Answer answer = checked(arm(size, {0, 0, 0}), swing, post(size, {0, 0, 0}));
        ASSERT_EQ(answer.outcome, Outcome::contact) << size;
        EXPECT_NEAR(answer.safe_until, expected, 1e-5) << size;
    }
}

TEST(RobotExtremes, FarFromTheOrigin)
{
    const double expected = checked(arm(1.0, {0, 0, 0}), swing, post(1.0, {0, 0, 0})).safe_until;
    for (const double far : {1e3, 1e6, 1e9}) {
        const Vector3d place(far, -2.0 * far, 0.5 * far);
        const Answer answer = checked(arm(1.0, place), swing, post(1.0, place));
        ASSERT_EQ(answer.outcome, Outcome::contact) << far;
        EXPECT_NEAR(answer.safe_until, expected, 1e-5 + 3e-11 * far) << far;
    }
    // So far that nothing can be told apart: contact, or undecided, but never free.
    const Vector3d place(1e15, 0, 0);
    const Answer lost = first_contact(arm(1e-3, place), swing, post(1e-3, place));
    EXPECT_NE(lost.outcome, Outcome::free);
    EXPECT_TRUE(collides(RobotChecker(arm(1e-3, place), post(1e-3, place)), swing));
}

TEST(RobotExtremes, SmallestMotions)
{
    const Robot robot = arm(1.0, {0, 0, 0});
    const RobotScene scene = post(1.0, {0, 0, 0});
    for (const double by : {1e-300, 1e-18, 1e-12, 1e-6}) {
        const JointMotion motion = {Vector2d(0.0, 0.1), Vector2d(by, 0.1 - by)};
        EXPECT_EQ(checked(robot, motion, scene).outcome, Outcome::free) << by;
    }
    EXPECT_EQ(checked(robot, {swing.from, swing.from}, scene).outcome, Outcome::free);
}

TEST(RobotExtremes, NearlyAMillionRadians)
{
    const Robot robot = arm(1.0, {0, 0, 0});
    const JointMotion motion = {Vector2d(0.0, 0.1), Vector2d(1e6, 0.1)};
    const Answer answer = first_contact(robot, motion, post(1.0, {0, 0, 0}));
    ASSERT_EQ(answer.outcome, Outcome::contact);
    EXPECT_LT(answer.safe_until, 1e-5);
    EXPECT_TRUE(collides(RobotChecker(robot, post(1.0, {0, 0, 0})), motion));
    // Where nothing is near, it takes no long search.
    const RobotScene away = {.objects = {{.name = "post", .shapes = {box_shape({1, 1, 1}, at(0, 0, 5))}}}};
    EXPECT_EQ(first_contact(robot, motion, away).outcome, Outcome::free);
}

TEST(RobotExtremes, NothingToTouch)
{
    const Robot frames({.links = {{"a"}, {"b"}},
                        .joints = {{.name = "j", .type = Joint::Type::revolute, .parent = "a", .child = "b"}}});
    const JointMotion turn = {VectorXd::Zero(1), VectorXd::Ones(1)};
    EXPECT_EQ(checked(frames, turn, post(1.0, {0, 0, 0})).outcome, Outcome::free);
    EXPECT_EQ(checked(frames, turn, {}).outcome, Outcome::free);
    EXPECT_EQ(RobotChecker(frames, post(1.0, {0, 0, 0})).pair_count(), 0U);
    // A robot without joints stands still.
    const Robot stone({.links = {{"stone", {box_shape({1, 1, 1}, at(0, 0, 0))}}}});
    EXPECT_EQ(checked(stone, {VectorXd(), VectorXd()}, post(1.0, {0, 0, 0})).outcome, Outcome::free);
    EXPECT_FALSE(collides_at(RobotChecker(stone, {}), VectorXd()));
    // Bodies of no triangles.
    const RobotShape nothing = {std::make_shared<RigidBody>(TriangleMesh({}, {}))};
    const Robot ghost({.links = {{"a", {nothing}}, {"b", {nothing, box_shape({1, 1, 1}, at(0, 0, 0))}}},
                       .joints = {{.name = "j", .type = Joint::Type::prismatic, .parent = "a", .child = "b"}}});
    const RobotScene scene = {.objects = {{.name = "ghost", .shapes = {nothing}},
                                          {.name = "wall", .shapes = {nothing, box_shape({1, 1, 1}, at(3, 0, 0))}}}};
    const Answer answer = first_contact(ghost, {VectorXd::Zero(1), VectorXd::Constant(1, 4.0)}, scene);
    ASSERT_EQ(answer.outcome, Outcome::contact);
    EXPECT_NEAR(answer.safe_until, 0.5, 1e-4);
    EXPECT_EQ(answer.pair->shapes, (std::array<std::uint32_t, 2>{1, 1}));
    EXPECT_EQ(answer.pair->objects, (std::array<std::uint32_t, 2>{1, 3}));
}

TEST(RobotExtremes, ThousandsOfObjects)
{
    RobotScene scene;
    Random random(5);
    for (std::size_t i = 0; i < 3000; ++i) {
        const Vector3d place(12.0 * random.signed_unit(), 12.0 * random.signed_unit(), 4.0 * random.signed_unit());
        if (place.head<2>().norm() < 2.5 && std::abs(place.y()) < 0.5) continue;
        scene.objects.push_back(
            {.name = std::to_string(i), .shapes = {sphere_shape(0.1, at(place.x(), place.y(), place.z()))}});
    }
    const Robot robot = arm(1.0, {0, 0, 0});
    const RobotChecker checker(robot, scene);
    const JointMotion motion = {Vector2d(0.0, 0.0), Vector2d(6.0, 1.0)};
    Statistics work;
    const Answer answer = first_contact(checker, motion, {.statistics = &work});
    ASSERT_EQ(answer.outcome, Outcome::contact);
    EXPECT_EQ(support::find_fault({robot, scene, {}, motion, {}}, answer, support::slow_build ? 2 : 20).value_or(""),
              "");
    for (const study::LinkBoxMethod boxes : {study::LinkBoxMethod::interval, study::LinkBoxMethod::none}) {
        const Answer other = study::study_first_contact(checker, motion, {.boxes = boxes});
        EXPECT_EQ(support::find_robot_difference(answer, other).value_or(""), "");
    }
    EXPECT_EQ(work.object_pairs, checker.pair_count());
    EXPECT_LT(work.near_pairs, checker.pair_count() / 4);
}

TEST(RobotExtremes, DeepChainsThatFold)
{
    std::size_t contacts = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        RobotParts parts = {.links = {{"0"}}};
        VectorXd to(30);
        for (int i = 1; i <= 30; ++i) {
            parts.links.push_back({std::to_string(i), {capsule_shape(0.02, 0.1, at(0, 0, 0.075))}});
            parts.joints.push_back({.name = "joint " + std::to_string(i),
                                    .type = Joint::Type::revolute,
                                    .parent = std::to_string(i - 1),
                                    .child = std::to_string(i),
                                    .origin = at(0, 0, i == 1 ? 0.0 : 0.15),
                                    .axis = Vector3d(random.signed_unit(), 1.0, 0.0)});
            to[i - 1] = 0.25 + 0.1 * random.unit();
        }
        const Answer answer = checked(Robot(std::move(parts)), {VectorXd::Zero(30), to}, {}, {}, 60);
        contacts += answer.outcome == Outcome::contact ? 1 : 0;
    }
    EXPECT_GT(contacts, 0U);
}

}  // namespace
}  // namespace tocca::extremes_test
