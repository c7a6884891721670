// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/planning_request.hpp"

#include "tocca/io/detail/moveit_message.hpp"
#include "tocca/io/detail/yaml_place.hpp"
#include "tocca/io/file_bytes.hpp"

namespace tocca {
namespace {

using io::detail::YamlPlace;

JointState goal_of(const YamlPlace& goal)
{
    const auto constraints = goal.find("joint_constraints");
    if (!constraints || constraints->size() == 0) goal.fail("has no joint_constraints, the only goals that are read");
    for (const char* other : {"position_constraints", "orientation_constraints", "visibility_constraints"}) {
        if (const auto list = goal.find(other); list && list->size() > 0) list->fail("are not read");
    }
    JointState state;
    for (std::size_t i = 0; i < constraints->size(); ++i) {
        const YamlPlace constraint = constraints->at(i);
        const YamlPlace name = constraint.at("joint_name");
        state.joints.push_back({name.text(), {constraint.at("position").number()}, name.place()});
    }
    return state;
}

}  // namespace

PlanningRequest parse_planning_request(std::string_view text, const std::string& file, const Robot& robot,
                                       const Eigen::VectorXd& rest)
{
    const io::detail::YamlValue document = io::detail::parse_yaml(text, file);
    const YamlPlace root(document, file);
    if (!root.is_map()) root.fail("is not a planning request");
    PlanningRequest request;
    if (const auto group = root.find("group_name")) request.group = group->text();
    if (const auto start = root.find("start_state")) request.state = io::detail::moveit_robot_state(*start);
    request.start = configuration_of(request.state, robot, rest);
    const YamlPlace goals = root.at("goal_constraints");
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
