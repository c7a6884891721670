// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "tocca/motion/rigid_path.hpp"

namespace tocca::detail {

/// Where a body is at a time t, how it moves there, and how it may move from then on.
///
/// With r the offset of a body's point from the pivot at t, the point's velocity at t is velocity + angular_velocity x r.
/// From t on its acceleration is at most acceleration |r|, and its velocity differs from `drift` by at most speed |r|.
struct MovingFrame {
    Eigen::Matrix3d rotation;  ///< x -> rotation * x + origin, x in body coordinates
    Eigen::Vector3d origin;
    Eigen::Vector3d pivot;
    Eigen::Vector3d velocity;
    Eigen::Vector3d angular_velocity;
    Eigen::Vector3d drift;
    double speed = 0.0;
    double acceleration = 0.0;

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
/// most |w| |r| and |w|^2 |r| for all time.
class RigidBodyMotion final : public BodyMotion {
public:
    /// `radius` is at least the distance of any point of the body from the motion's reference point.
    RigidBodyMotion(const RigidMotion& motion, double radius)
        : path_(motion),
          position_error_(path_.position_error(radius)),
          speed_(path_.angular_velocity().norm() * (1.0 + 0x1p-48)),
          acceleration_(path_.angular_velocity().squaredNorm() * (1.0 + 0x1p-48))
    {}

    [[nodiscard]] MovingFrame at(double t) const override
    {
        const RigidPath::Place place = path_.at(t);
        return {.rotation = place.rotation,
                .origin = place.origin,
                .pivot = path_.start() + t * path_.velocity(),
                .velocity = path_.velocity(),
                .angular_velocity = path_.angular_velocity(),
                .drift = path_.velocity(),
                .speed = speed_,
                .acceleration = acceleration_};
    }

    [[nodiscard]] double position_error() const override { return position_error_; }
    [[nodiscard]] const RigidPath& path() const { return path_; }

private:
    RigidPath path_;
    double position_error_;
    double speed_;
    double acceleration_;
};

}  // namespace tocca::detail
