// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "tocca/motion/rigid_path.hpp"

namespace tocca::rigid {

/// Squares of lengths far below this are lost. As an error of places it keeps their loss from mattering.
inline constexpr double least_length = 0x1p-460;

/// Where a body is at a time t, how it moves there, and how it may move from then on.
///
/// With r the offset of a body's point from the pivot at t, the point's velocity at t is velocity + angular_velocity x r.
/// A time s later its acceleration is at most (pivot_acceleration + s pivot_jerk) + (acceleration + s jerk) |r|, and its
/// velocity differs from `drift` by at most pivot_speed + speed |r| at any time from t on.
struct MovingFrame {
    Eigen::Matrix3d rotation;  ///< x -> rotation * x + origin, x in body coordinates
    Eigen::Vector3d origin;
    Eigen::Vector3d pivot;
    Eigen::Vector3d velocity;
    Eigen::Vector3d angular_velocity;
    Eigen::Vector3d drift;
    double speed = 0.0;
    double acceleration = 0.0;
    double jerk = 0.0;
    double pivot_speed = 0.0;
    double pivot_acceleration = 0.0;
    double pivot_jerk = 0.0;
    /// The pivot moves uniformly, and the angular velocity stays as it is.
    bool uniform = false;
    /// Of the offset of any placed point of the body from the pivot: of its place, and of the pivot itself.
    double pivot_error = 0.0;
    /// Of a point's velocity, as far as it comes from the two velocities: velocity_error + turn_error |r|.
    double velocity_error = 0.0;
    double turn_error = 0.0;

    [[nodiscard]] Eigen::Vector3d place(const Eigen::Vector3d& point) const { return rotation * point + origin; }
};

/// The motion of a body as a search for contacts sees it.
class BodyMotion {
public:
    BodyMotion() = default;
    BodyMotion(const BodyMotion&) = default;
    BodyMotion& operator=(const BodyMotion&) = default;
    virtual ~BodyMotion() = default;

    [[nodiscard]] virtual MovingFrame at(double t) const = 0;
    /// A bound of the distance between the computed and the exact place of any point of the body, at any time.
    [[nodiscard]] virtual double position_error() const = 0;
};

/// Constant velocity and angular velocity about a reference point.
///
/// The offset r from the reference point turns about the axis: its derivatives are w x r and w x (w x r), with norms at
/// most |w| |r| and |w|^2 |r| for all time. All points of the axis through the reference point move alike, so the pivot may
/// be any of them: the one nearest to the middle of the body keeps |r| small.
class RigidBodyMotion final : public BodyMotion {
public:
    /// `radius` is at least the distance of any point of the body from the motion's reference point, `middle` is in body
    /// coordinates.
    RigidBodyMotion(const RigidMotion& motion, double radius, const Eigen::Vector3d& middle)
        : path_(motion),
          position_error_(path_.position_error(radius)),
          speed_(path_.angular_velocity().norm() * (1.0 + 0x1p-48)),
          acceleration_(path_.angular_velocity().squaredNorm() * (1.0 + 0x1p-48)),
          first_pivot_(path_.start())
    {
        if (path_.rotates()) {
            const Eigen::Vector3d axis = path_.angular_velocity().stableNormalized();
            first_pivot_ += axis.dot(path_.at(0.0).rotation * (middle - path_.reference())) * axis;
        }
        // An axis is wrong by some 2^-51, as is each sum, of numbers below these; and the placed point by its own error.
        pivot_error_ = position_error_ + 0x1p-48 * (path_.start().cwiseAbs().sum() + first_pivot_.cwiseAbs().sum() +
                                                    path_.velocity().cwiseAbs().sum());
    }

    [[nodiscard]] MovingFrame at(double t) const override
    {
        const RigidPath::Place place = path_.at(t);
        return {.rotation = place.rotation,
                .origin = place.origin,
                .pivot = first_pivot_ + t * path_.velocity(),
                .velocity = path_.velocity(),
                .angular_velocity = path_.angular_velocity(),
                .drift = path_.velocity(),
                .speed = speed_,
                .acceleration = acceleration_,
                .uniform = true,
                .pivot_error = pivot_error_};
    }

    [[nodiscard]] double position_error() const override { return position_error_; }
    [[nodiscard]] const RigidPath& path() const { return path_; }

private:
    RigidPath path_;
    double position_error_;
    double speed_;
    double acceleration_;
    Eigen::Vector3d first_pivot_;
    double pivot_error_ = 0.0;
};

}  // namespace tocca::rigid
