// SPDX-License-Identifier: Apache-2.0
#include "adapters/ompl/plan_path.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <utility>

#include "adapters/ompl/planning_problems.hpp"

namespace tocca::planning::plan_path_test {
namespace {

using Eigen::Index;
using Eigen::Isometry3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

// Before the first planner of the program.
[[maybe_unused]] const bool seeded = (seed_planners(1), true);

/// A small cube that slides in x and y from -10 to 10, and plates across its way.
PlanningProblem slider(std::vector<Obstacle> plates)
{
    RobotParts parts;
    parts.links = {{"floor"}, {"carriage"}, {"cube", {box_shape({0.05, 0.05, 0.05}, Isometry3d::Identity())}}};
    parts.joints.push_back({.name = "x",
                            .type = Joint::Type::prismatic,
                            .parent = "floor",
                            .child = "carriage",
                            .axis = Vector3d::UnitX(),
                            .limits = Joint::Limits{-10, 10}});
    parts.joints.push_back({.name = "y",
                            .type = Joint::Type::prismatic,
                            .parent = "carriage",
                            .child = "cube",
                            .axis = Vector3d::UnitY(),
                            .limits = Joint::Limits{-10, 10}});
    return {.checker = RobotChecker(Robot(std::move(parts)), RobotScene{std::move(plates)}),
            .start = Eigen::Vector2d(-5.0, 0.03),
            .goal = Eigen::Vector2d(5.0, 0.01)};
}

/// Thinner than OMPL's samples are apart, from y = -10 to `until`.
Obstacle thin_plate(double until)
{
    return {.name = "plate",
            .shapes = {box_shape({0.001, 10.0 + until, 1}, Isometry3d::Identity())},
            .pose = Isometry3d(Eigen::Translation3d(0.03, 0.5 * (until - 10.0), 0))};
}

void expect_proven(const RobotChecker& checker, const Eigen::MatrixXd& path, const PlanningProblem& problem)
{
    ASSERT_GE(path.rows(), 2);
    EXPECT_LT((path.row(0).transpose() - problem.start).norm(), 1e-9);
    EXPECT_LT((path.row(path.rows() - 1).transpose() - problem.goal).norm(), 1e-9);
    const PathAnswer report = check_path(checker, path, {.only_collides = true});
    EXPECT_EQ(report.outcome, Outcome::free);
    EXPECT_EQ(report.free_edges, static_cast<std::size_t>(path.rows() - 1));
    for (Index row = 0; row + 1 < path.rows(); ++row) {
        for (int step = 0; step <= 50; ++step) {
            const VectorXd between = path.row(row) + 0.02 * step * (path.row(row + 1) - path.row(row));
            EXPECT_FALSE(collides_at(checker, between)) << row << " " << step;
        }
    }
}

TEST(PlanPath, ArmAmongBoxes)
{
    const PlanningProblem problem = arm_among_boxes();
    EXPECT_TRUE(collides(problem.checker, {problem.start, problem.goal})) << "the straight way is too easy";
    const Plan plan = plan_path(problem, {.seconds = 100.0, .simplify_seconds = 0.5});
    ASSERT_TRUE(plan.solved);
    EXPECT_GT(plan.motions.proven, 0U);
    EXPECT_GT(plan.motions.refused, 0U);
    expect_proven(problem.checker, plan.found, problem);
    expect_proven(problem.checker, plan.simplified, problem);
}

TEST(PlanPath, BoardThroughWindow)
{
    const PlanningProblem problem = board_through_window();
    EXPECT_TRUE(collides(problem.checker, {problem.start, problem.goal})) << "the straight way is too easy";
    const Plan plan = plan_path(problem, {.seconds = 100.0, .simplify_seconds = 0.5});
    ASSERT_TRUE(plan.solved);
    ASSERT_GE(plan.found.rows(), 3);
    EXPECT_EQ(check_path(problem.checker, plan.found, {.only_collides = true}).outcome, Outcome::free);
    EXPECT_EQ(check_path(problem.checker, plan.simplified, {.only_collides = true}).outcome, Outcome::free);
}

TEST(PlanPath, SamplesGoThroughAPlateAndProofsAround)
{
    const PlanningProblem problem = slider({thin_plate(4.0)});
    const Plan sampled =
        plan_path(problem, {.motions = MotionCheck::sampled, .seconds = 100.0, .simplify_seconds = 0.1});
    ASSERT_TRUE(sampled.solved);
    EXPECT_EQ(check_path(problem.checker, sampled.simplified).outcome, Outcome::contact);
    const Plan proven = plan_path(problem, {.seconds = 100.0});
    ASSERT_TRUE(proven.solved);
    EXPECT_EQ(proven.simplified.rows(), 0);
    expect_proven(problem.checker, proven.found, problem);
    EXPECT_GT(proven.found.col(1).maxCoeff(), 4.0);
}

TEST(PlanPath, NoWayIsNoPath)
{
    const PlanningProblem problem = slider({thin_plate(11.0)});
    const Plan plan = plan_path(problem, {.seconds = 0.2, .simplify_seconds = 1.0});
    EXPECT_FALSE(plan.solved);
    EXPECT_EQ(plan.found.rows(), 0);
    EXPECT_EQ(plan.simplified.rows(), 0);
}

TEST(PlanPath, StopEndsPlanning)
{
    const PlanningProblem problem = slider({thin_plate(11.0)});
    std::stop_source stop;
    std::jthread ends([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stop.request_stop();
    });
    const Plan plan = plan_path(problem, {.seconds = 600.0, .query = {.stop = stop.get_token()}});
    EXPECT_FALSE(plan.solved);
    EXPECT_LT(plan.seconds, 60.0);
}

TEST(PlanPath, JointsThatAreNotPlannedStay)
{
    PlanningProblem problem = slider({});
    problem.joints = {"x"};
    problem.goal[1] = 7.0;
    const Plan plan = plan_path(problem, {.seconds = 100.0});
    ASSERT_TRUE(plan.solved);
    for (Index row = 0; row < plan.found.rows(); ++row) EXPECT_EQ(plan.found(row, 1), problem.start[1]);
    EXPECT_EQ(plan.found(plan.found.rows() - 1, 0), problem.goal[0]);
}

TEST(PlanPath, StartsThatAreNotFreeHaveNoPath)
{
    PlanningProblem problem = slider({thin_plate(4.0)});
    problem.start[0] = 0.03;
    EXPECT_FALSE(plan_path(problem, {.seconds = 0.2}).solved);
    problem.start[0] = -11.0;
    EXPECT_FALSE(plan_path(problem, {.seconds = 0.2}).solved);
    problem.start = VectorXd::Zero(3);
    EXPECT_THROW((void)plan_path(problem), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::planning::plan_path_test
