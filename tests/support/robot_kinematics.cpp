// SPDX-License-Identifier: Apache-2.0
#include "support/robot_kinematics.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace tocca::support {

namespace {

using Quaternion = std::array<long double, 4>;  // x, y, z, w

LongMatrix turned(const LongVector& axis, long double angle)
{
    // Rodrigues' formula.
    const LongVector a = axis.normalized();
    LongMatrix cross;
    cross << 0.0L, -a.z(), a.y(), a.z(), 0.0L, -a.x(), -a.y(), a.x(), 0.0L;
    const long double half = std::sin(0.5L * angle);
    return LongMatrix::Identity() + std::sin(angle) * cross + 2.0L * half * half * (cross * cross);
}

/// The rotation nearest to one that is rounded; the error is squared each time.
LongMatrix straightened(LongMatrix rotation)
{
    for (int pass = 0; pass < 4; ++pass) {
        const LongMatrix defect = rotation.transpose() * rotation;
        rotation = (0.5L * rotation * (3.0L * LongMatrix::Identity() - defect)).eval();
    }
    return rotation;
}

Quaternion normalised(Quaternion q)
{
    const long double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (long double& x : q) x /= length;
    return q;
}

/// to times the conjugate of from.
Quaternion difference(const Quaternion& from, const Quaternion& to)
{
    const auto [fx, fy, fz, fw] = from;
    const auto [tx, ty, tz, tw] = to;
    return {-tw * fx + tx * fw - ty * fz + tz * fy, -tw * fy + tx * fz + ty * fw - tz * fx,
            -tw * fz - tx * fy + ty * fx + tz * fw, tw * fw + tx * fx + ty * fy + tz * fz};
}

LongMatrix matrix_of(const Quaternion& q)
{
    const LongVector v(q[0], q[1], q[2]);
    const long double sine = v.norm();
    return sine == 0.0L ? LongMatrix(LongMatrix::Identity()) : turned(v, 2.0L * std::atan2(sine, q[3]));
}

/// From one orientation to the other, the shorter way, at constant speed.
LongMatrix between(const Quaternion& from, const Quaternion& to, long double t)
{
    Quaternion way = difference(from, to);
    if (way[3] < 0.0L) {
        for (long double& x : way) x = -x;
    }
    const LongVector v(way[0], way[1], way[2]);
    const long double sine = v.norm();
    const LongMatrix start = matrix_of(from);
    return sine == 0.0L ? start : LongMatrix(turned(v, t * 2.0L * std::atan2(sine, way[3])) * start);
}

/// The shortest rotation from z to an axis.
LongMatrix from_z(const LongVector& axis)
{
    const LongVector a = axis.normalized(), across = LongVector::UnitZ().cross(a);
    const long double sine = across.norm();
    if (sine == 0.0L && a.z() > 0.0L) return LongMatrix::Identity();
    return turned(sine == 0.0L ? LongVector(LongVector::UnitX()) : across, std::atan2(sine, a.z()));
}

}  // namespace

ReferenceRobotMotion::ReferenceRobotMotion(const Robot& robot, JointMotion motion)
    : robot_(robot), motion_(std::move(motion))
{
    for (std::size_t i = 0; i < robot.joints().size(); ++i) {
        const Joint& joint = robot.joints()[i];
        const auto from = robot.values_of(i, motion_.from), to = robot.values_of(i, motion_.to);
        reach_ += joint.origin.translation().norm();
        const auto size = [&](std::size_t k) { return std::abs(from[k]) + std::abs(to[k]); };
        const auto turn = [&](std::size_t k) { return std::abs(to[k] - from[k]); };
        switch (joint.type) {
            case Joint::Type::fixed: break;
            case Joint::Type::revolute:
            case Joint::Type::continuous: turn_ += turn(0); break;
            case Joint::Type::prismatic: reach_ += size(0); break;
            case Joint::Type::planar:
                reach_ += size(0) + size(1);
                turn_ += turn(2);
                break;
            case Joint::Type::floating: reach_ += size(0) + size(1) + size(2); [[fallthrough]];
            case Joint::Type::ball: turn_ += 3.2; break;
            case Joint::Type::universal: turn_ += turn(0) + turn(1); break;
        }
    }
}

LongPose ReferenceRobotMotion::joint_pose(std::size_t index, long double t) const
{
    const Joint& joint = robot_.joints()[index];
    const auto from = robot_.values_of(index, motion_.from), to = robot_.values_of(index, motion_.to);
    const auto value = [&](std::size_t k) {
        return static_cast<long double>(from[k]) +
               t * (static_cast<long double>(to[k]) - static_cast<long double>(from[k]));
    };
    const auto quaternion = [](const auto& values, std::size_t k) {
        return normalised({values[k], values[k + 1], values[k + 2], values[k + 3]});
    };
    const LongVector axis = joint.axis.cast<long double>(), second = joint.second_axis.cast<long double>();
    LongPose moved;
    switch (joint.type) {
        case Joint::Type::fixed: break;
        case Joint::Type::revolute:
        case Joint::Type::continuous: moved.rotation = turned(axis, value(0)); break;
        case Joint::Type::prismatic: moved.origin = value(0) * axis.normalized(); break;
        case Joint::Type::planar:
            moved.origin = from_z(axis) * LongVector(value(0), value(1), 0.0L);
            moved.rotation = turned(axis, value(2));
            break;
        case Joint::Type::floating:
            moved.origin = {value(0), value(1), value(2)};
            moved.rotation = between(quaternion(from, 3), quaternion(to, 3), t);
            break;
        case Joint::Type::ball: moved.rotation = between(quaternion(from, 0), quaternion(to, 0), t); break;
        case Joint::Type::universal: moved.rotation = turned(axis, value(0)) * turned(second, value(1)); break;
    }
    const LongPose origin = {straightened(joint.origin.linear().cast<long double>()),
                             joint.origin.translation().cast<long double>()};
    return origin * moved;
}

LongPose ReferenceRobotMotion::pose(LinkId link, double t) const
{
    LongPose pose;
    while (const auto joint = robot_.joint_above(link)) {
        pose = joint_pose(*joint, t) * pose;
        link = *robot_.find_link(robot_.joints()[*joint].parent);
    }
    return pose;
}

std::vector<LongPose> ReferenceRobotMotion::poses(double t) const
{
    std::vector<LongPose> poses(robot_.links().size());
    for (const LinkId link : robot_.order()) {
        if (const auto joint = robot_.joint_above(link))
            poses[link] = poses[*robot_.parent(link)] * joint_pose(*joint, t);
    }
    return poses;
}

}  // namespace tocca::support
