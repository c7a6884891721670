// SPDX-License-Identifier: Apache-2.0
// First contacts whose times follow from a line of geometry.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "support/poses.hpp"
#include "support/robot_agreement.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/rigid/rigid_query.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::contact_times_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using support::at;

constexpr double pi = std::numbers::pi;
constexpr double threshold = 1e-10;

VectorXd one(double value) { return VectorXd::Constant(1, value); }

/// The answer, after it was checked by brute force and against all other ways to ask.
Answer checked(const Robot& robot, const JointMotion& motion, const RobotScene& scene,
               const RobotCheckOptions& check = {.threshold = threshold}, const QueryOptions& options = {})
{
    Answer answer = first_contact(robot, motion, scene, check, options);
    const support::RobotQuestion question = {robot, scene, check, motion, options};
    EXPECT_EQ(support::find_fault(question, answer, 100).value_or(""), "");
    EXPECT_EQ(support::find_disagreement(question, answer).value_or(""), "");
    return answer;
}

/// The contact is at this time, as far as the threshold tells: it is reported when the gap is half of it to all of it.
void expect_time(const Answer& answer, double time, double speed)
{
    ASSERT_EQ(answer.outcome, Outcome::contact);
    // Rounding may make the threshold larger than the one asked for, and the answer says so.
    const double used = answer.threshold;
    ASSERT_GE(used, threshold);
    ASSERT_LE(used, 1e-9);
    EXPECT_LE(answer.safe_until, time - 0.5 * used / speed + 1e-12);
    EXPECT_GE(answer.safe_until, time - used / speed - 1e-12);
    EXPECT_GE(answer.contact->distance, 0.5 * used * (1.0 - 1e-6));
    EXPECT_LE(answer.contact->distance, used * (1.0 + 1e-6));
}

/// A chain of links of length 1 along x, turning about z, each a segment of no width.
Robot planar_arm(std::size_t links)
{
    const RobotShape rod = mesh_shape(TriangleMesh({{0, 0, 0}, {1, 0, 0}}, {}, {{0, 1}}), Isometry3d::Identity());
    RobotParts parts = {.name = "arm", .links = {{"base"}}};
    for (std::size_t i = 0; i < links; ++i) {
        parts.links.push_back({"link " + std::to_string(i), {rod}});
        parts.joints.push_back({.name = "joint " + std::to_string(i),
                                .type = Joint::Type::continuous,
                                .parent = parts.links[i].name,
                                .child = parts.links[i + 1].name,
                                .origin = at(i == 0 ? 0.0 : 1.0, 0, 0),
                                .axis = Vector3d::UnitZ()});
    }
    return Robot(std::move(parts));
}

Obstacle wall_at(double x) { return {.name = "wall", .shapes = {box_shape({0.5, 20, 20}, at(x + 0.25, 0, 0))}}; }

TEST(RobotContactTimes, AnArmOfOneLinkMeetsAWall)
{
    // The tip is at x = sin(angle) of an arm that starts straight down, and the wall at 0.5: 30 degrees.
    const Robot robot = planar_arm(1);
    const JointMotion motion = {one(-0.5 * pi), one(0.0)};
    const Answer answer = checked(robot, motion, {.objects = {wall_at(0.5)}});
    expect_time(answer, 1.0 / 3.0, 0.5 * pi * std::cos(pi / 6.0));
    EXPECT_EQ(answer.pair->objects, (std::array<std::uint32_t, 2>{1, 2}));
    EXPECT_LE((answer.contact->point - Vector3d(0.5, -std::cos(pi / 6.0), 0.0)).norm(), 1e-8);
    EXPECT_NEAR(std::abs(answer.contact->normal.x()), 1.0, 1e-6);
    ASSERT_TRUE(answer.contact->crosses_at);
    EXPECT_GT(*answer.contact->crosses_at, 1.0 / 3.0);
}

TEST(RobotContactTimes, AnArmOfTwoLinksMeetsAWall)
{
    // Both joints turn by a quarter turn from straight down: x = sin(a) + sin(2 a) = 1.25 at the tip.
    const Robot robot = planar_arm(2);
    const JointMotion motion = {Vector2d(-0.5 * pi, 0.0), Vector2d(0.0, 0.5 * pi)};
    double low = 0.0, high = 0.5;
    for (int i = 0; i < 200; ++i) {
        const double middle = 0.5 * (low + high);
        (std::sin(0.5 * pi * middle) + std::sin(pi * middle) < 1.25 ? low : high) = middle;
    }
    const double speed = 0.5 * pi * std::cos(0.5 * pi * low) + pi * std::cos(pi * low);
    expect_time(checked(robot, motion, {.objects = {wall_at(1.25)}}), low, speed);
}

TEST(RobotContactTimes, AnArmThatEndsBeforeTheWallIsFree)
{
    const Robot robot = planar_arm(1);
    const RobotScene scene = {.objects = {wall_at(0.5)}};
    EXPECT_EQ(checked(robot, {one(-0.5 * pi), one(-pi / 3.0 - 1e-7)}, scene).outcome, Outcome::free);
    EXPECT_EQ(checked(robot, {one(-0.5 * pi), one(-pi / 3.0 + 1e-7)}, scene).outcome, Outcome::contact);
    // Along the wall at a tenth of a micrometre and no nearer.
    EXPECT_EQ(checked(robot, {one(-0.5 * pi), one(0.5 * pi)}, {.objects = {wall_at(1.0 + 1e-7)}}).outcome,
              Outcome::free);
    const Answer grazes = checked(robot, {one(-0.5 * pi), one(0.5 * pi)}, {.objects = {wall_at(1.0 - 1e-9)}});
    ASSERT_EQ(grazes.outcome, Outcome::contact);
    EXPECT_NEAR(grazes.safe_until, 0.5 - std::sqrt(2e-9) / pi, 1e-6);
}

TEST(RobotContactTimes, ASlideMeetsAWall)
{
    const Robot robot(
        {.links = {{"rail"}, {"cart", {box_shape({1, 1, 1}, Isometry3d::Identity())}}},
         .joints = {{.name = "slide", .type = Joint::Type::prismatic, .parent = "rail", .child = "cart"}}});
    const Answer answer = checked(robot, {one(0.0), one(10.0)}, {.objects = {wall_at(4.5)}});
    expect_time(answer, 0.4, 10.0);
    EXPECT_EQ(checked(robot, {one(0.0), one(4.0 - 1e-6)}, {.objects = {wall_at(4.5)}}).outcome, Outcome::free);
    // A clearance of 1 is met a tenth sooner.
    const Answer sooner =
        checked(robot, {one(0.0), one(10.0)}, {.objects = {wall_at(4.5)}}, {.clearance = 1.0, .threshold = threshold});
    EXPECT_NEAR(sooner.safe_until, 0.3, 1e-10);
    EXPECT_NEAR(sooner.contact->distance, 1.0, 1e-9);
}

TEST(RobotContactTimes, SpheresMeetAtTheRootOfAQuadratic)
{
    // Centres (-3, 0.3, 0) + t (6, 0, 0) and (0, 0, 0), radii 0.4 and 0.35: (6 t - 3)^2 + 0.09 = 0.75^2.
    const Robot robot(
        {.links = {{"rail"}, {"ball", {sphere_shape(0.4, at(-3, 0.3, 0))}}},
         .joints = {{.name = "slide", .type = Joint::Type::prismatic, .parent = "rail", .child = "ball"}}});
    const RobotScene scene = {.objects = {{.name = "other", .shapes = {sphere_shape(0.35, Isometry3d::Identity())}}}};
    const double across = std::sqrt(0.75 * 0.75 - 0.09);
    const Answer answer = checked(robot, {one(0.0), one(6.0)}, scene);
    expect_time(answer, (3.0 - across) / 6.0, 6.0 * across / 0.75);
    // On both surfaces, and the normal is that of the centres.
    const Vector3d centre(-across, 0.3, 0.0);
    EXPECT_LE((answer.contact->point - centre * (0.35 / 0.75)).norm(), 1e-8);
    EXPECT_LE(answer.contact->normal.cross(centre.normalized()).norm(), 1e-8);
}

TEST(RobotContactTimes, ABallTurnsItsRodIntoAWall)
{
    // Half a turn about the axis (1, 0, 1) takes z to x by way of y; half way it points to (1, sqrt 2, 1) / 2.
    const RobotShape rod = mesh_shape(TriangleMesh({{0, 0, 0}, {0, 0, 1}}, {}, {{0, 1}}), Isometry3d::Identity());
    const Robot robot({.links = {{"base"}, {"rod", {rod}}},
                       .joints = {{.name = "ball", .type = Joint::Type::ball, .parent = "base", .child = "rod"}}});
    JointMotion motion = {robot.zero(), robot.zero()};
    const Vector3d axis = Vector3d(1, 0, 1).normalized();
    const double angle = 0.9 * pi;
    motion.to.head<3>() = std::sin(0.5 * angle) * axis;
    motion.to[3] = std::cos(0.5 * angle);
    // x of the tip is (1 - cos) / 2.
    const Answer answer = checked(robot, motion, {.objects = {wall_at(0.25)}});
    expect_time(answer, (pi / 3.0) / angle, 0.5 * angle * std::sin(pi / 3.0));
    // The other quaternion is the same orientation.
    JointMotion other = motion;
    other.to = -other.to;
    EXPECT_NEAR(checked(robot, other, {.objects = {wall_at(0.25)}}).safe_until, answer.safe_until, 1e-12);
}

TEST(RobotContactTimes, AFloatingBodyIsARigidOne)
{
    const TriangleMesh mesh = box({.lengths = {1.0, 0.6, 0.3}}).mesh();
    const RobotShape shape = mesh_shape(mesh, Isometry3d::Identity());
    const Robot robot(
        {.links = {{"world"}, {"body", {shape}}},
         .joints = {{.name = "free", .type = Joint::Type::floating, .parent = "world", .child = "body"}}});
    JointMotion motion = {robot.zero(), robot.zero()};
    motion.from.head<3>() = Vector3d(-2.0, 0.1, 0.2);
    const Eigen::Quaterniond end(Eigen::AngleAxisd(2.5, Vector3d(1, 2, 3).normalized()));
    motion.to << 2.0, 0.3, -0.1, end.x(), end.y(), end.z(), end.w();
    const Answer answer =
        checked(robot, motion, {.objects = {{.name = "other", .shapes = {shape}, .pose = at(0.4, 0, 0)}}});
    RigidMotion rigid = {.from = at(-2.0, 0.1, 0.2), .to = at(2.0, 0.3, -0.1)};
    rigid.to.linear() = end.toRotationMatrix();
    const RigidBody body(mesh);
    const Answer expected = first_contact(body, rigid, body, at_rest(at(0.4, 0, 0)), {.threshold = threshold});
    ASSERT_EQ(expected.outcome, Outcome::contact);
    ASSERT_EQ(answer.outcome, Outcome::contact);
    EXPECT_NEAR(answer.safe_until, expected.safe_until, 1e-10);
    EXPECT_LE((answer.contact->point - expected.contact->point).norm(), 1e-8);
}

TEST(RobotContactTimes, AGripperClosesOnABox)
{
    const RobotShape finger = box_shape({0.2, 0.2, 1.0}, at(0, 0, 0.5));
    const Robot robot({.links = {{"palm"}, {"left", {finger}}, {"right", {finger}}},
                       .joints = {{.name = "close",
                                   .type = Joint::Type::prismatic,
                                   .parent = "palm",
                                   .child = "left",
                                   .origin = at(-1, 0, 0)},
                                  {.name = "follow",
                                   .type = Joint::Type::prismatic,
                                   .parent = "palm",
                                   .child = "right",
                                   .origin = at(1, 0, 0),
                                   .mimic = Joint::Mimic{.joint = "close", .multiplier = -2.0}}}});
    // Gaps of 0.9 - 0.25 and, at twice the speed, of 0.9 - 0.1.
    const RobotScene scene = {.objects = {{.name = "part", .shapes = {box_shape({0.35, 1, 1}, at(-0.075, 0, 0.5))}}}};
    const Answer answer = checked(robot, {one(0.0), one(1.0)}, scene);
    expect_time(answer, 0.4, 2.0);
    EXPECT_EQ(answer.pair->objects, (std::array<std::uint32_t, 2>{2, 3}));
    const Answers all = all_contacts(RobotChecker(robot, scene, {.threshold = threshold}), {one(0.0), one(1.0)});
    const std::vector<Answer> pairs = support::answers_of_pairs(all, 1.0);
    ASSERT_EQ(pairs.size(), 3U);
    EXPECT_EQ(all.contacts.size(), 3U);
    EXPECT_NEAR(pairs[0].safe_until, 0.4, 1e-9);
    EXPECT_NEAR(pairs[1].safe_until, 1.8 / 3.0, 1e-9);  // the fingers, through the part
    EXPECT_NEAR(pairs[2].safe_until, 0.65, 1e-9);
    EXPECT_EQ(pairs[2].pair->objects, (std::array<std::uint32_t, 2>{1, 3}));
}

TEST(RobotContactTimes, AFoldedChainTouchesItself)
{
    // A triangle closes: the outer two joints turn by 120 degrees each, at which the tip meets the first link's base.
    const Robot robot = planar_arm(3);
    const JointMotion motion = {Vector3d::Zero(), Vector3d(0.3, 0.8 * pi, 0.8 * pi)};
    const Answer answer = checked(robot, motion, {});
    ASSERT_EQ(answer.outcome, Outcome::contact);
    EXPECT_EQ(answer.pair->objects, (std::array<std::uint32_t, 2>{1, 3}));
    // The tip meets the base's end of the first link when 1 + e^ia + e^2ia = 0: a = 2 pi / 3.
    EXPECT_NEAR(answer.safe_until, (2.0 / 3.0) / 0.8, 1e-9);
    RobotCheckOptions alone = {.self = false, .threshold = threshold};
    EXPECT_EQ(checked(robot, motion, {}, alone).outcome, Outcome::free);
}

TEST(RobotContactTimes, FourTurnsPastAnObstacle)
{
    // A rod in the plane z = 0 whose carrier also rises: it passes the obstacle three times before it is high enough.
    const RobotShape rod = mesh_shape(TriangleMesh({{0, 0, 0}, {1, 0, 0}}, {}, {{0, 1}}), Isometry3d::Identity());
    const Robot robot({.links = {{"base"}, {"lift"}, {"rod", {rod}}},
                       .joints = {{.name = "rise",
                                   .type = Joint::Type::prismatic,
                                   .parent = "base",
                                   .child = "lift",
                                   .axis = Vector3d::UnitZ()},
                                  {.name = "turn",
                                   .type = Joint::Type::continuous,
                                   .parent = "lift",
                                   .child = "rod",
                                   .axis = Vector3d::UnitZ()}}});
    const JointMotion motion = {Vector2d(0.0, 0.1), Vector2d(1.0, 0.1 + 8.0 * pi)};
    // A segment from (0.5, 0, 0.7) up: met when the angle is 6 pi, at (6 pi - 0.1) / 8 pi = 0.746 of the way.
    const TriangleMesh post({{0.5, 0, 0.7}, {0.5, 0, 2.0}}, {}, {{0, 1}});
    const RobotScene scene = {.objects = {{.name = "post", .shapes = {mesh_shape(post, Isometry3d::Identity())}}}};
    expect_time(checked(robot, motion, scene), (6.0 * pi - 0.1) / (8.0 * pi), 4.0 * pi);
    const TriangleMesh high({{0.5, 0, 0.999}, {0.5, 0, 2.0}}, {}, {{0, 1}});
    const RobotScene above = {.objects = {{.name = "post", .shapes = {mesh_shape(high, Isometry3d::Identity())}}}};
    EXPECT_EQ(checked(robot, motion, above).outcome, Outcome::free);
}

TEST(RobotContactTimes, PlanarAndUniversalJoints)
{
    const RobotShape rod = mesh_shape(TriangleMesh({{0, 0, 0}, {1, 0, 0}}, {}, {{0, 1}}), Isometry3d::Identity());
    // Slides along x by 2 while it turns by a half turn about z: the tip is at 2 t + cos(pi t).
    const Robot plane({.links = {{"floor"}, {"puck", {rod}}},
                       .joints = {{.name = "slide",
                                   .type = Joint::Type::planar,
                                   .parent = "floor",
                                   .child = "puck",
                                   .axis = Vector3d::UnitZ()}}});
    // Its greatest x on the way is at sin(pi t) = 2 / pi; the base passes 1.5 later, at t = 0.75.
    const double top = std::asin(2.0 / pi) / pi, reach = 2.0 * top + std::cos(pi * top);
    const JointMotion slide = {Vector3d::Zero(), Vector3d(2, 0, pi)};
    EXPECT_LT(reach, 1.5);
    expect_time(checked(plane, slide, {.objects = {wall_at(1.5)}}), 0.75, 2.0);
    // First about z by a quarter, then about y (turned along) by a quarter: the tip is at (cos a cos b, sin a cos b, -sin b).
    const Robot cross({.links = {{"fork"}, {"rod", {rod}}},
                       .joints = {{.name = "cross",
                                   .type = Joint::Type::universal,
                                   .parent = "fork",
                                   .child = "rod",
                                   .axis = Vector3d::UnitZ(),
                                   .second_axis = Vector3d::UnitY()}}});
    const Obstacle floor = {.name = "floor", .shapes = {box_shape({9, 9, 1}, at(0, 0, -1.0))}};
    expect_time(checked(cross, {Vector2d(0.2, 0.0), Vector2d(1.2, 0.5 * pi)}, {.objects = {floor}}), 1.0 / 3.0,
                0.5 * pi * std::cos(pi / 6.0));
}

}  // namespace
}  // namespace tocca::contact_times_test
