// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "apps/tocca/output/answer_text.hpp"
#include "apps/tocca/robot/robot_json.hpp"
#include "apps/tocca/robot/robot_question.hpp"
#include "apps/tocca/robot/robot_text.hpp"
#include "apps/tocca/terminal/exit_code.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "apps/tocca/terminal/standard_streams.hpp"
#include "tocca/base/printable_text.hpp"
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

Json links_json(const Robot& robot)
{
    Json links = Json::array();
    for (LinkId id = 0; id < robot.links().size(); ++id) {
        const Link& link = robot.links()[id];
        const auto parent = robot.parent(id);
        const Json names = {{"name", link.name}, {"parent", parent ? Json(robot.links()[*parent].name) : Json()}};
        links.push_back(joined({names, shapes_json(link.shapes)}));
    }
    return links;
}

Json mimic_json(const Joint::Mimic& mimic)
{
    return {{"joint", mimic.joint}, {"multiplier", mimic.multiplier}, {"offset", mimic.offset}};
}

Json joints_json(const Robot& robot)
{
    Json joints = Json::array();
    for (std::size_t i = 0; i < robot.joints().size(); ++i) {
        const Joint& joint = robot.joints()[i];
        joints.push_back({{"name", joint.name},
                          {"type", to_string(joint.type)},
                          {"parent", joint.parent},
                          {"child", joint.child},
                          {"values", value_names(robot, i)},
                          {"limits", joint.limits ? Json{joint.limits->lower, joint.limits->upper} : Json()},
                          {"mimic", joint.mimic ? mimic_json(*joint.mimic) : Json()}});
    }
    return joints;
}

Json states_json(const Robot& robot)
{
    Json states = Json::array();
    for (const RobotParts::State& state : robot.states()) {
        Json joints = Json::array();
        for (const RobotParts::State::Values& each : state.joints) {
            joints.push_back({{"joint", each.joint}, {"values", each.values}});
        }
        states.push_back({{"name", state.name}, {"group", state.group}, {"joints", joints}});
    }
    return states;
}

std::string info_json(const RobotSetting& setting)
{
    Json objects = Json::array(), pairs = Json::array();
    for (const Obstacle& object : setting.scene.objects) {
        objects.push_back(joined({{{"name", object.name}}, shapes_json(object.shapes)}));
    }
    for (const RobotParts::NamedPair& pair : allowed_names(setting)) {
        pairs.push_back({{"a", pair.a}, {"b", pair.b}, {"reason", pair.reason}});
    }
    return json_text({{"schema", "tocca.robot-info/1"},
                      {"robot", setting.robot.name()},
                      {"value_count", setting.robot.value_count()},
                      {"triangles", setting.robot.triangle_count()},
                      {"links", links_json(setting.robot)},
                      {"joints", joints_json(setting.robot)},
                      {"objects", objects},
                      {"allowed", pairs},
                      {"unknown_pairs", setting.unknown_pairs},
                      {"surfaces", surfaces_json(setting.surfaces)},
                      {"states", states_json(setting.robot)},
                      {"notes", setting.notes}}) +
           "\n";
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
    std::string text =
        fmt::format("{}: robot '{}', {}, {}, {}, {}\n\nlinks\n", printable(command.title()), printable(robot.name()),
                    counted(robot.links().size(), "link"), counted(robot.joints().size(), "joint"),
                    counted(robot.value_count(), "value"), counted(robot.triangle_count(), "triangle"));
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
    text += fmt::format("\n{}\n", counted(pairs.size(), "ignored pair"));
    for (const RobotParts::NamedPair& pair : pairs) {
        text += fmt::format("  {:<28} {:<28} {}\n", printable(pair.a), printable(pair.b), printable(pair.reason));
    }
    return text + setting_text(setting);
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
