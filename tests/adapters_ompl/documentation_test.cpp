// SPDX-License-Identifier: Apache-2.0
// What docs/ompl.md shows, built and run.
#include <gtest/gtest.h>
#include <ompl/base/ProblemDefinition.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>

#include <memory>
#include <stop_token>

#include "adapters/ompl/plan_path.hpp"
// docs: include
#include "adapters/ompl/proven_motion_validator.hpp"
#include "adapters/ompl/robot_state_space.hpp"
// docs: end

namespace tocca::planning::documentation_test {
namespace {

/// A box that slides in a plane, with a wall in its way.
Robot sliding_box()
{
    RobotParts parts;
    parts.links = {{"floor"}, {"box", {box_shape({0.2, 0.2, 0.2}, Eigen::Isometry3d::Identity())}}};
    parts.joints.push_back({.name = "slide", .type = Joint::Type::planar, .parent = "floor", .child = "box"});
    return Robot(parts);
}

TEST(OmplDocumentation, APlanIsProvenAsAWhole)
{
    seed_planners(1);
    const Robot robot = sliding_box();
    const RobotScene scene{{{"wall", {box_shape({0.01, 1.0, 1.0}, Eigen::Isometry3d::Identity())}}}};
    const StateBounds bounds{.lengths = Joint::Limits{-2.0, 2.0}};

    // docs: plan
    const tocca::RobotChecker checker(robot, scene);
    const tocca::planning::StateLayout layout(robot, tocca::planning::robot_state_space(robot, {}, bounds));
    auto information = std::make_shared<ompl::base::SpaceInformation>(layout.space());
    tocca::planning::prove_motions(information, layout, checker);  // sets both validators
    information->setup();

    ompl::base::ScopedState<> start(information), goal(information);
    layout.write(Eigen::Vector3d(-1, 0, 0), start.get());
    layout.write(Eigen::Vector3d(1, 0, 0), goal.get());
    auto problem = std::make_shared<ompl::base::ProblemDefinition>(information);
    problem->setStartAndGoalStates(start, goal);
    const ompl::base::PlannerPtr planner = std::make_shared<ompl::geometric::RRTConnect>(information);  // or any other
    planner->setProblemDefinition(problem);

    if (planner->solve(10.0) == ompl::base::PlannerStatus::EXACT_SOLUTION) {
        const auto& solution = *problem->getSolutionPath()->as<ompl::geometric::PathGeometric>();
        const Eigen::MatrixXd path = layout.path(solution);    // a configuration in a row
        const auto report = tocca::check_path(checker, path);  // the plan as a whole
        EXPECT_EQ(report.outcome, tocca::Outcome::free);
    }
    // docs: end
    EXPECT_TRUE(problem->hasExactSolution());
}

TEST(OmplDocumentation, AStopEndsThePlanner)
{
    const Robot robot = sliding_box();
    const RobotChecker checker(robot, {});
    const StateLayout layout(robot, robot_state_space(robot, {}, {.lengths = Joint::Limits{-2.0, 2.0}}));
    auto information = std::make_shared<ompl::base::SpaceInformation>(layout.space());
    information->setup();
    ompl::base::ScopedState<> start(information), goal(information);
    layout.write(Eigen::Vector3d(-1, 0, 0), start.get());
    layout.write(Eigen::Vector3d(1, 0, 0), goal.get());
    auto problem = std::make_shared<ompl::base::ProblemDefinition>(information);
    problem->setStartAndGoalStates(start, goal);
    ompl::geometric::RRTConnect planner(information);
    planner.setProblemDefinition(problem);

    // docs: stop
    std::stop_source stop;  // request_stop() from anywhere, such as on Ctrl-C
    tocca::planning::prove_motions(information, layout, checker, {.stop = stop.get_token()});
    stop.request_stop();
    planner.solve(tocca::planning::until_stopped(stop.get_token()));
    // docs: end
    EXPECT_FALSE(problem->hasExactSolution());
}

}  // namespace
}  // namespace tocca::planning::documentation_test
