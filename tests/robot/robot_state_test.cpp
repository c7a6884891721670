// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/robot_state.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tocca/base/error.hpp"
#include "tocca/robot/robot_scene.hpp"

namespace tocca::robot_state_test {
namespace {

using Eigen::VectorXd;

RobotParts parts(std::vector<RobotParts::State> states = {})
{
    return {.name = "arm",
            .links = {{"base"}, {"upper"}, {"lower"}, {"finger"}, {"eye"}},
            .joints = {{.name = "shoulder",
                        .type = Joint::Type::revolute,
                        .parent = "base",
                        .child = "upper",
                        .limits = Joint::Limits{-1, 2}},
                       {.name = "elbow", .type = Joint::Type::continuous, .parent = "upper", .child = "lower"},
                       {.name = "grip",
                        .type = Joint::Type::prismatic,
                        .parent = "lower",
                        .child = "finger",
                        .limits = Joint::Limits{4, 6},
                        .mimic = Joint::Mimic{"shoulder"}},
                       {.name = "ball", .type = Joint::Type::ball, .parent = "base", .child = "eye"}},
            .states = std::move(states)};
}

std::string sentence_of(const auto& work)
{
    try {
        work();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::malformed_robot);
        return error.what();
    }
    return "";
}

VectorXd values(std::initializer_list<double> given)
{
    VectorXd result(static_cast<Eigen::Index>(given.size()));
    std::copy(given.begin(), given.end(), result.begin());
    return result;
}

TEST(StateConfiguration, IsThatOfOneOrAllGroups)
{
    const Robot robot(parts({{"ready", "arm", {{"shoulder", {0.25}}, {"grip", {5}}}},
                             {"ready", "head", {{"ball", {0, 0, 1, 0}}}},
                             {"out", "arm", {{"elbow", {3}}}},
                             {"out", "all", {{"elbow", {4}}}}}));
    const VectorXd rest = values({9, 8, 1, 0, 0, 0});
    EXPECT_EQ(state_configuration(robot, "ready", rest), values({0.25, 8, 0, 0, 1, 0}));
    EXPECT_EQ(state_configuration(robot, "arm/ready", rest), values({0.25, 8, 1, 0, 0, 0}));
    EXPECT_EQ(state_configuration(robot, "all/out", rest), values({9, 4, 1, 0, 0, 0}));
    EXPECT_TRUE(has_state(robot, "out"));
    EXPECT_FALSE(has_state(robot, "away"));
    EXPECT_EQ(state_names(robot), "arm/ready, head/ready, arm/out, all/out");
    EXPECT_EQ(state_names(Robot(parts())), "none");
    EXPECT_NE(sentence_of([&] { (void)state_configuration(robot, "out", rest); }).find("arm/out and all/out give"),
              std::string::npos);
    EXPECT_NE(sentence_of([&] { (void)state_configuration(robot, "away", rest); }).find("it has: arm/ready"),
              std::string::npos);
    EXPECT_THROW((void)state_configuration(robot, "ready", values({1})), std::invalid_argument);
}

TEST(DefaultStart, IsAStateOrTheMiddleOfTheLimits)
{
    EXPECT_EQ(default_start(Robot(parts())).values, values({0.5, 0, 0, 0, 0, 1}));
    EXPECT_EQ(default_start(Robot(parts())).state, "");
    const RobotParts::State ready = {"ready", "arm", {{"elbow", {3}}}}, home = {"home", "arm", {{"shoulder", {1}}}};
    EXPECT_EQ(default_start(Robot(parts({ready}))).values, values({0.5, 3, 0, 0, 0, 1}));
    EXPECT_EQ(default_start(Robot(parts({ready, home}))).values, values({1, 0, 0, 0, 0, 1}));
    EXPECT_EQ(default_start(Robot(parts({ready, home}))).state, "home");
    const RobotParts::State other = {"home", "all", {{"shoulder", {2}}}};
    EXPECT_EQ(default_start(Robot(parts({ready, home, other}))).state, "ready") << "two that disagree say nothing";
}

TEST(RobotStates, AreCheckedAndKept)
{
    EXPECT_NE(sentence_of([] {
                  (void)Robot(parts({{"s", "g", {{"wrist", {1}}}}}));
              }).find("names the joint 'wrist'"),
              std::string::npos);
    EXPECT_NE(sentence_of([] {
                  (void)Robot(parts({{"s", "g", {{"ball", {1}}}}}));
              }).find("has 1 values for joint 'ball'"),
              std::string::npos);
    const Robot robot(parts({{"ready", "arm", {{"elbow", {3}}}}}));
    const Robot holding = attach(robot, {.name = "cup", .link = "lower"});
    EXPECT_EQ(state_configuration(holding, "ready", holding.zero())[1], 3.0);
    const Robot two = join({{.robot = robot, .prefix = "a"}, {.robot = robot, .prefix = "b"}});
    EXPECT_EQ(state_configuration(two, "b/arm/ready", two.zero()), values({0, 0, 0, 0, 0, 1, 0, 3, 0, 0, 0, 1}));
    EXPECT_EQ(state_configuration(two, "ready", two.zero()), values({0, 3, 0, 0, 0, 1, 0, 3, 0, 0, 0, 1}));
}

}  // namespace
}  // namespace tocca::robot_state_test
