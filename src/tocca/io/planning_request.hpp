// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/io/joint_state.hpp"
#include "tocca/robot/robot.hpp"

namespace tocca {

/// A planning problem: find a path from one configuration to another.
struct PlanningRequest {
    std::string group = {};  ///< which joints may move; empty where the file gives none
    Eigen::VectorXd start;
    std::vector<Eigen::VectorXd> goals = {};  ///< reaching any of them is enough; at least one
    JointState state = {};                    ///< the start as given, with where the robot stands
    std::vector<Note> notes = {};             ///< also about joints of the start that the robot lacks
};

/// Reads a request of MoveIt or MotionBenchMaker from YAML: start_state, the joint constraints of goal_constraints, and
/// group_name. The start has the values of `rest` where the file gives none, the goals those of the start.
///
/// Throws: Error with the file and the line: malformed_file, also for goals without joint constraints; not_finite;
///         malformed_robot as configuration_of.
[[nodiscard]] PlanningRequest parse_planning_request(std::string_view text, const std::string& file, const Robot& robot,
                                                     const Eigen::VectorXd& rest);

/// Reads such a file; `rest` is zero. Throws: as parse_planning_request and read_file do.
[[nodiscard]] PlanningRequest read_planning_request(const std::filesystem::path& path, const Robot& robot,
                                                    const std::stop_token& stop = {});
/// The same with values for what the file leaves out.
[[nodiscard]] PlanningRequest read_planning_request(const std::filesystem::path& path, const Robot& robot,
                                                    const Eigen::VectorXd& rest, const std::stop_token& stop = {});

}  // namespace tocca
