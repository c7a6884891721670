// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <optional>

namespace tocca::motion {

/// The rotation nearest to a matrix, within 8u of the exact one (u = 2^-53, Frobenius norm); the matrix itself where it
/// is orthogonal to the last bit. Empty if the matrix is further than 1e-9 from every rotation or not finite.
[[nodiscard]] std::optional<Eigen::Matrix3d> nearest_rotation(const Eigen::Matrix3d& matrix);

/// The shortest rotation that takes one orientation to the other, as axis times angle in the axes they are given in:
/// exp([result]) from = to. Of half a turn, one of the two. Zero where the matrices are equal to the bit.
[[nodiscard]] Eigen::Vector3d rotation_between(const Eigen::Matrix3d& from, const Eigen::Matrix3d& to);

/// The shortest rotation that turns the z axis into the direction of a vector; half a turn about some axis if they are
/// opposite. (Eigen's FromTwoVectors does the same, and takes ten seconds to compile.)
///
/// Assumes: a vector that is finite and not zero.
[[nodiscard]] Eigen::Quaterniond rotation_from_z(const Eigen::Vector3d& direction);

/// [a] m: the cross product of a with every column.
[[nodiscard]] Eigen::Matrix3d cross_columns(const Eigen::Vector3d& a, const Eigen::Matrix3d& m);

/// The matrix of a rotation given as axis times angle.
[[nodiscard]] Eigen::Matrix3d rotation_matrix(const Eigen::Vector3d& rotation);

}  // namespace tocca::motion
