// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/robot_scene.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/poses.hpp"
#include "tocca/base/error.hpp"

namespace tocca::robot_scene_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using support::at;

Robot gripper()
{
    const RobotShape ball = sphere_shape(0.1, Isometry3d::Identity());
    return Robot({.name = "gripper",
                  .links = {{"wrist", {ball}}, {"left", {ball}}, {"right", {ball}}},
                  .joints = {{.name = "close", .type = Joint::Type::prismatic, .parent = "wrist", .child = "left"},
                             {.name = "follow",
                              .type = Joint::Type::prismatic,
                              .parent = "wrist",
                              .child = "right",
                              .mimic = Joint::Mimic{.joint = "close", .multiplier = -1.0}}},
                  .allowed = {{"left", "right", "fingers"}}});
}

ErrorCode code_of(const auto& call)
{
    try {
        call();
    } catch (const Error& error) {
        return error.code();
    }
    ADD_FAILURE() << "no error";
    return ErrorCode::interrupted;
}

TEST(Attach, TheObjectIsALinkThatMovesAlong)
{
    const AttachedObject part = {.name = "part",
                                 .link = "left",
                                 .shapes = {box_shape({1, 1, 1}, Isometry3d::Identity())},
                                 .pose = at(0, 0, 2),
                                 .touch_links = {"right"}};
    const Robot robot = attach(gripper(), part);
    const LinkId link = robot.find_link("part").value();
    EXPECT_EQ(robot.links().size(), 4U);
    EXPECT_EQ(robot.links()[link].shapes.size(), 1U);
    EXPECT_EQ(robot.value_count(), 1U);
    EXPECT_EQ(robot.parent(link), robot.find_link("left"));
    EXPECT_EQ(robot.poses(VectorXd::Constant(1, 0.5))[link].translation(), Vector3d(0.5, 0, 2));
    const LinkId wrist = *robot.find_link("wrist"), left = *robot.find_link("left"), right = *robot.find_link("right");
    EXPECT_TRUE(robot.allowed(link, left));
    EXPECT_TRUE(robot.allowed(link, right));
    EXPECT_FALSE(robot.allowed(link, wrist));
    EXPECT_TRUE(robot.allowed(left, right));
    for (const Robot::AllowedPair& pair : robot.allowed_pairs()) {
        if (pair.a == right && pair.b == link) {
            EXPECT_EQ(pair.reason, "attached");
        }
        if (pair.a == left && pair.b == right) {
            EXPECT_EQ(pair.reason, "fingers");
        }
    }
}

TEST(Attach, NamesMustFit)
{
    const auto code = [](const AttachedObject& object) { return code_of([&] { (void)attach(gripper(), object); }); };
    EXPECT_EQ(code({.name = "part", .link = "nobody"}), ErrorCode::malformed_robot);
    EXPECT_EQ(code({.name = "wrist", .link = "left"}), ErrorCode::malformed_robot);
    EXPECT_EQ(code({.name = "", .link = "left"}), ErrorCode::malformed_robot);
    EXPECT_EQ(code({.name = "part", .link = "left", .touch_links = {"nobody"}}), ErrorCode::malformed_robot);
    Isometry3d scaled = Isometry3d::Identity();
    scaled.linear() *= 1.1;
    EXPECT_EQ(code({.name = "part", .link = "left", .pose = scaled}), ErrorCode::not_a_rotation);
}

TEST(Attach, SeveralObjectsOnOneLink)
{
    Robot robot = gripper();
    for (const char* name : {"one", "two"})
        robot = attach(robot, {.name = name, .link = "left", .shapes = {sphere_shape(0.1, at(0, 0, 1))}});
    // Nothing moves between them.
    EXPECT_TRUE(robot.allowed(*robot.find_link("one"), *robot.find_link("two")));
    robot = attach(robot, {.name = "three", .link = "two"});
    EXPECT_EQ(robot.parent(*robot.find_link("three")), robot.find_link("two"));
}

TEST(Join, RobotsStandAtTheirPlaces)
{
    const Robot both =
        join({{gripper(), at(10, 0, 0), "a"}, {gripper(), at(0, 20, 0), "b"}, {gripper(), at(0, 0, 30), ""}});
    EXPECT_EQ(both.links().size(), 10U);
    EXPECT_EQ(both.value_count(), 3U);
    EXPECT_EQ(both.value_name(0), "a/close");
    EXPECT_EQ(both.value_name(1), "b/close");
    EXPECT_EQ(both.value_name(2), "close");
    const std::vector<Isometry3d> poses = both.poses(Vector3d(1, 2, 3));
    EXPECT_EQ(poses[*both.find_link("a/left")].translation(), Vector3d(11, 0, 0));
    EXPECT_EQ(poses[*both.find_link("b/right")].translation(), Vector3d(-2, 20, 0));
    EXPECT_EQ(poses[*both.find_link("right")].translation(), Vector3d(-3, 0, 30));
    EXPECT_TRUE(both.allowed(*both.find_link("a/left"), *both.find_link("a/right")));
    EXPECT_FALSE(both.allowed(*both.find_link("a/left"), *both.find_link("b/left")));
    // Both stand still.
    EXPECT_TRUE(both.allowed(*both.find_link("a/wrist"), *both.find_link("b/wrist")));
}

TEST(Join, NamesMustNotMeet)
{
    EXPECT_EQ(code_of([] { (void)join({{gripper()}, {gripper()}}); }), ErrorCode::malformed_robot);
    EXPECT_EQ(code_of([] {
                  (void)join({{gripper(), at(0, 0, 0), "x"}, {gripper(), at(0, 0, 0), "x"}});
              }),
              ErrorCode::malformed_robot);
    const Robot ground({.links = {{"ground"}}});
    EXPECT_EQ(join({{ground}}).links().size(), 2U);
}

TEST(RobotShapes, LengthsMustBePositive)
{
    const Isometry3d here = Isometry3d::Identity();
    for (const double length :
         {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        EXPECT_THROW((void)box_shape({1.0, length, 1.0}, here), std::invalid_argument);
        EXPECT_THROW((void)sphere_shape(length, here), std::invalid_argument);
        EXPECT_THROW((void)cylinder_shape(length, 1.0, here), std::invalid_argument);
        EXPECT_THROW((void)cylinder_shape(1.0, length, here), std::invalid_argument);
        EXPECT_THROW((void)capsule_shape(length, 1.0, here), std::invalid_argument);
        EXPECT_THROW((void)capsule_shape(1.0, length, here), std::invalid_argument);
    }
    Isometry3d broken = here;
    broken.linear()(0, 0) = -1.0;
    EXPECT_EQ(code_of([&] { (void)box_shape({1, 1, 1}, broken); }), ErrorCode::not_a_rotation);
}

TEST(RobotShapes, ACylinderIsWithinItsPrism)
{
    const RobotShape shape = cylinder_shape(2.0, 3.0, at(1, 2, 3));
    EXPECT_TRUE(shape.body->solid());
    EXPECT_EQ(shape.padding, 0.0);
    for (const Point& p : shape.body->mesh().positions()) {
        const double radius = std::hypot(p[0] - 1.0, p[1] - 2.0);
        EXPECT_NEAR(std::abs(p[2] - 3.0), 1.5, 1e-12);
        if (radius > 1e-9) {
            EXPECT_GE(radius, 2.0);
            EXPECT_LE(radius, 2.0 * 1.0013);
        }
    }
    // The middles of the sides touch the cylinder from outside.
    for (const FaceVertices& face : shape.body->mesh().faces()) {
        std::array<Vector3d, 3> corners;
        for (std::size_t k = 0; k < 3; ++k) {
            const Point& p = shape.body->mesh().positions()[face[k]];
            corners[k] = Vector3d(p[0] - 1.0, p[1] - 2.0, p[2] - 3.0);
        }
        const Vector3d normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
        if (std::abs(normal.z()) < 0.5) {
            EXPECT_GE(normal.dot(corners[0]), 2.0 - 1e-12);
        } else {
            EXPECT_NEAR(normal.dot(corners[0]), 1.5, 1e-12);
        }
    }
}

TEST(RobotShapes, SpheresAndCapsulesArePadded)
{
    const RobotShape sphere = sphere_shape(0.5, at(1, 2, 3));
    EXPECT_EQ(sphere.padding, 0.5);
    ASSERT_EQ(sphere.body->mesh().positions().size(), 1U);
    EXPECT_EQ(sphere.body->mesh().positions()[0], (Point{1, 2, 3}));
    const RobotShape capsule = capsule_shape(0.5, 4.0, at(0, 0, 1));
    EXPECT_EQ(capsule.padding, 0.5);
    ASSERT_EQ(capsule.body->mesh().positions().size(), 2U);
    EXPECT_EQ(capsule.body->mesh().positions()[0][2], -1.0);
    EXPECT_EQ(capsule.body->mesh().positions()[1][2], 3.0);
    EXPECT_EQ(capsule.body->primitives().size(), 1U);
}

TEST(RobotShapes, MeshesAreScaledThenPlaced)
{
    const TriangleMesh triangle({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2}});
    const RobotShape shape = mesh_shape(triangle, at(10, 20, 30), {2, -3, 4});
    EXPECT_EQ(shape.body->mesh().positions()[1], (Point{10, 17, 30}));
    EXPECT_FALSE(shape.body->solid());
    EXPECT_THROW((void)mesh_shape(triangle, at(0, 0, 0), {1, 1, 1}, {.solid = true}), Error);
}

}  // namespace
}  // namespace tocca::robot_scene_test
