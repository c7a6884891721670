// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/joint_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/robot/quaternion_length.hpp"

namespace tocca {
namespace {

using Eigen::Index;

/// Where the orientation begins among the values of a joint that has one.
std::optional<std::size_t> orientation_of(Joint::Type type)
{
    if (type == Joint::Type::floating) return 3;
    if (type == Joint::Type::ball) return 0;
    return std::nullopt;
}

}  // namespace

OrientationReading normalise_orientations(Eigen::VectorXd& configuration, const Robot& robot)
{
    require(configuration.size() == static_cast<Index>(robot.value_count()),
            "a configuration must have as many values as the robot has");
    OrientationReading reading;
    for (std::size_t i = 0; i < robot.joints().size(); ++i) {
        const auto place = orientation_of(robot.joints()[i].type);
        if (!place) continue;
        auto quaternion = configuration.segment<4>(static_cast<Index>(robot.first_value(i) + *place));
        const double length = quaternion.norm();
        if (is_nearly_one(length)) continue;
        if (!can_be_normalised(length)) {
            reading.fault = fmt::format("the quaternion of joint {} has length {:.6g}, not 1",
                                        io::detail::excerpt(robot.joints()[i].name), length);
            return reading;
        }
        if (reading.joint.empty()) reading.joint = robot.joints()[i].name;
        reading.shortest = std::min(reading.shortest, length);
        reading.longest = std::max(reading.longest, length);
        quaternion /= length;
    }
    return reading;
}

ValueReading find_value(const Robot& robot, std::string_view name)
{
    for (std::size_t i = 0; i < robot.joints().size(); ++i) {
        const Joint& joint = robot.joints()[i];
        if (!name.starts_with(joint.name)) continue;
        const std::string_view part = name.substr(joint.name.size());
        const std::size_t count = value_count(joint.type);
        if (part.empty() && joint.mimic) {
            return {0, fmt::format("joint {} follows {} and has no value of its own", io::detail::excerpt(name),
                                   io::detail::excerpt(joint.mimic->joint))};
        }
        if (part.empty() && count != 1) {
            return {0, count == 0 ? fmt::format("joint {} is fixed and has no value", io::detail::excerpt(name))
                                  : fmt::format("joint {} has {} values, such as {}.{}", io::detail::excerpt(name),
                                                count, joint.name, value_name(joint.type, 0))};
        }
        if (part.empty()) return {robot.first_value(i)};
        if (part.front() != '.' || count < 2) continue;
        for (std::size_t k = 0; k < count; ++k) {
            if (part.substr(1) == value_name(joint.type, k)) return {robot.first_value(i) + k};
        }
    }
    return {0, fmt::format("the robot '{}' has no joint value {}", robot.name(), io::detail::excerpt(name))};
}

}  // namespace tocca
