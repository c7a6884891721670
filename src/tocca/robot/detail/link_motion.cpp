// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/detail/link_motion.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "tocca/motion/rotation.hpp"
#include "tocca/motion/sine_cosine.hpp"

namespace tocca::robot::detail {

using Eigen::Matrix3d;
using Eigen::Vector3d;

LinkMotion::LinkMotion(const RobotMotion& motion, const LinkPlace& place, ElementId base, double radius,
                       std::uint32_t joints)
    : rotation_(place.pose.linear()), origin_(place.pose.translation())
{
    double reach = place.reach, slide = 0.0, orientations = 0.0;
    for (ElementId i = place.element; i != base; i = motion.elements()[i].parent) {
        const ChainElement& element = motion.elements()[i];
        reach += motion.sums(i).reach;
        slide += motion.sums(i).slide;
        orientations += motion.sums(i).orientations;
        Frame frame = {.start = element.start,
                       .velocity = element.velocity,
                       .angular_velocity = element.angular_velocity,
                       .first = element.rotation,
                       .sine = Matrix3d::Zero(),
                       .versine = Matrix3d::Zero(),
                       .turn = element.angular_velocity.norm()};
        if (frame.turn > 0.0) {
            const Vector3d axis = element.angular_velocity.stableNormalized();
            frame.sine = motion::cross_columns(axis, frame.first);
            frame.versine = motion::cross_columns(axis, frame.sine);
        }
        frames_.push_back(frame);
    }
    std::reverse(frames_.begin(), frames_.end());

    // Greatest values over the whole motion; `turn` is W of the frame before.
    double turn = 0.0;
    Matrix3d before = Matrix3d::Identity();
    for (const Frame& frame : frames_) {
        const double length = std::max(frame.start.norm(), (frame.start + frame.velocity).norm());
        const double speed = frame.velocity.norm();
        if (turn == 0.0)
            drift_ += before * frame.velocity;
        else
            pivot_speed_ += speed + turn * length;
        pivot_acceleration_ += turn * turn * length + 2.0 * turn * speed;
        pivot_jerk_ += turn * turn * turn * length + 3.0 * turn * turn * speed;
        turn += frame.turn;
        before = before * frame.first;
    }
    constexpr double rounded_up = 1.0 + 0x1p-40;
    speed_ = turn * rounded_up;
    acceleration_ = turn * turn * rounded_up;
    jerk_ = turn * turn * turn * rounded_up;
    pivot_speed_ *= rounded_up;
    pivot_acceleration_ *= rounded_up;
    pivot_jerk_ *= rounded_up;

    // An orientation is a product of one matrix for each joint, each wrong by less than 2^-47 (1 + |w|) of its own and by
    // the roundings of one product; a place is a sum of as many products with lengths that add up to `reach`. A turn
    // that is a difference of orientations is wrong by as much, however small it is.
    const double part = 0x1p-45 * (turn + 4.0 * (static_cast<double>(joints) + 2.0));
    const double turns = turn + orientations;
    position_error_ = part * (reach + radius) + rigid::least_length;
    velocity_error_ = 4.0 * part * (slide + turns * reach);
    turn_error_ = 4.0 * part * turns;
    acceleration_error_ = 16.0 * part * turns * (2.0 * slide + turns * reach);
    turn_acceleration_error_ = 16.0 * part * turns * turns;
}

rigid::MovingFrame LinkMotion::at(double t) const
{
    Matrix3d orientation = Matrix3d::Identity();
    Vector3d place = Vector3d::Zero(), velocity = Vector3d::Zero(), acceleration = Vector3d::Zero();
    Vector3d turn = Vector3d::Zero(), turn_change = Vector3d::Zero();
    bool turned = false;
    for (const Frame& frame : frames_) {
        const Vector3d arm = orientation * (frame.start + t * frame.velocity), sliding = orientation * frame.velocity;
        if (turned) {
            const Vector3d swept = turn.cross(arm);
            acceleration += turn_change.cross(arm) + turn.cross(swept + 2.0 * sliding);
            velocity += swept;
        }
        velocity += sliding;
        place += arm;
        if (frame.turn > 0.0) {
            const Vector3d added = orientation * frame.angular_velocity;
            turn_change += turn.cross(added);
            turn += added;
            const auto [sine, cosine] = motion::sine_cosine(frame.turn * t);
            // 1 - cos = 2 sin^2(half) loses nothing; here an absolute error is enough.
            orientation = orientation * (frame.first + sine * frame.sine + (1.0 - cosine) * frame.versine);
            turned = true;
        } else {
            orientation = orientation * frame.first;
        }
    }
    const double turning = turn_change.norm() + turn.squaredNorm();
    return {.rotation = orientation * rotation_,
            .origin = orientation * origin_ + place,
            .pivot = place,
            .velocity = velocity,
            .angular_velocity = turn,
            .drift = drift_,
            .speed = speed_,
            .acceleration = turning * (1.0 + 0x1p-40) + turn_acceleration_error_,
            .jerk = jerk_,
            .pivot_speed = pivot_speed_,
            .pivot_acceleration = acceleration.norm() * (1.0 + 0x1p-40) + acceleration_error_,
            .pivot_jerk = pivot_jerk_,
            .pivot_error = 2.0 * position_error_,
            .velocity_error = velocity_error_,
            .turn_error = turn_error_};
}

}  // namespace tocca::robot::detail
