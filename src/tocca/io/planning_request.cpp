// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/planning_request.hpp"

#include <set>

#include "tocca/io/detail/document.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/moveit_message.hpp"
#include "tocca/io/file_bytes.hpp"

namespace tocca {
namespace {

using io::detail::DocumentPlace;

JointState goal_of(const DocumentPlace& goal)
{
    goal.know(
        {"name", "joint_constraints", "position_constraints", "orientation_constraints", "visibility_constraints"});
    const auto constraints = goal.find("joint_constraints");
    if (!constraints || constraints->size() == 0) goal.fail("has no joint_constraints, the only goals that are read");
    for (const char* other : {"position_constraints", "orientation_constraints", "visibility_constraints"}) {
        if (const auto list = goal.find(other); list && list->size() > 0) list->fail("are not read");
    }
    JointState state;
    std::set<std::string> given;
    for (std::size_t i = 0; i < constraints->size(); ++i) {
        const DocumentPlace constraint = constraints->at(i);
        constraint.know({"joint_name", "position", "tolerance_above", "tolerance_below", "weight"});
        const DocumentPlace name = constraint.at("joint_name");
        if (!given.insert(name.text()).second) {
            name.fail("is " + io::detail::excerpt(name.text()) + " again: one value is the goal");
        }
        state.joints.push_back({name.text(), {constraint.at("position").number()}, name.place()});
    }
    return state;
}

/// The message itself, or that of the service plan_kinematic_path.
DocumentPlace request_in(const DocumentPlace& document)
{
    const auto wrapped = document.find("motion_plan_request");
    if (!wrapped) return document;
    document.know({"motion_plan_request"});
    return *wrapped;
}

/// All that MoveIt's message has. How a planner is to search, how fast to move and which way to keep to says nothing about
/// what is asked here.
void know_request(const DocumentPlace& request)
{
    request.know({"workspace_parameters", "start_state", "goal_constraints", "path_constraints",
                  "trajectory_constraints", "reference_trajectories", "pipeline_id", "planner_id", "group_name",
                  "num_planning_attempts", "allowed_planning_time", "max_velocity_scaling_factor",
                  "max_acceleration_scaling_factor", "cartesian_speed_end_effector_link",
                  "cartesian_speed_limited_link", "max_cartesian_speed"});
}

}  // namespace

PlanningRequest parse_planning_request(std::string_view text, const std::string& file, const Robot& robot,
                                       const Eigen::VectorXd& rest)
{
    PlanningRequest request;
    const io::detail::Document document = io::detail::parse_yaml(text, file, request.notes);
    const DocumentPlace outer(document);
    if (!outer.is_map()) outer.fail("is not a planning request");
    const DocumentPlace root = request_in(outer);
    know_request(root);
    if (const auto group = root.find("group_name")) request.group = group->text();
    if (const auto start = root.find("start_state")) {
        request.state = io::detail::moveit_robot_state(*start);
        const auto held = start->find("attached_collision_objects");
        if (held && held->size() > 0)
            held->fail("are not supported in a request: give what the robot holds in the scene");
    }
    request.start = configuration_of(request.state, robot, rest, &request.notes);
    if (auto note = note_of_unknown_joints(request.state, robot)) request.notes.push_back(*std::move(note));
    const DocumentPlace goals = root.at("goal_constraints");
    for (std::size_t i = 0; i < goals.size(); ++i) {
        request.goals.push_back(configuration_of(goal_of(goals.at(i)), robot, request.start));
    }
    if (request.goals.empty()) goals.fail("is empty");
    return request;
}

PlanningRequest read_planning_request(const std::filesystem::path& path, const Robot& robot,
                                      const std::stop_token& stop)
{
    return read_planning_request(path, robot, robot.zero(), stop);
}

PlanningRequest read_planning_request(const std::filesystem::path& path, const Robot& robot,
                                      const Eigen::VectorXd& rest, const std::stop_token& stop)
{
    return parse_planning_request(read_text_file(path, stop), path.string(), robot, rest);
}

}  // namespace tocca
