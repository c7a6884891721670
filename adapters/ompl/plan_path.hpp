// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "adapters/ompl/motion_tally.hpp"
#include "adapters/ompl/planned_values.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::planning {

/// From where to where a robot is to go.
struct PlanningProblem {
    RobotChecker checker;
    Eigen::VectorXd start;
    Eigen::VectorXd goal;
    /// Those that move; all by default. The others stay where they are at the start.
    std::vector<std::string> joints = {};
    StateBounds bounds = {};
};

/// How motions are checked while planning. States are checked by ProvenStateChecker either way.
enum class MotionCheck : unsigned char {
    proven,  ///< ProvenMotionValidator
    sampled  ///< OMPL's DiscreteMotionValidator at its default resolution, 1 % of the extent of the space
};

struct PlanningOptions {
    MotionCheck motions = MotionCheck::proven;
    double seconds = 30.0;          ///< until a path is found
    double simplify_seconds = 0.0;  ///< for making it shorter; 0: not done
    QueryOptions query = {};        ///< of proofs; a stop requested here ends planning
};

/// A path between start and goal, if one was found.
struct Plan {
    bool solved = false;
    /// Configurations, one in a row; no rows if none was found.
    Eigen::MatrixXd found = {};
    Eigen::MatrixXd simplified = {};  ///< no rows if it was not done
    double seconds = 0.0;             ///< until it was found, or given up
    double simplify_seconds = 0.0;
    MotionTally motions = {};  ///< that were asked about until it was found; of samples only the first two
};

/// Plans with OMPL's RRTConnect, and makes the path shorter with its PathSimplifier.
///
/// Guarantee: with MotionCheck::proven each motion of `found` was proven free. A simplified path may begin and end its motions
///            within proven ones, at places that are rounded: ask check_path about it.
/// Throws:    as robot_state_space and StateLayout.
[[nodiscard]] Plan plan_path(const PlanningProblem& problem, const PlanningOptions& options = {});

/// Makes all planners of the program draw the same numbers every time, and print nothing but errors. To be called before the
/// first plan.
void seed_planners(std::uint32_t seed);

}  // namespace tocca::planning
