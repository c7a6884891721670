// SPDX-License-Identifier: Apache-2.0
#include "tocca/motion/rigid_path.hpp"

#include <string>

#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/geometry/vector_length.hpp"
#include "tocca/motion/rotation.hpp"
#include "tocca/motion/sine_cosine.hpp"

namespace tocca {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

/// Smaller rotations count as none: they move no point of a body by more than this fraction of its radius.
constexpr double least_turn = 0x1p-200;

void require_finite(bool finite, const char* what)
{
    if (!finite) throw Error(ErrorCode::not_finite, std::string(what) + " is not finite");
}

Matrix3d checked_rotation(const Isometry3d& pose, const char* which)
{
    if (const auto rotation = motion::nearest_rotation(pose.linear())) return *rotation;
    throw Error(ErrorCode::not_a_rotation,
                std::string("the linear part of the pose ") + which + " is not a rotation to within 1e-9");
}

}  // namespace

RigidPath::RigidPath(const RigidMotion& motion) : reference_(motion.reference)
{
    require_floating_point();
    require_finite(motion.from.affine().allFinite(), "a coordinate of the pose `from`");
    require_finite(motion.to.affine().allFinite(), "a coordinate of the pose `to`");
    require_finite(motion.reference.allFinite(), "a coordinate of the reference point");
    require_finite(!motion.rotation || motion.rotation->allFinite(), "a component of the rotation");

    const Matrix3d from = checked_rotation(motion.from, "`from`");
    const bool same_orientation = motion.from.linear() == motion.to.linear();
    const bool turn_given = motion.rotation.has_value();
    const Matrix3d to = turn_given ? motion.to.linear() : checked_rotation(motion.to, "`to`");

    // Where the orientations are equal the reference point moves as the origin does, without the roundings of its place.
    start_ = from * reference_ + motion.from.translation();
    const Vector3d end = to * reference_ + motion.to.translation();
    velocity_ =
        same_orientation ? Vector3d(motion.to.translation() - motion.from.translation()) : Vector3d(end - start_);
    angular_velocity_ = turn_given ? *motion.rotation : motion::rotation_between(from, to);
    if (angular_velocity_.cwiseAbs().maxCoeff() < least_turn) angular_velocity_.setZero();
    const double turn = angular_velocity_.norm();
    if (!(turn <= greatest_turn))
        throw Error(ErrorCode::not_a_rotation, "a rigid motion turns by more than 2^20 radians");

    rotates_ = turn > 0.0;
    moves_ = rotates_ || !velocity_.isZero(0.0);
    half_turn_ = 0.5 * turn;
    first_ = {from, start_ - from * reference_};
    if (rotates_) {
        const Vector3d axis = angular_velocity_ / turn;
        sine_.rotation = motion::cross_columns(axis, from);
        versine_.rotation = motion::cross_columns(axis, sine_.rotation);
        sine_.origin = -(sine_.rotation * reference_);
        versine_.origin = -(versine_.rotation * reference_);
    }

    // docs/motion.md derives the factors.
    constexpr double u = 0x1p-53, underflow = 0x1p-1050;
    const double places = length_of(start_) + length_of(velocity_);
    const double offset = length_of(reference_);
    turn_error_ = u * (rotates_ ? 84.0 + 4.0 * turn : 18.0);
    place_error_ = u * (8.0 * places + (rotates_ ? 60.0 : 24.0) * offset) + underflow;
    require_finite(first_.origin.allFinite() && velocity_.allFinite() && std::isfinite(place_error_),
                   "a position along the motion");
}

RigidPath::Place RigidPath::at(double t) const
{
    if (!moves_) return first_;
    if (!rotates_) return {first_.rotation, first_.origin + t * velocity_};
    const auto [sine_half, cosine_half] = motion::sine_cosine(t * half_turn_);
    const double sine = 2.0 * sine_half * cosine_half;
    const double versine = 2.0 * sine_half * sine_half;
    return {first_.rotation + sine * sine_.rotation + versine * versine_.rotation,
            first_.origin + t * velocity_ + sine * sine_.origin + versine * versine_.origin};
}

}  // namespace tocca
