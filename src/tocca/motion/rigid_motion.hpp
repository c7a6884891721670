// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <optional>

namespace tocca {

/// The motion of a body during the step: an aggregate, written as {.from = T0, .to = T1}.
///
/// The body turns at constant angular velocity about its reference point, which itself moves on a straight line at
/// constant speed. The turn is the shortest one between the two orientations unless `rotation` says otherwise. The
/// reference point is part of the motion: the same two poses with another reference are another motion.
/// RigidPath checks a motion and evaluates it.
struct RigidMotion {
    Eigen::Isometry3d from = Eigen::Isometry3d::Identity();
    Eigen::Isometry3d to = Eigen::Isometry3d::Identity();
    /// The point of the body, in its own coordinates, that moves on a straight line at constant speed.
    Eigen::Vector3d reference = Eigen::Vector3d::Zero();
    /// The whole rotation as axis times angle (radians, world axes), for turns of half a turn and more. When given, the
    /// orientation at the end is that rotation after `from`, and of `to` only the place of the reference point counts.
    std::optional<Eigen::Vector3d> rotation = {};
};

/// The body rests.
[[nodiscard]] RigidMotion at_rest(const Eigen::Isometry3d& pose);

/// The body moves by `by` (world axes) without turning.
[[nodiscard]] RigidMotion translation(const Eigen::Isometry3d& from, const Eigen::Vector3d& by);

/// The body turns about the point `centre` of the world, which stays in place; `rotation` is axis times angle (radians,
/// world axes) and may be many turns.
[[nodiscard]] RigidMotion turn(const Eigen::Isometry3d& from, const Eigen::Vector3d& centre,
                               const Eigen::Vector3d& rotation);

/// The screw motion between two poses: a constant twist, every point on a helix about one axis. The reference point is
/// the point of that axis nearest to the body's origin.
///
/// The axis recedes as the turn gets smaller. Below a turn of 2^-22 radians the reference point is the body's origin,
/// whose chord then differs from its helix by less than 2^-24 of its length.
/// Assumes: poses as RigidPath accepts them; others are refused there.
[[nodiscard]] RigidMotion screw_motion(const Eigen::Isometry3d& from, const Eigen::Isometry3d& to);

/// A turn about an axis together with an advance along it.
struct Screw {
    Eigen::Vector3d point = Eigen::Vector3d::Zero();       ///< of the axis, in the world
    Eigen::Vector3d direction = Eigen::Vector3d::UnitZ();  ///< of the axis, in the world; of any length but zero
    double angle = 0.0;                                    ///< radians, about the direction; may be many turns
    double advance = 0.0;                                  ///< along the direction
};

/// Throws: std::invalid_argument for a direction that is zero or not finite.
[[nodiscard]] RigidMotion screw_motion(const Eigen::Isometry3d& from, const Screw& screw);

}  // namespace tocca
