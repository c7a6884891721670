// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/robot_info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "apps/tocca/exit_code.hpp"
#include "apps/tocca/human_text.hpp"
#include "apps/tocca/notes.hpp"
#include "apps/tocca/rigid_summary.hpp"
#include "apps/tocca/robot_report.hpp"
#include "apps/tocca/robot_setting.hpp"
#include "apps/tocca/standard_streams.hpp"
#include "tocca/base/printable_text.hpp"
#include "tocca/io/json_text.hpp"
#include "tocca/io/number_text.hpp"
#include "tocca/io/whole_file.hpp"

namespace tocca::app {
namespace {

/// Two names and why they may touch, whether links or objects.
std::vector<RobotParts::NamedPair> allowed_names(const RobotSetting& setting)
{
    std::vector<RobotParts::NamedPair> pairs;
    for (const Robot::AllowedPair& pair : setting.robot.allowed_pairs()) {
        pairs.push_back({setting.robot.links()[pair.a].name, setting.robot.links()[pair.b].name, pair.reason});
    }
    for (const RobotParts::NamedPair& pair : setting.scene.allowed) {
        const auto same = [&](const RobotParts::NamedPair& other) {
            return (other.a == pair.a && other.b == pair.b) || (other.a == pair.b && other.b == pair.a);
        };
        if (std::none_of(pairs.begin(), pairs.end(), same)) pairs.push_back(pair);
    }
    return pairs;
}

std::vector<std::string> value_names(const Robot& robot, std::size_t joint)
{
    std::vector<std::string> names;
    if (robot.joints()[joint].mimic) return names;
    for (std::size_t i = 0; i < value_count(robot.joints()[joint].type); ++i) {
        names.push_back(robot.value_name(robot.first_value(joint) + i));
    }
    return names;
}

std::string links_json(const Robot& robot)
{
    std::vector<std::string> links;
    for (LinkId id = 0; id < robot.links().size(); ++id) {
        const Link& link = robot.links()[id];
        const auto parent = robot.parent(id);
        links.push_back(fmt::format(R"({{"name":{},"parent":{},"shapes":{},"triangles":{},"ignored_vertices":{}}})",
                                    json_string(link.name), parent ? json_string(robot.links()[*parent].name) : "null",
                                    link.shapes.size(), triangles_of(link.shapes), ignored_vertices_of(link.shapes)));
    }
    return fmt::format("[{}]", fmt::join(links, ",\n "));
}

std::string joints_json(const Robot& robot)
{
    std::vector<std::string> joints;
    for (std::size_t i = 0; i < robot.joints().size(); ++i) {
        const Joint& joint = robot.joints()[i];
        std::vector<std::string> names;
        for (const std::string& name : value_names(robot, i)) names.push_back(json_string(name));
        joints.push_back(fmt::format(
            R"({{"name":{},"type":"{}","parent":{},"child":{},"values":[{}],"limits":{},"mimic":{}}})",
            json_string(joint.name), to_string(joint.type), json_string(joint.parent), json_string(joint.child),
            fmt::join(names, ","),
            joint.limits ? json_numbers(std::array{joint.limits->lower, joint.limits->upper}) : "null",
            joint.mimic ? fmt::format(R"({{"joint":{},"multiplier":{},"offset":{}}})", json_string(joint.mimic->joint),
                                      json_number(joint.mimic->multiplier), json_number(joint.mimic->offset))
                        : "null"));
    }
    return fmt::format("[{}]", fmt::join(joints, ",\n "));
}

std::string states_json(const Robot& robot)
{
    std::vector<std::string> states;
    for (const RobotParts::State& state : robot.states()) {
        std::vector<std::string> joints;
        for (const RobotParts::State::Values& each : state.joints) {
            joints.push_back(
                fmt::format(R"({{"joint":{},"values":{}}})", json_string(each.joint), json_numbers(each.values)));
        }
        states.push_back(fmt::format(R"({{"name":{},"group":{},"joints":[{}]}})", json_string(state.name),
                                     json_string(state.group), fmt::join(joints, ",")));
    }
    return fmt::format("[{}]", fmt::join(states, ",\n "));
}

std::string info_json(const RobotSetting& setting)
{
    std::vector<std::string> objects, pairs;
    for (const Obstacle& object : setting.scene.objects) {
        objects.push_back(fmt::format(R"({{"name":{},"shapes":{},"triangles":{},"ignored_vertices":{}}})",
                                      json_string(object.name), object.shapes.size(), triangles_of(object.shapes),
                                      ignored_vertices_of(object.shapes)));
    }
    for (const RobotParts::NamedPair& pair : allowed_names(setting)) {
        pairs.push_back(fmt::format(R"({{"a":{},"b":{},"reason":{}}})", json_string(pair.a), json_string(pair.b),
                                    json_string(pair.reason)));
    }
    return fmt::format(R"({{"schema":"tocca.robot-info/1","robot":{},"value_count":{},"triangles":{},)"
                       "\n\"links\":{},\n\"joints\":{},\n\"objects\":[{}],\n\"allowed\":[{}],\n\"unknown_pairs\":{},"
                       "\n\"surfaces\":{},\n\"states\":{},\n\"notes\":{}}}\n",
                       json_string(setting.robot.name()), setting.robot.value_count(), setting.robot.triangle_count(),
                       links_json(setting.robot), joints_json(setting.robot), fmt::join(objects, ",\n "),
                       fmt::join(pairs, ",\n "), setting.unknown_pairs, surfaces_json(setting.surfaces),
                       states_json(setting.robot), notes_json(setting.notes));
}

std::string shapes_text(const std::vector<RobotShape>& shapes)
{
    if (shapes.empty()) return "no shapes";
    return fmt::format("{}, {}{}", counted(shapes.size(), "shape"), counted(triangles_of(shapes), "triangle"),
                       ignored_text(ignored_vertices_of(shapes)));
}

std::string joint_text(const Robot& robot, std::size_t number)
{
    const Joint& joint = robot.joints()[number];
    std::string text = fmt::format("  {:<28} {:<11} {} -> {}", printable(joint.name), to_string(joint.type),
                                   printable(joint.parent), printable(joint.child));
    if (joint.limits) {
        text += fmt::format(", from {} to {}", shortest_text(joint.limits->lower), shortest_text(joint.limits->upper));
    }
    if (joint.mimic) {
        text += fmt::format(", follows {} times {} plus {}", printable(joint.mimic->joint),
                            shortest_text(joint.mimic->multiplier), shortest_text(joint.mimic->offset));
    }
    const auto names = value_names(robot, number);
    if (names.size() > 1) text += fmt::format("; values {}", printable(fmt::format("{}", fmt::join(names, ", "))));
    return text + "\n";
}

std::string info_text(const RobotCommand& command, const RobotSetting& setting)
{
    const Robot& robot = setting.robot;
    std::string text = fmt::format("{}: robot '{}', {}, {}, {}, {}\n\nlinks\n", printable(robot_title(command)),
                                   printable(robot.name()), counted(robot.links().size(), "link"),
                                   counted(robot.joints().size(), "joint"), counted(robot.value_count(), "value"),
                                   counted(robot.triangle_count(), "triangle"));
    for (const Link& link : robot.links())
        text += fmt::format("  {:<28} {}\n", printable(link.name), shapes_text(link.shapes));
    text += "\njoints\n";
    for (std::size_t i = 0; i < robot.joints().size(); ++i) text += joint_text(robot, i);
    if (!setting.scene.objects.empty()) {
        text += "\nobjects\n";
        for (const Obstacle& object : setting.scene.objects) {
            text += fmt::format("  {:<28} {}\n", printable(object.name), shapes_text(object.shapes));
        }
    }
    if (!robot.states().empty()) {
        text += "\nstates, for --from, --to and --start\n";
        for (const RobotParts::State& state : robot.states()) {
            text += fmt::format("  {:<28} of group {}, {}\n", state.name, state.group,
                                counted(state.joints.size(), "joint"));
        }
    }
    const auto pairs = allowed_names(setting);
    text += fmt::format("\n{} may touch unseen\n", counted(pairs.size(), "pair"));
    for (const RobotParts::NamedPair& pair : pairs) {
        text += fmt::format("  {:<28} {:<28} {}\n", printable(pair.a), printable(pair.b), printable(pair.reason));
    }
    if (setting.unknown_pairs > 0) {
        text +=
            fmt::format("{} passed over that name what is not there\n", counted(setting.unknown_pairs, "allowed pair"));
    }
    return text + surfaces_text(setting.surfaces) + notes_text(setting.notes);
}

}  // namespace

int run_robot_info(const RobotCommand& command, const std::stop_token& stop)
{
    check_robot_files(command);
    const RobotSetting setting = read_setting(command, stop);
    if (!command.json_file.empty()) write_file_atomically(command.json_file, info_json(setting));
    print(info_text(command, setting));
    return ExitCode::free;
}

}  // namespace tocca::app
