// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/robot_recorder.hpp"

#include <utility>

#include "tocca/report/detail/joint_turn.hpp"
#include "tocca/robot/configuration.hpp"

namespace tocca {
namespace {

using Eigen::Isometry3d;
using Eigen::VectorXd;

std::string shape_name(const std::string& name, std::size_t shape, std::size_t shapes)
{
    return shapes == 1 ? name : name + " " + std::to_string(shape);
}

}  // namespace

RobotRecorder::RobotRecorder(std::string title, const RobotChecker& checker)
    : checker_(checker), recorder_(std::move(title))
{
    std::size_t next = 0;
    const auto add = [&](const std::string& name, const std::vector<RobotShape>& shapes) {
        first_body_.push_back(next);
        next += shapes.size();
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            recorder_.add_padded_body(shape_name(name, i, shapes.size()), *shapes[i].body, shapes[i].padding);
        }
    };
    for (const Link& link : checker.robot().links()) add(link.name, link.shapes);
    for (const Obstacle& object : checker.scene().objects) add(object.name, object.shapes);
}

void RobotRecorder::add_edge(const JointMotion& motion, RecordedStep step, std::span<const Contact> contacts)
{
    std::vector<BodyContact> recorded;
    for (const Contact& contact : contacts) {
        BodyContact of_bodies{.contact = contact, .distance = contact.distance};
        for (std::size_t side = 0; side < 2; ++side) {
            of_bodies.contact.objects[side] =
                static_cast<std::uint32_t>(recorded_body(contact.objects[side], contact.shapes[side]));
        }
        recorded.push_back(of_bodies);
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
    const std::vector<Isometry3d> links = checker_.robot().poses(configuration);
    std::vector<Isometry3d> poses;
    for (std::size_t link = 0; link < links.size(); ++link) {
        poses.insert(poses.end(), checker_.robot().links()[link].shapes.size(), links[link]);
    }
    for (const Obstacle& object : checker_.scene().objects) {
        poses.insert(poses.end(), object.shapes.size(), object.pose);
    }
    return poses;
}

}  // namespace tocca
