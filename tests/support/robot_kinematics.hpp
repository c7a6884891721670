// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "tocca/robot/robot.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::support {

using LongVector = Eigen::Matrix<long double, 3, 1>;
using LongMatrix = Eigen::Matrix<long double, 3, 3>;

/// x -> rotation x + origin, in extended precision.
struct LongPose {
    LongMatrix rotation = LongMatrix::Identity();
    LongVector origin = LongVector::Zero();

    [[nodiscard]] LongVector operator*(const LongVector& x) const { return rotation * x + origin; }
    [[nodiscard]] LongPose operator*(const LongPose& below) const
    {
        return {rotation * below.rotation, rotation * below.origin + origin};
    }
    [[nodiscard]] LongPose inverse() const { return {rotation.transpose(), -(rotation.transpose() * origin)}; }
};

/// A motion of a robot as joint.hpp and JointMotion define it, joint by joint from link to root in extended precision: the
/// values at a time, then the joints at these values. Shares no code with the library's kinematics.
class ReferenceRobotMotion {
public:
    ReferenceRobotMotion(const Robot& robot, JointMotion motion);

    /// The pose of a link in the root's frame.
    [[nodiscard]] LongPose pose(LinkId link, double t) const;
    [[nodiscard]] std::vector<LongPose> poses(double t) const;

    /// At least what the links' places are sums of: the lengths of all offsets, and of all that slides.
    [[nodiscard]] double reach() const { return reach_; }
    /// How much the joints turn, all together.
    [[nodiscard]] double turn() const { return turn_; }

private:
    [[nodiscard]] LongPose joint_pose(std::size_t joint, long double t) const;

    const Robot& robot_;
    JointMotion motion_;
    double reach_ = 0.0, turn_ = 0.0;
};

}  // namespace tocca::support
