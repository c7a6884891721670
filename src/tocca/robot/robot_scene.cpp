// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/robot_scene.hpp"

#include <utility>

#include "tocca/base/error.hpp"

namespace tocca {

namespace {

RobotParts parts_of(const Robot& robot)
{
    RobotParts parts = {.name = robot.name(),
                        .links = {robot.links().begin(), robot.links().end()},
                        .joints = {robot.joints().begin(), robot.joints().end()}};
    for (const Robot::AllowedPair& pair : robot.allowed_pairs())
        parts.allowed.push_back({robot.links()[pair.a].name, robot.links()[pair.b].name, pair.reason});
    parts.states.assign(robot.states().begin(), robot.states().end());
    return parts;
}

/// A name that no link has.
std::string free_name(std::string name, const std::vector<PlacedRobot>& robots)
{
    for (bool taken = true; taken;) {
        taken = false;
        for (const PlacedRobot& placed : robots)
            taken = taken || (placed.prefix.empty() && placed.robot.find_link(name));
        if (taken) name += "_";
    }
    return name;
}

}  // namespace

Robot attach(const Robot& robot, const AttachedObject& object)
{
    RobotParts parts = parts_of(robot);
    parts.links.push_back({object.name, object.shapes});
    parts.joints.push_back({.name = object.name + " in " + object.link,
                            .parent = object.link,
                            .child = object.name,
                            .origin = object.pose});
    for (const std::string& link : object.touch_links) parts.allowed.push_back({object.name, link, "attached"});
    return Robot(std::move(parts));
}

Robot join(const std::vector<PlacedRobot>& robots)
{
    const std::string ground = free_name("ground", robots);
    RobotParts all = {.links = {{ground}}};
    for (std::size_t i = 0; i < robots.size(); ++i) {
        const PlacedRobot& placed = robots[i];
        const auto named = [&](const std::string& name) {
            return placed.prefix.empty() ? name : placed.prefix + "/" + name;
        };
        RobotParts parts = parts_of(placed.robot);
        all.name += (i == 0 ? "" : " + ") + parts.name;
        for (Link& link : parts.links) {
            link.name = named(link.name);
            all.links.push_back(std::move(link));
        }
        for (Joint& joint : parts.joints) {
            joint.name = named(joint.name);
            joint.parent = named(joint.parent);
            joint.child = named(joint.child);
            if (joint.mimic) joint.mimic->joint = named(joint.mimic->joint);
            all.joints.push_back(std::move(joint));
        }
        for (const RobotParts::NamedPair& pair : parts.allowed)
            all.allowed.push_back({named(pair.a), named(pair.b), pair.reason});
        for (RobotParts::State& state : parts.states) {
            if (!state.group.empty() || !placed.prefix.empty()) state.group = named(state.group);
            for (RobotParts::State::Values& each : state.joints) each.joint = named(each.joint);
            all.states.push_back(std::move(state));
        }
        const std::string root = named(placed.robot.links()[placed.robot.root()].name);
        all.joints.push_back({.name = "place of " + root, .parent = ground, .child = root, .origin = placed.pose});
    }
    return Robot(std::move(all));
}

}  // namespace tocca
