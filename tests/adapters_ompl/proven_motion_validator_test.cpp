// SPDX-License-Identifier: Apache-2.0
#include "adapters/ompl/proven_motion_validator.hpp"

#include <gtest/gtest.h>
#include <ompl/base/DiscreteMotionValidator.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "adapters/ompl/planning_problems.hpp"
#include "adapters/ompl/robot_state_space.hpp"
#include "support/effort.hpp"
#include "tocca/base/error.hpp"

namespace tocca::planning::proven_motion_validator_test {
namespace {

namespace ob = ::ompl::base;
using Eigen::Isometry3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double pi = std::numbers::pi;

Obstacle box_at(const Vector3d& place, const Vector3d& lengths)
{
    return {.name = "box",
            .shapes = {box_shape(lengths, Isometry3d::Identity())},
            .pose = Isometry3d(Eigen::Translation3d(place))};
}

/// A body of a length on rails along x, from -10 to 10, and a plate of a thickness across its way that begins at x = 5.
RobotChecker body_on_rails(double length, double thickness, const RobotCheckOptions& options = {})
{
    RobotParts parts;
    parts.links = {{"rails"}, {"body", {box_shape({length, 1, 1}, Isometry3d::Identity())}}};
    parts.joints.push_back({.name = "x",
                            .type = Joint::Type::prismatic,
                            .parent = "rails",
                            .child = "body",
                            .axis = Vector3d::UnitX(),
                            .limits = Joint::Limits{-10, 10}});
    return {Robot(std::move(parts)), RobotScene{{box_at({5.0 + 0.5 * thickness, 0, 0}, {thickness, 3, 3})}}, options};
}

/// A bar that turns about z and reaches from 0.5 to 1.5, and a small cube at a distance of 1 in some direction.
RobotChecker turning_bar(double direction)
{
    RobotParts parts;
    parts.links = {{"post"}, {"bar", {box_shape({1, 0.1, 0.1}, Isometry3d(Eigen::Translation3d(1, 0, 0)))}}};
    parts.joints.push_back({.name = "angle",
                            .type = Joint::Type::continuous,
                            .parent = "post",
                            .child = "bar",
                            .axis = Vector3d::UnitZ()});
    return {Robot(std::move(parts)),
            RobotScene{{box_at({std::cos(direction), std::sin(direction), 0}, {0.1, 0.1, 0.1})}}};
}

/// A checker in OMPL, with states to ask about.
struct Setting {
    explicit Setting(const RobotChecker& checker, const QueryOptions& options = {}, const StateBounds& bounds = {})
        : layout(checker.robot(), robot_state_space(checker.robot(), {}, bounds)),
          information(std::make_shared<ob::SpaceInformation>(layout.space())),
          validator(prove_motions(information, layout, checker, options)),
          from(information),
          to(information),
          last(information)
    {
        information->setup();
    }

    bool check(double a, double b)
    {
        set(a, b);
        return information->checkMotion(from.get(), to.get());
    }

    void set(double a, double b)
    {
        layout.write(VectorXd::Constant(1, a), from.get());
        layout.write(VectorXd::Constant(1, b), to.get());
    }

    [[nodiscard]] double value(const ob::ScopedState<>& state) const { return layout.configuration(state.get())[0]; }

    StateLayout layout;
    ob::SpaceInformationPtr information;
    std::shared_ptr<ProvenMotionValidator> validator;
    ob::ScopedState<> from, to, last;
};

TEST(ProvenMotionValidator, SeesAThinPlate)
{
    Setting setting(body_on_rails(1, 1e-4));
    EXPECT_TRUE(setting.check(-9, 4.4));
    EXPECT_FALSE(setting.check(4.4, 5.6));
    EXPECT_FALSE(setting.check(-9, 9));
    EXPECT_FALSE(setting.check(9, -9));
    EXPECT_TRUE(setting.check(9, 5.6));
    EXPECT_TRUE(setting.check(2, 2));
    EXPECT_EQ(setting.validator->tally().proven, 3U);
    EXPECT_EQ(setting.validator->tally().refused, 3U);
    EXPECT_EQ(setting.validator->getValidMotionCount(), 3U);
    EXPECT_EQ(setting.validator->getInvalidMotionCount(), 3U);
}

/// OMPL's own validator looks at states 0.2 apart, between which a plate passes through a plate.
TEST(ProvenMotionValidator, SeesWhatSamplesMiss)
{
    const RobotChecker checker = body_on_rails(0.01, 0.01);
    Setting setting(checker);
    EXPECT_FALSE(setting.check(-9.05, 8.95));
    setting.information->setMotionValidator(std::make_shared<ob::DiscreteMotionValidator>(setting.information));
    EXPECT_TRUE(setting.check(-9.05, 8.95));
}

TEST(ProvenMotionValidator, LastValidIsTheFreePart)
{
    Setting setting(body_on_rails(1, 0.1));
    setting.set(-5.5, 8.5);
    std::pair<ob::State*, double> last = {setting.last.get(), -1.0};
    EXPECT_FALSE(setting.information->checkMotion(setting.from.get(), setting.to.get(), last));
    const double touches = 10.0 / 14.0;  // the body's face reaches x = 5
    EXPECT_LT(last.second, touches);
    EXPECT_GT(last.second, touches - 1e-4);
    EXPECT_NEAR(setting.value(setting.last), -5.5 + 14.0 * last.second, 1e-14);
    EXPECT_TRUE(setting.information->isValid(setting.last.get()));
    EXPECT_TRUE(setting.information->checkMotion(setting.from.get(), setting.last.get()));
    EXPECT_TRUE(setting.information->checkMotion(setting.last.get(), setting.from.get()));

    // Nothing to write to; and written over an end of the motion.
    const double time = last.second;
    last = {nullptr, -1.0};
    EXPECT_FALSE(setting.information->checkMotion(setting.from.get(), setting.to.get(), last));
    EXPECT_EQ(last.second, time);
    last = {setting.to.get(), -1.0};
    EXPECT_FALSE(setting.information->checkMotion(setting.from.get(), setting.to.get(), last));
    EXPECT_EQ(setting.value(setting.to), setting.value(setting.last));
}

TEST(ProvenMotionValidator, LastValidOfAFreeMotionIsLeftAlone)
{
    Setting setting(body_on_rails(1, 0.1));
    setting.set(-5, 4);
    setting.last = setting.from;
    std::pair<ob::State*, double> last = {setting.last.get(), -1.0};
    EXPECT_TRUE(setting.information->checkMotion(setting.from.get(), setting.to.get(), last));
    EXPECT_EQ(last.second, -1.0);
    EXPECT_EQ(setting.value(setting.last), -5.0);
}

TEST(ProvenMotionValidator, ContactAtTheStartLeavesTheStart)
{
    Setting setting(body_on_rails(1, 0.1));
    setting.set(5.0, 9.0);
    std::pair<ob::State*, double> last = {setting.last.get(), -1.0};
    EXPECT_FALSE(setting.information->checkMotion(setting.from.get(), setting.to.get(), last));
    EXPECT_EQ(last.second, 0.0);
    EXPECT_EQ(setting.value(setting.last), 5.0);
    EXPECT_FALSE(setting.information->isValid(setting.from.get()));
}

TEST(ProvenMotionValidator, BoundsAreKept)
{
    Setting setting(body_on_rails(1, 0.1));
    EXPECT_FALSE(setting.check(-9, -11));
    setting.set(-9, -11);
    EXPECT_FALSE(setting.information->isValid(setting.to.get()));
    std::pair<ob::State*, double> last = {setting.last.get(), -1.0};
    EXPECT_FALSE(setting.information->checkMotion(setting.from.get(), setting.to.get(), last));
    EXPECT_EQ(last.second, 0.0);
    EXPECT_EQ(setting.value(setting.last), -9.0);
}

TEST(ProvenMotionValidator, KeepsAClearance)
{
    Setting setting(body_on_rails(1, 0.1, {.clearance = 1.0}));
    EXPECT_TRUE(setting.check(-5, 3.4));
    EXPECT_FALSE(setting.check(-5, 3.6));
    setting.set(3.4, 3.6);
    EXPECT_TRUE(setting.information->isValid(setting.from.get()));
    EXPECT_FALSE(setting.information->isValid(setting.to.get()));
}

TEST(ProvenMotionValidator, AnglesGoTheShorterWayRound)
{
    Setting behind(turning_bar(pi));
    EXPECT_FALSE(behind.check(2.5, -2.5));
    EXPECT_FALSE(behind.check(-2.5, 2.5));
    EXPECT_TRUE(behind.check(-1.5, 1.5));
    Setting ahead(turning_bar(0.0));
    EXPECT_TRUE(ahead.check(2.5, -2.5));
    EXPECT_FALSE(ahead.check(-1.5, 1.5));

    // The free part of a motion through pi.
    behind.set(3.0 - 0.5, -3.0 + 0.5);
    std::pair<ob::State*, double> last = {behind.last.get(), -1.0};
    EXPECT_FALSE(behind.information->checkMotion(behind.from.get(), behind.to.get(), last));
    EXPECT_TRUE(behind.information->isValid(behind.last.get()));
    EXPECT_GT(behind.value(behind.last), 2.5);
    EXPECT_LT(behind.value(behind.last), pi);
}

TEST(ProvenMotionValidator, StopRefuses)
{
    std::stop_source stop;
    Setting setting(body_on_rails(1, 0.1), {.stop = stop.get_token()});
    const ob::PlannerTerminationCondition ended = until_stopped(stop.get_token());
    EXPECT_TRUE(setting.check(-5, 4));
    EXPECT_FALSE(ended());
    stop.request_stop();
    EXPECT_TRUE(ended());
    EXPECT_FALSE(setting.check(-5, 4));
    std::pair<ob::State*, double> last = {setting.last.get(), -1.0};
    EXPECT_FALSE(setting.information->checkMotion(setting.from.get(), setting.to.get(), last));
    EXPECT_EQ(last.second, 0.0);
    EXPECT_EQ(setting.value(setting.last), -5.0);
    EXPECT_EQ(setting.validator->tally().proven, 1U);
    EXPECT_EQ(setting.validator->tally().refused, 2U);
    EXPECT_EQ(setting.validator->tally().interrupted, 2U);
}

TEST(ProvenMotionValidator, BudgetShortensTheFreePartOnly)
{
    Setting setting(turning_bar(0.0), {.budget = 0});
    EXPECT_FALSE(setting.check(-1.5, 1.5));
    EXPECT_TRUE(setting.check(-1.5, -0.5));
    setting.set(-1.5, 1.5);
    std::pair<ob::State*, double> last = {setting.last.get(), -1.0};
    EXPECT_FALSE(setting.information->checkMotion(setting.from.get(), setting.to.get(), last));
    EXPECT_GE(last.second, 0.0);
    EXPECT_LT(last.second, 0.5);
    EXPECT_TRUE(setting.information->checkMotion(setting.from.get(), setting.last.get()));
}

TEST(ProvenMotionValidator, RefusesBadInput)
{
    const RobotChecker checker = body_on_rails(1, 0.1);
    Setting setting(checker);
    EXPECT_FALSE(setting.check(0, INFINITY));
    EXPECT_THROW((void)setting.check(0, std::nan("")), Error);
    EXPECT_THROW((void)setting.check(std::nan(""), 0), Error);
    setting.set(0, std::nan(""));
    EXPECT_THROW((void)setting.information->isValid(setting.to.get()), Error);
    const StateLayout other(checker.robot(), robot_state_space(checker.robot()));
    EXPECT_THROW((void)prove_motions(setting.information, other, checker), std::invalid_argument);
    EXPECT_THROW(ProvenStateChecker(setting.information, other, checker), std::invalid_argument);
    EXPECT_THROW((void)prove_motions(setting.information, setting.layout, checker, {.until = 0.5}),
                 std::invalid_argument);
    Statistics work;
    for (const QueryOptions& options : {QueryOptions{.clearance = 0.1}, QueryOptions{.threshold = 1e-3},
                                        QueryOptions{.self = false}, QueryOptions{.statistics = &work}}) {
        EXPECT_THROW((void)prove_motions(setting.information, setting.layout, checker, options), std::invalid_argument);
    }
}

/// Whatever is called valid is free at many states that OMPL interpolates, and so is the part up to the last valid one.
void expect_free_when_sampled(const PlanningProblem& problem, std::size_t motions)
{
    Setting setting(problem.checker, {}, problem.bounds);
    const ob::StateSamplerPtr sampler = setting.layout.space()->allocDefaultStateSampler();
    ob::ScopedState<> between(setting.information);
    std::size_t valid = 0;
    for (std::size_t i = 0; i < motions; ++i) {
        do {
            sampler->sampleUniform(setting.from.get());
        } while (!setting.information->isValid(setting.from.get()));
        sampler->sampleUniformNear(setting.to.get(), setting.from.get(), 1.0);
        std::pair<ob::State*, double> last = {setting.last.get(), 1.0};
        const bool free = setting.information->checkMotion(setting.from.get(), setting.to.get(), last);
        EXPECT_EQ(setting.information->checkMotion(setting.from.get(), setting.to.get()), free);
        valid += free ? 1 : 0;
        for (int step = 0; step <= 100; ++step) {
            setting.layout.space()->interpolate(setting.from.get(), setting.to.get(), 0.01 * step * last.second,
                                                between.get());
            ASSERT_TRUE(setting.information->isValid(between.get())) << i << " " << step << " " << last.second;
        }
        if (free) continue;
        EXPECT_GT(last.second, 0.0);
        EXPECT_TRUE(setting.information->isValid(setting.last.get()));
    }
    EXPECT_GT(valid, motions / 20);
    EXPECT_LT(valid, motions);
}

TEST(ProvenMotionValidator, ArmIsFreeWhenSampled) { expect_free_when_sampled(arm_among_boxes(), support::effort(200)); }

TEST(ProvenMotionValidator, BoardIsFreeWhenSampled)
{
    expect_free_when_sampled(board_through_window(), support::effort(200));
}

TEST(ProvenMotionValidator, ManyThreadsGetTheSameAnswers)
{
    const PlanningProblem problem = arm_among_boxes();
    Setting setting(problem.checker);
    const ob::StateSamplerPtr sampler = setting.layout.space()->allocDefaultStateSampler();
    constexpr std::size_t states = 12;
    std::vector<ob::ScopedState<>> sampled(states, ob::ScopedState<>(setting.information));
    for (ob::ScopedState<>& state : sampled) sampler->sampleUniform(state.get());
    const auto ask_all = [&] {
        std::vector<bool> answers;
        for (std::size_t i = 0; i < states; ++i) {
            for (std::size_t j = 0; j < i; ++j)
                answers.push_back(setting.validator->checkMotion(sampled[i].get(), sampled[j].get()));
        }
        return answers;
    };
    const std::vector<bool> alone = ask_all();
    const MotionTally once = setting.validator->tally();
    EXPECT_EQ(once.proven + once.refused, alone.size());
    std::vector<std::vector<bool>> answers(4);
    {
        std::vector<std::jthread> threads;
        for (std::vector<bool>& mine : answers) threads.emplace_back([&] { mine = ask_all(); });
    }
    for (const std::vector<bool>& others : answers) EXPECT_EQ(others, alone);
    EXPECT_EQ(setting.validator->tally().proven, 5 * once.proven);
    EXPECT_EQ(setting.validator->tally().refused, 5 * once.refused);
    EXPECT_EQ(setting.validator->getValidMotionCount(), 5 * once.proven);
}

}  // namespace
}  // namespace tocca::planning::proven_motion_validator_test
