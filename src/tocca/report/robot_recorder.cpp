// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/robot_recorder.hpp"

#include <utility>

#include "tocca/report/detail/robot_poses.hpp"
#include "tocca/robot/configuration.hpp"

namespace tocca {

using Eigen::Isometry3d;
using Eigen::VectorXd;

RobotRecorder::RobotRecorder(std::string title, const RobotChecker& checker)
    : checker_(checker), recorder_(std::move(title))
{
    const auto add = [&](const std::string& name, const std::vector<RobotShape>& shapes) {
        first_body_.push_back(report::detail::add_shapes(recorder_, name, shapes));
    };
    for (const Link& link : checker.robot().links()) add(link.name, link.shapes);
    for (const Obstacle& object : checker.scene().objects) add(object.name, object.shapes);
}

void RobotRecorder::add_edge(const JointMotion& motion, RecordedStep step, std::span<const Contact> contacts)
{
    std::vector<Contact> recorded(contacts.begin(), contacts.end());
    for (Contact& contact : recorded) {
        for (std::size_t side = 0; side < 2; ++side) {
            contact.objects[side] =
                static_cast<std::uint32_t>(recorded_body(contact.objects[side], contact.shapes[side]));
        }
    }
    const Robot& robot = checker_.robot();
    recorder_.add_step(
        PoseRecorder::Motion{.poses = [&](double t) { return poses_at(configuration_at(robot, motion, t)); },
                             .turn = report::detail::joint_turn(robot, motion)},
        std::move(step), recorded);
}

void RobotRecorder::place(const VectorXd& configuration) { recorder_.place(poses_at(configuration)); }

std::vector<Isometry3d> RobotRecorder::poses_at(const VectorXd& configuration) const
{
    std::vector<Isometry3d> poses;
    report::detail::append_poses(checker_.robot(), configuration, poses);
    for (const Obstacle& object : checker_.scene().objects) {
        poses.insert(poses.end(), object.shapes.size(), object.pose);
    }
    return poses;
}

}  // namespace tocca
