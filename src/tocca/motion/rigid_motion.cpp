// SPDX-License-Identifier: Apache-2.0
#include "tocca/motion/rigid_motion.hpp"

#include <algorithm>
#include <cmath>

#include "tocca/base/error.hpp"
#include "tocca/geometry/vector_length.hpp"
#include "tocca/motion/rotation.hpp"

namespace tocca {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

/// The motion whose reference point is at `place` of the world at the start and moves by `by` while the body turns.
RigidMotion about(const Isometry3d& from, const Vector3d& place, const Vector3d& rotation, const Vector3d& by)
{
    RigidMotion motion{.from = from, .to = from, .rotation = rotation};
    motion.reference = from.linear().transpose() * (place - from.translation());
    const Matrix3d turned = motion::rotation_matrix(rotation) * from.linear();
    motion.to.linear() = turned;
    motion.to.translation() = (place + by) - turned * motion.reference;
    return motion;
}

}  // namespace

RigidMotion at_rest(const Isometry3d& pose) { return {.from = pose, .to = pose}; }

RigidMotion translation(const Isometry3d& from, const Vector3d& by)
{
    RigidMotion motion{.from = from, .to = from};
    motion.to.translation() += by;
    return motion;
}

RigidMotion turn(const Isometry3d& from, const Vector3d& centre, const Vector3d& rotation)
{
    return about(from, centre, rotation, Vector3d::Zero());
}

RigidMotion screw_motion(const Isometry3d& from, const Isometry3d& to)
{
    RigidMotion motion{.from = from, .to = to};
    const Vector3d rotation = motion::rotation_between(from.linear(), to.linear());
    const double angle = rotation.norm();
    if (!(angle >= 0x1p-22)) return motion;

    // A point a of the axis, seen from the body's origin o, is where its own displacement has no part across the axis:
    // with d that part of o's displacement, a - o = d/2 + cot(angle/2) axis x d / 2.
    const Vector3d axis = rotation / angle;
    const Vector3d way = to.translation() - from.translation();
    const Vector3d across = way - axis.dot(way) * axis;
    const Vector3d to_axis = 0.5 * (across + axis.cross(across) / std::tan(0.5 * angle));
    motion.reference = from.linear().transpose() * to_axis;
    return motion;
}

RigidMotion screw_motion(const Isometry3d& from, const Screw& screw)
{
    const double length = length_of(screw.direction);
    require(length > 0.0 && std::isfinite(length), "the direction of a screw must be finite and not zero");
    const Vector3d axis = (screw.direction / length).normalized();
    // Any point of the axis serves; the one nearest to the body keeps rounding small.
    const Vector3d nearest = screw.point + axis.dot(from.translation() - screw.point) * axis;
    return about(from, nearest, screw.angle * axis, screw.advance * axis);
}

}  // namespace tocca
