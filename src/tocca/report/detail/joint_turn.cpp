// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/detail/joint_turn.hpp"

#include <cmath>
#include <numbers>

#include "tocca/robot/configuration.hpp"

namespace tocca::report::detail {

double joint_turn(const Robot& robot, const JointMotion& motion)
{
    double turn = 0.0;
    for (std::size_t i = 0; i < robot.joints().size(); ++i) {
        const Joint& joint = robot.joints()[i];
        if (quaternion_place(joint.type)) {
            turn += std::numbers::pi;
            continue;
        }
        const auto from = robot.values_of(i, motion.from), to = robot.values_of(i, motion.to);
        const std::size_t count = value_count(joint.type);
        const std::size_t first = joint.type == Joint::Type::prismatic ? count
                                  : joint.type == Joint::Type::planar  ? 2
                                                                       : 0;
        for (std::size_t value = first; value < count; ++value) turn += std::abs(to[value] - from[value]);
    }
    return turn;
}

}  // namespace tocca::report::detail
