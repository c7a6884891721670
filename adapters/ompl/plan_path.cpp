// SPDX-License-Identifier: Apache-2.0
#include "adapters/ompl/plan_path.hpp"

#include <ompl/base/PlannerTerminationCondition.h>
#include <ompl/base/ProblemDefinition.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/PathSimplifier.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <chrono>
#include <memory>

#include "adapters/ompl/proven_motion_validator.hpp"
#include "adapters/ompl/robot_state_space.hpp"
#include "adapters/ompl/state_layout.hpp"

namespace tocca::planning {

namespace {

namespace ob = ::ompl::base;
namespace og = ::ompl::geometric;

class Clock {
public:
    [[nodiscard]] double seconds() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

ob::PlannerTerminationCondition after(double seconds, const std::stop_token& stop)
{
    return ob::plannerOrTerminationCondition(ob::timedPlannerTerminationCondition(seconds), until_stopped(stop));
}

}  // namespace

Plan plan_path(const PlanningProblem& problem, const PlanningOptions& options)
{
    const Robot& robot = problem.checker.robot();
    const PlannedJoints planned = {.joints = problem.joints, .held = problem.start};
    const StateLayout layout(robot, robot_state_space(robot, planned, problem.bounds), planned);
    const auto information = std::make_shared<ob::SpaceInformation>(layout.space());
    std::shared_ptr<ProvenMotionValidator> validator;
    if (options.motions == MotionCheck::proven) {
        validator = prove_motions(information, layout, problem.checker, options.query);
    } else {
        information->setStateValidityChecker(
            std::make_shared<ProvenStateChecker>(information, layout, problem.checker));
    }
    information->setup();

    ob::ScopedState<> start(information);
    ob::ScopedState<> goal(information);
    layout.write(problem.start, start.get());
    layout.write(problem.goal, goal.get());
    const auto definition = std::make_shared<ob::ProblemDefinition>(information);
    definition->setStartAndGoalStates(start, goal);
    og::RRTConnect planner(information);
    planner.setProblemDefinition(definition);
    planner.setup();

    Plan plan;
    const Clock planning;
    const ob::PlannerStatus status = planner.solve(after(options.seconds, options.query.stop));
    plan.seconds = planning.seconds();
    const ob::MotionValidatorPtr& asked = information->getMotionValidator();
    plan.motions = validator != nullptr
                       ? validator->tally()
                       : MotionTally{.proven = asked->getValidMotionCount(), .refused = asked->getInvalidMotionCount()};
    plan.solved = status == ob::PlannerStatus::EXACT_SOLUTION;
    if (plan.solved) {
        og::PathGeometric path = *definition->getSolutionPath()->as<og::PathGeometric>();
        plan.found = layout.path(path);
        if (options.simplify_seconds > 0.0) {
            const Clock simplifying;
            og::PathSimplifier(information).simplify(path, after(options.simplify_seconds, options.query.stop));
            plan.simplify_seconds = simplifying.seconds();
            plan.simplified = layout.path(path);
        }
    }
    return plan;
}

void seed_planners(std::uint32_t seed)
{
    ::ompl::msg::setLogLevel(::ompl::msg::LOG_ERROR);
    ::ompl::RNG::setSeed(seed);
}

}  // namespace tocca::planning
