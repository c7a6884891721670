// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/detail/robot_poses.hpp"

#include <cmath>
#include <numbers>

#include "tocca/robot/configuration.hpp"

namespace tocca::report::detail {

std::size_t add_shapes(PoseRecorder& recorder, const std::string& name, const std::vector<RobotShape>& shapes)
{
    const std::size_t first = recorder.body_count();
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const std::string number = shapes.size() == 1 ? "" : " " + std::to_string(i);
        recorder.add_padded_body(name + number, *shapes[i].body, shapes[i].padding);
    }
    return first;
}

void append_poses(const Robot& robot, const Eigen::VectorXd& configuration, std::vector<Eigen::Isometry3d>& poses)
{
    const auto links = robot.poses(configuration);
    for (std::size_t link = 0; link < links.size(); ++link) {
        poses.insert(poses.end(), robot.links()[link].shapes.size(), links[link]);
    }
}

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
