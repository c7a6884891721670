// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tocca/report/pose_recorder.hpp"
#include "tocca/report/recorded_motion.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca {

/// Records a robot's motions, edge by edge. Every shape of every link and object is a body; edges that do not follow on
/// each other are cuts.
class RobotRecorder {
public:
    /// Assumes: the checker outlives it.
    explicit RobotRecorder(std::string title, const RobotChecker& checker);

    /// An edge, the answer about it and its contacts.
    ///
    /// Throws: as Robot::poses.
    void add_edge(const JointMotion& motion, RecordedStep step, std::span<const Contact> contacts);

    /// Where the robot is before any edge: what a recording without edges shows.
    void place(const Eigen::VectorXd& configuration);

    [[nodiscard]] RecordedMotion motion() const { return recorder_.motion(); }

    /// The number of the body that a shape of a link or object is in the recording.
    [[nodiscard]] std::size_t recorded_body(std::uint32_t body, std::size_t shape) const
    {
        return first_body_.at(body) + shape;
    }

private:
    [[nodiscard]] std::vector<Eigen::Isometry3d> poses_at(const Eigen::VectorXd& configuration) const;

    const RobotChecker& checker_;
    PoseRecorder recorder_;
    std::vector<std::size_t> first_body_;  // of each link and object, in the recording
};

}  // namespace tocca
