// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "tocca/motion/rigid_motion.hpp"

namespace tocca {

/// A rigid motion, checked and prepared for evaluation.
///
/// The exact motion of a body point x, in body coordinates, which answers are about, is
///     p(t) = start + t velocity + exp(t [angular_velocity]) R0 (x - reference),    t in [0, 1],
/// with the four vectors the doubles that this class reports, and R0 the rotation nearest to from.linear() in exact
/// arithmetic. Its ends are the poses given (with the nearest rotations) within position_error().
class RigidPath {
public:
    /// Throws: Error (not_finite) for NaN and infinity, also where places overflow; Error (not_a_rotation) for a linear
    ///         part further than 1e-9 (Frobenius norm) from every rotation, such as a reflection or a scaling, and for a
    ///         turn of more than `greatest_turn`. The linear part of `to` may be any where `rotation` is given.
    explicit RigidPath(const RigidMotion& motion);

    /// Radians; the bounds of the sine and cosine hold up to here.
    static constexpr double greatest_turn = 0x1p20;

    /// A pose: x -> rotation * x + origin, x in body coordinates.
    struct Place {
        Eigen::Matrix3d rotation;
        Eigen::Vector3d origin;

        [[nodiscard]] Eigen::Isometry3d pose() const
        {
            Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
            pose.linear() = rotation;
            pose.translation() = origin;
            return pose;
        }
    };

    /// The place at time t, within position_error() of the exact motion. At t = 0 the stored start.
    ///
    /// Assumes: t in [0, 1].
    /// Cost:    some 20 ns; no sine and no cosine where nothing turns.
    [[nodiscard]] Place at(double t) const;

    /// The start of the reference point, and its velocity.
    [[nodiscard]] const Eigen::Vector3d& start() const { return start_; }
    [[nodiscard]] const Eigen::Vector3d& velocity() const { return velocity_; }
    /// Axis times angle of the whole step, in world axes.
    [[nodiscard]] const Eigen::Vector3d& angular_velocity() const { return angular_velocity_; }
    /// In body coordinates.
    [[nodiscard]] const Eigen::Vector3d& reference() const { return reference_; }

    [[nodiscard]] bool rotates() const { return rotates_; }
    [[nodiscard]] bool moves() const { return moves_; }

    /// Bound on the distance between the computed and the exact place, at any t in [0, 1], of a body point x at most
    /// `radius` from the reference point: the computed one is rotation * x + origin of at(t), evaluated in doubles with
    /// the terms of each component added in any order. docs/motion.md derives it.
    [[nodiscard]] double position_error(double radius) const { return place_error_ + turn_error_ * radius; }

private:
    Eigen::Vector3d start_, velocity_, angular_velocity_, reference_;
    bool rotates_ = false, moves_ = false;

    // The place at t is first + sin(2h) sine + (1 - cos(2h)) versine + t velocity, with h = t half_turn.
    Place first_, sine_, versine_;
    double half_turn_ = 0.0;

    double place_error_ = 0.0, turn_error_ = 0.0;
};

}  // namespace tocca
