// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/robot_state.hpp"

#include <map>
#include <utility>
#include <vector>

#include "tocca/base/error.hpp"

namespace tocca {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

std::string full_name(const RobotParts::State& state)
{
    return state.group.empty() ? state.name : state.group + "/" + state.name;
}

/// The states that a name stands for.
std::vector<const RobotParts::State*> states_named(const Robot& robot, std::string_view name)
{
    std::vector<const RobotParts::State*> found;
    for (const RobotParts::State& state : robot.states()) {
        if (state.name == name || full_name(state) == name) found.push_back(&state);
    }
    return found;
}

/// Two groups that give one joint different values; empty if they agree.
std::string disagreement(const std::vector<const RobotParts::State*>& states)
{
    std::map<std::string, std::pair<const RobotParts::State*, std::vector<double>>> given;
    for (const RobotParts::State* state : states) {
        for (const RobotParts::State::Values& each : state->joints) {
            const auto [first, added] = given.emplace(each.joint, std::pair(state, each.values));
            if (added || first->second.second == each.values) continue;
            return full_name(*first->second.first) + " and " + full_name(*state) + " give joint '" + each.joint +
                   "' different values: name one of them";
        }
    }
    return "";
}

}  // namespace

bool has_state(const Robot& robot, std::string_view name) { return !states_named(robot, name).empty(); }

std::string state_names(const Robot& robot)
{
    std::string names;
    for (const RobotParts::State& state : robot.states()) names += (names.empty() ? "" : ", ") + full_name(state);
    return names.empty() ? "none" : names;
}

VectorXd state_configuration(const Robot& robot, std::string_view name, VectorXd rest)
{
    require(rest.size() == static_cast<Index>(robot.value_count()),
            "a configuration must have as many values as the robot has");
    const auto states = states_named(robot, name);
    if (states.empty()) {
        throw Error(ErrorCode::malformed_robot, "the robot '" + robot.name() + "' has no state '" + std::string(name) +
                                                    "'; it has: " + state_names(robot));
    }
    if (const std::string fault = disagreement(states); !fault.empty()) {
        throw Error(ErrorCode::malformed_robot, fault);
    }
    for (const RobotParts::State* state : states) {
        for (const RobotParts::State::Values& each : state->joints) {
            const auto joint = robot.find_joint(each.joint);
            if (!joint || robot.joints()[*joint].mimic) continue;
            for (std::size_t i = 0; i < each.values.size(); ++i) {
                rest[static_cast<Index>(robot.first_value(*joint) + i)] = each.values[i];
            }
        }
    }
    return rest;
}

DefaultStart default_start(const Robot& robot)
{
    DefaultStart start = {.values = robot.zero()};
    for (std::size_t i = 0; i < robot.joints().size(); ++i) {
        const Joint& joint = robot.joints()[i];
        if (!joint.limits || joint.mimic || value_count(joint.type) != 1) continue;
        start.values[static_cast<Index>(robot.first_value(i))] = 0.5 * joint.limits->lower + 0.5 * joint.limits->upper;
    }
    for (const char* name : {"home", "ready", "default"}) {
        const auto states = states_named(robot, name);
        if (states.empty() || !disagreement(states).empty()) continue;
        start.state = name;
        start.values = state_configuration(robot, name, std::move(start.values));
        break;
    }
    return start;
}

}  // namespace tocca
