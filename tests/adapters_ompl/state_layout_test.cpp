// SPDX-License-Identifier: Apache-2.0
#include "adapters/ompl/state_layout.hpp"

#include <gtest/gtest.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/spaces/DiscreteStateSpace.h>
#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>
#include <ompl/base/spaces/SO3StateSpace.h>
#include <ompl/geometric/PathGeometric.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "adapters/ompl/planning_problems.hpp"
#include "adapters/ompl/robot_state_space.hpp"
#include "adapters_ompl/chain.hpp"
#include "scenes/seeded_random.hpp"
#include "tocca/base/error.hpp"
#include "tocca/motion/rigid_path.hpp"

namespace tocca::planning::state_layout_test {
namespace {

namespace ob = ::ompl::base;
namespace og = ::ompl::geometric;
using Eigen::Isometry3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double pi = std::numbers::pi;
VectorXd random_configuration(const Robot& robot, scenes::SeededRandom& random)
{
    VectorXd values(static_cast<Eigen::Index>(robot.value_count()));
    for (double& value : values) value = random.between(-1.9, 1.9);
    for (std::size_t joint = 0; joint < robot.joints().size(); ++joint) {
        const Joint::Type type = robot.joints()[joint].type;
        if (type != Joint::Type::ball && type != Joint::Type::floating) continue;
        const auto first = static_cast<Eigen::Index>(robot.first_value(joint) + value_count(type) - 4);
        values.segment<4>(first).normalize();
    }
    return values;
}

double greatest_difference(const std::vector<Isometry3d>& a, const std::vector<Isometry3d>& b)
{
    double greatest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        greatest = std::max(greatest, (a[i].matrix() - b[i].matrix()).lpNorm<Eigen::Infinity>());
    return greatest;
}

TEST(StateLayout, StatesAndConfigurationsAreTheSame)
{
    const Robot robot = chain_of(all_types);
    const StateLayout layout(robot, robot_state_space(robot, {}, room));
    const auto information = std::make_shared<ob::SpaceInformation>(layout.space());
    scenes::SeededRandom random(1);
    ob::ScopedState<> state(information);
    for (int i = 0; i < 100; ++i) {
        const VectorXd configuration = random_configuration(robot, random);
        layout.write(configuration, state.get());
        EXPECT_EQ(layout.configuration(state.get()), configuration);
        EXPECT_TRUE(information->satisfiesBounds(state.get()));
    }
    EXPECT_THROW(layout.write(VectorXd::Zero(3), state.get()), std::invalid_argument);
}

TEST(StateLayout, SomeJointsInAnyOrder)
{
    const Robot arm = six_axis_arm();
    VectorXd held(6);
    held << 1, 2, 3, 4, 5, 6;
    const PlannedJoints planned = {.joints = {"wrist_3_joint", "shoulder_joint"}, .held = held};
    const StateLayout layout(arm, robot_state_space(arm, planned), planned);
    ob::ScopedState<ob::RealVectorStateSpace> state(layout.space());
    state->values[0] = 0.25;
    state->values[1] = 0.5;
    VectorXd expected = held;
    expected[5] = 0.25;
    expected[0] = 0.5;
    EXPECT_EQ(layout.configuration(state.get()), expected);
    EXPECT_THROW(StateLayout(arm, layout.space(), {.joints = planned.joints, .held = VectorXd(VectorXd::Zero(2))}),
                 std::invalid_argument);
}

TEST(StateLayout, MovesAsOmplInterpolates)
{
    const Robot robot = chain_of(all_types);
    const StateLayout layout(robot, robot_state_space(robot, {}, room));
    const auto information = std::make_shared<ob::SpaceInformation>(layout.space());
    const ob::StateSamplerPtr sampler = layout.space()->allocDefaultStateSampler();
    scenes::SeededRandom random(2);
    ob::ScopedState<> from(information), to(information), theirs(information), ours(information);
    for (int i = 0; i < 200; ++i) {
        sampler->sampleUniform(from.get());
        sampler->sampleUniform(to.get());
        const JointMotion motion = layout.motion(from.get(), to.get());
        EXPECT_EQ(motion.from, layout.configuration(from.get()));
        EXPECT_LT(greatest_difference(robot.poses(motion.to), robot.poses(layout.configuration(to.get()))), 1e-14);
        const double t = random.unit();
        layout.space()->interpolate(from.get(), to.get(), t, theirs.get());
        layout.interpolate(motion, t, ours.get());
        EXPECT_LT(greatest_difference(robot.poses(layout.configuration(ours.get())),
                                      robot.poses(layout.configuration(theirs.get()))),
                  1e-7);
    }
}

/// SE3StateSpace moves a body as tocca's rigid motions do: its origin in a straight line, turning about it at a constant
/// rate the shorter way round.
TEST(StateLayout, FlyingBodyMovesAsARigidBody)
{
    const Robot robot = chain_of({Joint::Type::floating});
    const StateLayout layout(robot, robot_state_space(robot, {}, room));
    const ob::StateSamplerPtr sampler = layout.space()->allocDefaultStateSampler();
    const Isometry3d origin = robot.joints()[0].origin;
    ob::ScopedState<> from(layout.space()), to(layout.space()), between(layout.space());
    for (int i = 0; i < 200; ++i) {
        sampler->sampleUniform(from.get());
        sampler->sampleUniform(to.get());
        const Isometry3d start = origin.inverse() * robot.poses(layout.configuration(from.get()))[1];
        const Isometry3d end = origin.inverse() * robot.poses(layout.configuration(to.get()))[1];
        const RigidPath path(RigidMotion{.from = start, .to = end});
        for (const double t : {0.1, 0.5, 0.75}) {
            layout.space()->interpolate(from.get(), to.get(), t, between.get());
            const Isometry3d pose = origin.inverse() * robot.poses(layout.configuration(between.get()))[1];
            EXPECT_LT((path.at(t).rotation - pose.linear()).norm(), 1e-7);
            EXPECT_LT((path.at(t).origin - pose.translation()).norm(), 1e-12);
        }
    }
}

TEST(StateLayout, SmallTurnsAreNotLeftOut)
{
    const Robot robot = chain_of({Joint::Type::ball});
    const StateLayout layout(robot, robot_state_space(robot));
    ob::ScopedState<> state(layout.space());
    VectorXd from = robot.zero(), to = robot.zero();
    to << 0, 0, 2e-5, 1;
    layout.interpolate({from, to}, 0.5, state.get());
    EXPECT_NEAR(layout.configuration(state.get())[2], 1e-5, 1e-14);
}

TEST(StateLayout, AnglesGoTheShorterWayRound)
{
    const Robot robot = chain_of({Joint::Type::continuous});
    const StateLayout layout(robot, robot_state_space(robot));
    const auto information = std::make_shared<ob::SpaceInformation>(layout.space());
    ob::ScopedState<ob::SO2StateSpace> from(layout.space()), to(layout.space());
    from->value = 3.0;
    to->value = -3.0;
    EXPECT_EQ(layout.motion(from.get(), to.get()).to[0], -3.0 + 2 * pi);
    EXPECT_EQ(layout.motion(to.get(), from.get()).to[0], 3.0 - 2 * pi);
    from->value = -1.0;
    EXPECT_EQ(layout.motion(from.get(), to.get()).to[0], -3.0);
    from->value = -pi;
    to->value = 0.0;
    EXPECT_EQ(layout.motion(from.get(), to.get()).to[0], 0.0);

    // Three times round: the rows of the path go on.
    og::PathGeometric path(information);
    for (int i = 0; i < 13; ++i) {
        layout.write(VectorXd::Constant(1, 0.5 * pi * i - 0.1), to.get());
        EXPECT_TRUE(information->satisfiesBounds(to.get()));
        path.append(to.get());
    }
    const Eigen::MatrixXd rows = layout.path(path);
    for (int i = 0; i < 13; ++i) EXPECT_NEAR(rows(i, 0), 0.5 * pi * i - 0.1, 1e-14);
}

TEST(StateLayout, AnglesAreBroughtWithinATurn)
{
    const Robot robot = chain_of({Joint::Type::continuous});
    const StateLayout layout(robot, robot_state_space(robot));
    ob::ScopedState<ob::SO2StateSpace> state(layout.space());
    for (const double angle : {-pi, std::nextafter(pi, 0.0), 0.0, 1.0}) {
        layout.write(VectorXd::Constant(1, angle), state.get());
        EXPECT_EQ(state->value, angle);
    }
    for (const double angle : {pi, -4.0, 4.0, 100.0, 3 * pi, -3 * pi, 1e6}) {
        layout.write(VectorXd::Constant(1, angle), state.get());
        EXPECT_TRUE(layout.space()->satisfiesBounds(state.get())) << angle;
        EXPECT_NEAR(std::cos(state->value), std::cos(angle), 1e-9);
        EXPECT_NEAR(std::sin(state->value), std::sin(angle), 1e-9);
    }
}

TEST(StateLayout, TakesSpacesOfOthers)
{
    const Robot body = chain_of({Joint::Type::floating});
    const auto pose = std::make_shared<ob::SE3StateSpace>();
    EXPECT_EQ(StateLayout(body, pose).space(), pose);
    const Robot arm = six_axis_arm();
    EXPECT_NO_THROW(StateLayout(arm, std::make_shared<ob::RealVectorStateSpace>(6)));
    const auto two = std::make_shared<ob::CompoundStateSpace>();
    two->addSubspace(std::make_shared<ob::RealVectorStateSpace>(5), 1.0);
    two->addSubspace(std::make_shared<ob::SO2StateSpace>(), 1.0);
    EXPECT_NO_THROW(StateLayout(arm, two));
}

TEST(StateLayout, RefusesSpacesThatDoNotFit)
{
    const Robot arm = six_axis_arm();
    EXPECT_THROW(StateLayout(arm, nullptr), std::invalid_argument);
    EXPECT_THROW(StateLayout(arm, std::make_shared<ob::RealVectorStateSpace>(5)), std::invalid_argument);
    EXPECT_THROW(StateLayout(arm, std::make_shared<ob::RealVectorStateSpace>(7)), std::invalid_argument);
    EXPECT_THROW(StateLayout(arm, std::make_shared<ob::SE3StateSpace>()), std::invalid_argument);
    const Robot ball = chain_of({Joint::Type::ball});
    EXPECT_THROW(StateLayout(ball, std::make_shared<ob::RealVectorStateSpace>(4)), std::invalid_argument);
    const Robot slider = chain_of({Joint::Type::prismatic});
    EXPECT_THROW(StateLayout(slider, std::make_shared<ob::SO2StateSpace>()), std::invalid_argument);
    EXPECT_THROW(StateLayout(slider, std::make_shared<ob::DiscreteStateSpace>(0, 9)), std::invalid_argument);
    // A car goes from place to place in another way.
    const Robot plane = chain_of({Joint::Type::planar});
    EXPECT_NO_THROW(StateLayout(plane, std::make_shared<ob::SE2StateSpace>()));
    EXPECT_THROW(StateLayout(plane, std::make_shared<ob::DubinsStateSpace>(1.0)), std::invalid_argument);
}

TEST(StateLayout, HeldValuesMustBeAConfiguration)
{
    const Robot arm = six_axis_arm();
    const auto with = [&](double value) {
        const PlannedJoints planned = {.joints = {"shoulder_joint"}, .held = VectorXd(VectorXd::Constant(6, value))};
        return StateLayout(arm, robot_state_space(arm, planned), planned);
    };
    EXPECT_NO_THROW((void)with(1e300));
    EXPECT_THROW((void)with(std::nan("")), Error);
    EXPECT_THROW((void)with(INFINITY), Error);
}

}  // namespace
}  // namespace tocca::planning::state_layout_test
