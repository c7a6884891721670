// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/detail/joint_frames.hpp"

#include "tocca/base/error.hpp"
#include "tocca/motion/rotation.hpp"
#include "tocca/robot/quaternion_length.hpp"

namespace tocca::robot::detail {

using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

Quaterniond unit_quaternion(std::span<const double> values)
{
    const Quaterniond quaternion(values[3], values[0], values[1], values[2]);
    const double length = quaternion.norm();
    if (!can_be_normalised(length)) {
        throw Error(ErrorCode::not_a_rotation, "a quaternion of length " + std::to_string(length) +
                                                   " is not an orientation: the length must be in [0.5, 2]");
    }
    return quaternion.normalized();
}

Matrix3d plane_frame(const Vector3d& axis) { return motion::rotation_from_z(axis).toRotationMatrix(); }

Isometry3d joint_pose(const Joint& joint, std::span<const double> values)
{
    Isometry3d moved = Isometry3d::Identity();
    switch (joint.type) {
        case Joint::Type::fixed: break;
        case Joint::Type::revolute:
        case Joint::Type::continuous: moved.linear() = AngleAxisd(values[0], joint.axis).toRotationMatrix(); break;
        case Joint::Type::prismatic: moved.translation() = values[0] * joint.axis; break;
        case Joint::Type::planar:
            moved.translation() = plane_frame(joint.axis) * Vector3d(values[0], values[1], 0.0);
            moved.linear() = AngleAxisd(values[2], joint.axis).toRotationMatrix();
            break;
        case Joint::Type::floating:
            moved.translation() = Vector3d(values[0], values[1], values[2]);
            moved.linear() = unit_quaternion(values.subspan(3)).toRotationMatrix();
            break;
        case Joint::Type::ball: moved.linear() = unit_quaternion(values).toRotationMatrix(); break;
        case Joint::Type::universal:
            moved.linear() =
                (AngleAxisd(values[0], joint.axis) * AngleAxisd(values[1], joint.second_axis)).toRotationMatrix();
            break;
    }
    return joint.origin * moved;
}

}  // namespace tocca::robot::detail
