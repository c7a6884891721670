// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <string>
#include <string_view>

namespace tocca {

/// What a text says, or why it says nothing.
template <class Value>
struct TextReading {
    Value value;
    std::string fault = {};  ///< a sentence that quotes the text; empty when `value` holds
};

/// Reads a pose written as numbers with commas between them:
///
///     x,y,z                       a place, without a rotation
///     x,y,z,rx,ry,rzdeg           and a rotation vector, axis times angle, in degrees
///     x,y,z,rx,ry,rzrad           the same in radians
///     x,y,z,qw,qx,qy,qzwxyz       and a unit quaternion whose real part comes first,
///     x,y,z,qx,qy,qz,qwxyzw       or last
///
/// Neither the unit nor the order of a quaternion is ever guessed. Blanks around numbers do not count.
///
/// Guarantee: the linear part is a rotation to rounding; quarter turns about an axis of the coordinates, written in
///            degrees, are exact. A quaternion within a hundredth of length 1 is scaled to it, another one is a fault,
///            and so is an angle beyond 1e9.
[[nodiscard]] TextReading<Eigen::Isometry3d> pose_of_text(std::string_view text);

/// Reads a rotation vector, rx,ry,rzdeg or rx,ry,rzrad: axis times angle in radians, any number of turns.
[[nodiscard]] TextReading<Eigen::Vector3d> rotation_of_text(std::string_view text);

/// Reads a point, x,y,z.
[[nodiscard]] TextReading<Eigen::Vector3d> point_of_text(std::string_view text);

/// The rotation about an axis by an angle, given as axis times angle in radians.
[[nodiscard]] Eigen::Matrix3d rotation_matrix(const Eigen::Vector3d& rotation);

}  // namespace tocca
