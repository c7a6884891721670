// SPDX-License-Identifier: Apache-2.0
#include "adapters/ompl/robot_state_space.hpp"

#include <gtest/gtest.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>

#include "adapters/ompl/planning_problems.hpp"
#include "adapters_ompl/chain.hpp"

namespace tocca::planning::robot_state_space_test {
namespace {

namespace ob = ::ompl::base;
constexpr double pi = std::numbers::pi;

TEST(RobotStateSpace, ArmIsARealVectorInItsLimits)
{
    const ob::StateSpacePtr space = robot_state_space(six_axis_arm());
    ASSERT_EQ(space->getType(), ob::STATE_SPACE_REAL_VECTOR);
    EXPECT_EQ(space->getDimension(), 6U);
    const auto& real = *space->as<ob::RealVectorStateSpace>();
    EXPECT_EQ(real.getBounds().low.at(3), -pi);
    EXPECT_EQ(real.getBounds().high.at(3), pi);
    EXPECT_EQ(real.getDimensionName(1), "upper_arm_joint");
}

TEST(RobotStateSpace, EveryTypeOfJointHasItsPart)
{
    EXPECT_EQ(robot_state_space(chain_of({Joint::Type::continuous}))->getType(), ob::STATE_SPACE_SO2);
    EXPECT_EQ(robot_state_space(chain_of({Joint::Type::revolute}))->getType(), ob::STATE_SPACE_SO2);
    EXPECT_EQ(robot_state_space(chain_of({Joint::Type::ball}))->getType(), ob::STATE_SPACE_SO3);
    EXPECT_EQ(robot_state_space(chain_of({Joint::Type::floating}), {}, room)->getType(), ob::STATE_SPACE_SE3);
    EXPECT_EQ(robot_state_space(chain_of({Joint::Type::planar}), {}, room)->getType(), ob::STATE_SPACE_SE2);
    EXPECT_EQ(robot_state_space(chain_of({Joint::Type::universal}))->as<ob::CompoundStateSpace>()->getSubspaceCount(),
              2U);
    EXPECT_EQ(
        robot_state_space(chain_of({Joint::Type::prismatic, Joint::Type::fixed, Joint::Type::prismatic}), {}, room)
            ->getDimension(),
        2U);
    const ob::StateSpacePtr all = robot_state_space(chain_of(all_types), {}, room);
    EXPECT_EQ(all->as<ob::CompoundStateSpace>()->getSubspaceCount(), 9U);
    EXPECT_EQ(all->getDimension(), 1U + 1 + 6 + 1 + 3 + 3 + 2 + 1);
}

TEST(RobotStateSpace, BoundsOfValues)
{
    const Robot turning = chain_of({Joint::Type::continuous});
    const ob::StateSpacePtr bounded = robot_state_space(turning, {}, {.values = {{"j0", {-9.0, 9.0}}}});
    ASSERT_EQ(bounded->getType(), ob::STATE_SPACE_REAL_VECTOR);
    EXPECT_EQ(bounded->as<ob::RealVectorStateSpace>()->getBounds().high.at(0), 9.0);
    const Robot plane = chain_of({Joint::Type::planar});
    EXPECT_EQ(
        robot_state_space(plane, {}, {.values = {{"j0.angle", {-1, 1}}}, .lengths = Joint::Limits{-1, 1}})->getType(),
        ob::STATE_SPACE_REAL_VECTOR);
    const ob::StateSpacePtr flight = robot_state_space(chain_of({Joint::Type::floating}), {},
                                                       {.values = {{"j0.z", {0, 5}}}, .lengths = Joint::Limits{-1, 1}});
    EXPECT_EQ(flight->as<ob::SE3StateSpace>()->getBounds().high.at(2), 5.0);
    EXPECT_EQ(flight->as<ob::SE3StateSpace>()->getBounds().low.at(0), -1.0);
}

TEST(RobotStateSpace, RefusesWhatCannotBePlanned)
{
    const Robot arm = six_axis_arm();
    EXPECT_THROW((void)robot_state_space(arm, {.joints = {"elbow"}}), std::invalid_argument);
    EXPECT_THROW((void)robot_state_space(arm, {.joints = {"forearm_joint", "forearm_joint"}}), std::invalid_argument);
    EXPECT_THROW((void)robot_state_space(chain_of(all_types), {.joints = {"j2"}}), std::invalid_argument);
    EXPECT_THROW((void)robot_state_space(chain_of({Joint::Type::fixed})), std::invalid_argument);
    EXPECT_THROW((void)robot_state_space(chain_of({Joint::Type::prismatic})), std::invalid_argument);
    EXPECT_THROW((void)robot_state_space(chain_of({Joint::Type::floating})), std::invalid_argument);
    const auto with = [&](const std::string& value, double lower, double upper) {
        return robot_state_space(arm, {.joints = {"forearm_joint"}}, {.values = {{value, {lower, upper}}}});
    };
    EXPECT_NO_THROW((void)with("forearm_joint", -1, 1));
    EXPECT_THROW((void)with("forearm_joint", 1, 1), std::invalid_argument);
    EXPECT_THROW((void)with("forearm_joint", 1, -1), std::invalid_argument);
    EXPECT_THROW((void)with("forearm_joint", std::nan(""), 1), std::invalid_argument);
    EXPECT_THROW((void)with("forearm_joint", -INFINITY, 1), std::invalid_argument);
    EXPECT_THROW((void)with("shoulder_joint", -1, 1), std::invalid_argument);
    EXPECT_THROW((void)robot_state_space(chain_of({Joint::Type::ball}), {}, {.values = {{"j0.qx", {-1, 1}}}}),
                 std::invalid_argument);
}

TEST(RobotStateSpace, AngleThatIsFollowedByAFractionIsNoCircle)
{
    const auto space_with = [](double multiplier, Joint::Type type) {
        RobotParts parts;
        parts.links = {{"a"}, {"b"}, {"c"}};
        parts.joints.push_back({.name = "j", .type = Joint::Type::continuous, .parent = "a", .child = "b"});
        parts.joints.push_back({.name = "k",
                                .type = type,
                                .parent = "b",
                                .child = "c",
                                .mimic = Joint::Mimic{.joint = "j", .multiplier = multiplier}});
        return robot_state_space(Robot(std::move(parts)))->getType();
    };
    EXPECT_EQ(space_with(-2.0, Joint::Type::revolute), ob::STATE_SPACE_SO2);
    EXPECT_EQ(space_with(0.5, Joint::Type::revolute), ob::STATE_SPACE_REAL_VECTOR);
    EXPECT_EQ(space_with(1.0, Joint::Type::prismatic), ob::STATE_SPACE_REAL_VECTOR);
}

}  // namespace
}  // namespace tocca::planning::robot_state_space_test
