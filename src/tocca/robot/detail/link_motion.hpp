// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/rigid/body_motion.hpp"
#include "tocca/robot/detail/robot_motion.hpp"

namespace tocca::robot::detail {

/// The motion of a link in the frame of an element above it, or of the root, for a search of contacts.
///
/// With A_j the orientation and o_j the origin of the j-th frame of the chain, T_j + v_j t its place and w_j its angular
/// velocity in the frame before, and W_j = |w_1| + .. + |w_j|: the k-th derivative of A_j has a norm of at most W_j^k, by
/// the product rule and induction; so that of o_j = o_(j-1) + A_(j-1) (T_j + v_j t) has one of at most the sum of
/// W^k l + k W^(k-1) |v| over the frames up to j, with W of the frame before and l the largest |T + v t|. Velocity and
/// acceleration at the time itself are computed: w = sum of A w_j, its derivative, those of o_j.
class LinkMotion final : public rigid::BodyMotion {
public:
    /// `radius` is at least the distance of any point of the link's body from the origin of the link's frame; `joints` is
    /// how many there are in the chain, moving or not.
    LinkMotion(const RobotMotion& motion, const LinkPlace& place, ElementId base, double radius, std::uint32_t joints);

    [[nodiscard]] rigid::MovingFrame at(double t) const override;
    [[nodiscard]] double position_error() const override { return position_error_; }
    [[nodiscard]] bool moves() const { return !frames_.empty(); }

private:
    struct Frame {
        Eigen::Vector3d start, velocity, angular_velocity;
        /// The orientation at t is first + sin(|w| t) sine + (1 - cos(|w| t)) versine.
        Eigen::Matrix3d first, sine, versine;
        double turn;
    };

    std::vector<Frame> frames_;
    Eigen::Matrix3d rotation_;  // of the link in the last frame
    Eigen::Vector3d origin_;
    Eigen::Vector3d drift_ = Eigen::Vector3d::Zero();
    double speed_ = 0.0, pivot_speed_ = 0.0;
    double acceleration_ = 0.0, pivot_acceleration_ = 0.0;  // at any time
    double jerk_ = 0.0, pivot_jerk_ = 0.0;
    double position_error_ = 0.0, velocity_error_ = 0.0, turn_error_ = 0.0;
    double acceleration_error_ = 0.0, turn_acceleration_error_ = 0.0;
};

}  // namespace tocca::robot::detail
