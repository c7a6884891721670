// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/configuration.hpp"

#include <Eigen/Geometry>

#include "tocca/base/error.hpp"

namespace tocca {

using Eigen::Index;
using Eigen::Quaterniond;
using Eigen::VectorXd;

std::optional<Index> quaternion_place(Joint::Type type)
{
    if (type == Joint::Type::ball) return 0;
    if (type == Joint::Type::floating) return 3;
    return std::nullopt;
}

VectorXd configuration_at(const Robot& robot, const JointMotion& motion, double t)
{
    robot.check(motion.from);
    robot.check(motion.to);
    if (t == 0.0) return motion.from;
    if (t == 1.0) return motion.to;
    VectorXd values = (1.0 - t) * motion.from + t * motion.to;
    for (std::size_t i = 0; i < robot.joints().size(); ++i) {
        const auto place = quaternion_place(robot.joints()[i].type);
        if (!place) continue;
        const Index first = static_cast<Index>(robot.first_value(i)) + *place;
        const auto at = [&](const VectorXd& configuration) {
            return Quaterniond(configuration[first + 3], configuration[first], configuration[first + 1],
                               configuration[first + 2])
                .normalized();
        };
        values.segment<4>(first) = at(motion.from).slerp(t, at(motion.to)).coeffs();
    }
    return values;
}

void check_limits(const Robot& robot, const JointMotion& motion)
{
    for (const VectorXd* end : {&motion.from, &motion.to}) {
        if (const auto broken = robot.limit_broken(*end)) throw Error(ErrorCode::joint_limit, *broken);
    }
}

}  // namespace tocca
