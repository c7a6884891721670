// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/robot_recorder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/poses.hpp"
#include "tocca/robot/configuration.hpp"

namespace tocca::robot_recorder_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using support::at;

/// Two rods of length 1 in the plane z = 0, the second with a ball at its end, and something to run into.
RobotChecker arm_checker()
{
    const Vector3d rod(1.0, 0.1, 0.1);
    Robot robot(
        {.name = "arm",
         .links = {{.name = "base"},
                   {.name = "upper", .shapes = {box_shape(rod, at(0.5, 0, 0))}},
                   {.name = "lower", .shapes = {box_shape(rod, at(0.5, 0, 0)), sphere_shape(0.2, at(1, 0, 0))}}},
         .joints = {{.name = "shoulder",
                     .type = Joint::Type::continuous,
                     .parent = "base",
                     .child = "upper",
                     .axis = Vector3d::UnitZ()},
                    {.name = "elbow",
                     .type = Joint::Type::continuous,
                     .parent = "upper",
                     .child = "lower",
                     .origin = at(1.2, 0, 0),
                     .axis = Vector3d::UnitZ()}}});
    RobotScene scene;
    scene.objects.push_back(
        {.name = "wall", .shapes = {box_shape(Vector3d(1, 1, 1), Isometry3d::Identity())}, .pose = at(0, 2.2, 0)});
    return RobotChecker(std::move(robot), std::move(scene));
}

VectorXd values(double shoulder, double elbow) { return (VectorXd(2) << shoulder, elbow).finished(); }

TEST(RobotRecorder, ShapesAreBodiesAndTheContactIsWhereItWasFound)
{
    const RobotChecker checker = arm_checker();
    RobotRecorder recorder("arm", checker);
    const JointMotion motion{.from = values(0, 0), .to = values(2.5, 0)};
    const Answer answer = first_contact(checker, motion);
    ASSERT_TRUE(answer.contact);
    recorder.add_edge(motion, {.outcome = answer.outcome, .safe_until = answer.safe_until},
                      std::vector{*answer.contact});
    const RecordedMotion recorded = recorder.motion();
    check(recorded);
    ASSERT_EQ(recorded.bodies.size(), 4U);
    EXPECT_EQ(recorded.bodies[0].name, "upper");
    EXPECT_EQ(recorded.bodies[1].name, "lower 0");
    EXPECT_EQ(recorded.bodies[2].name, "lower 1");
    EXPECT_EQ(recorded.bodies[3].name, "wall");
    EXPECT_TRUE(recorded.bodies[3].poses.empty());
    ASSERT_EQ(recorded.contacts.size(), 1U);

    const Contact& contact = recorded.contacts[0].contact;
    EXPECT_TRUE((contact.objects[0] == 2) != (contact.objects[1] == 2)) << "the ball goes first";
    EXPECT_TRUE((contact.objects[0] == 3) != (contact.objects[1] == 3));
    // The padding is of the ball alone: the wall's features are at the point of contact.
    const std::size_t wall = contact.objects[0] == 3 ? 0 : 1;
    const std::size_t split = contact.kind == PairKind::vertex_face ? 1 : 2;
    const auto points = positions_at(recorded, 3, contact.toc.lower);
    Vector3d place = Vector3d::Zero();
    for (std::size_t i = wall == 0 ? 0 : split; i < (wall == 0 ? split : 4); ++i) {
        const Point& point = points[contact.vertices[i]];
        place += contact.weights[i] * Vector3d(point[0], point[1], point[2]);
    }
    const Point centre = positions_at(recorded, 2, contact.toc.lower)[0];
    EXPECT_NEAR((place - Vector3d(centre[0], centre[1], centre[2])).norm(), 0.2, 1e-4);
}

TEST(RobotRecorder, EdgesThatDoNotFollowAreCuts)
{
    const RobotChecker checker = arm_checker();
    RobotRecorder recorder("arm", checker);
    recorder.place(values(0, 0));
    check(recorder.motion());
    recorder.add_edge({.from = values(0, 0), .to = values(0.01, 0)}, {}, {});
    recorder.add_edge({.from = values(0.01, 0), .to = values(0.02, 0)}, {}, {});
    recorder.add_edge({.from = values(0.5, 0.5), .to = values(0.5, 0.5)}, {}, {});
    const RecordedMotion motion = recorder.motion();
    check(motion);
    std::size_t cuts = 0;
    for (std::size_t i = 1; i < motion.key_times.size(); ++i) cuts += motion.key_times[i] == motion.key_times[i - 1];
    EXPECT_EQ(cuts, 1U);
}

TEST(RobotRecorder, ConfigurationsTurnTheShorterWay)
{
    Robot robot({.name = "ball",
                 .links = {{.name = "base"}, {.name = "free"}},
                 .joints = {{.name = "j", .type = Joint::Type::floating, .parent = "base", .child = "free"}}});
    const double half = std::numbers::sqrt2 / 2;
    JointMotion motion{.from = robot.zero(), .to = robot.zero()};
    motion.to << 2, 0, 0, 0, 0, -half, -half;  // a quarter about z, with the other sign
    const VectorXd middle = configuration_at(robot, motion, 0.5);
    EXPECT_NEAR(middle[0], 1.0, 1e-12);
    EXPECT_NEAR(std::abs(middle[5]), std::sin(std::numbers::pi / 8), 1e-12);
    EXPECT_NEAR(std::abs(middle[6]), std::cos(std::numbers::pi / 8), 1e-12);
    EXPECT_EQ(configuration_at(robot, motion, 1.0), motion.to);
    EXPECT_EQ(configuration_at(robot, motion, 0.0), motion.from);
}

}  // namespace
}  // namespace tocca::robot_recorder_test
