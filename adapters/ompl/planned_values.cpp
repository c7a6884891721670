// SPDX-License-Identifier: Apache-2.0
#include "adapters/ompl/planned_values.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "tocca/base/error.hpp"

namespace tocca::planning {

namespace {

/// Whether a robot is where it was when a joint with one value has turned once more: all that follow it must have turned
/// some whole times.
bool same_after_turn(const Robot& robot, std::size_t joint)
{
    const auto joints = robot.joints();
    for (std::size_t follower = 0; follower < joints.size(); ++follower) {
        if (!joints[follower].mimic || robot.first_value(follower) != robot.first_value(joint)) continue;
        double multiplier = 1.0;
        for (std::size_t at = follower; joints[at].mimic; at = *robot.find_joint(joints[at].mimic->joint))
            multiplier *= joints[at].mimic->multiplier;
        if (joints[follower].type == Joint::Type::prismatic || std::trunc(multiplier) != multiplier) return false;
    }
    return true;
}

}  // namespace

std::size_t joint_of(const Robot& robot, std::size_t value)
{
    for (std::size_t joint = 0; joint < robot.joints().size(); ++joint) {
        const std::size_t first = robot.first_value(joint);
        const std::size_t count = value_count(robot.joints()[joint].type);
        if (!robot.joints()[joint].mimic && value >= first && value < first + count) return joint;
    }
    throw std::out_of_range("a robot has no value of that number");
}

ValueKind value_kind(const Robot& robot, std::size_t value)
{
    const std::size_t joint = joint_of(robot, value);
    const std::size_t part = value - robot.first_value(joint);
    switch (robot.joints()[joint].type) {
        case Joint::Type::revolute:
        case Joint::Type::continuous: return same_after_turn(robot, joint) ? ValueKind::angle : ValueKind::real;
        case Joint::Type::planar: return part == 2 ? ValueKind::angle : ValueKind::real;
        case Joint::Type::floating: return part >= 3 ? ValueKind::quaternion : ValueKind::real;
        case Joint::Type::ball: return ValueKind::quaternion;
        case Joint::Type::universal: return ValueKind::angle;
        case Joint::Type::fixed:
        case Joint::Type::prismatic: break;
    }
    return ValueKind::real;
}

std::vector<std::size_t> planned_joints(const Robot& robot, const PlannedJoints& planned)
{
    const auto has_values = [&](std::size_t joint) {
        return !robot.joints()[joint].mimic && value_count(robot.joints()[joint].type) > 0;
    };
    std::vector<std::size_t> joints;
    for (const std::string& name : planned.joints) {
        const auto joint = robot.find_joint(name);
        if (!joint) throw std::invalid_argument("the robot has no joint '" + name + "' to plan");
        if (!has_values(*joint)) throw std::invalid_argument("joint '" + name + "' has no values of its own to plan");
        if (std::find(joints.begin(), joints.end(), *joint) != joints.end())
            throw std::invalid_argument("joint '" + name + "' is to be planned twice");
        joints.push_back(*joint);
    }
    if (planned.joints.empty()) {
        for (std::size_t joint = 0; joint < robot.joints().size(); ++joint) {
            if (has_values(joint)) joints.push_back(joint);
        }
    }
    require(!joints.empty(), "the robot has no joint to plan");
    return joints;
}

std::vector<std::size_t> planned_values(const Robot& robot, const PlannedJoints& planned)
{
    std::vector<std::size_t> values;
    for (const std::size_t joint : planned_joints(robot, planned)) {
        for (std::size_t k = 0; k < value_count(robot.joints()[joint].type); ++k)
            values.push_back(robot.first_value(joint) + k);
    }
    return values;
}

}  // namespace tocca::planning
