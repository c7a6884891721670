// SPDX-License-Identifier: Apache-2.0
#include "tocca/motion/rotation.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "tocca/geometry/vector_length.hpp"

namespace tocca::motion {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// With E = M^T M - I the nearest rotation is M (I + E)^(-1/2) = M - M E/2 + 3/8 M E^2 - ... The criterion |E| <= 2e-9
// says that M is within 1e-9 of it, and makes the terms left out less than 0.02 u. A computed entry of E errs by at most
// 4u (three products of a sum of at most 1, and the difference): 12u in the norm, of which half counts; the last
// difference rounds nine entries of together norm sqrt(3): less than 8u in all.
std::optional<Matrix3d> nearest_rotation(const Matrix3d& matrix)
{
    const Matrix3d excess = matrix.transpose() * matrix - Matrix3d::Identity();
    if (!(excess.norm() <= 2e-9) || !(matrix.determinant() > 0.0)) return std::nullopt;
    return matrix - 0.5 * (matrix * excess);
}

Vector3d rotation_between(const Matrix3d& from, const Matrix3d& to)
{
    if (from == to) return Vector3d::Zero();
    const Eigen::Quaterniond q(Matrix3d(to * from.transpose()));
    const double sine = length_of(q.vec());
    if (sine == 0.0) return Vector3d::Zero();
    const double half_angle = std::atan2(sine, std::abs(q.w()));
    return (std::copysign(2.0 * half_angle, q.w()) / sine) * q.vec();
}

Eigen::Quaterniond rotation_from_z(const Vector3d& direction)
{
    const Vector3d z = Vector3d::UnitZ(), to = direction.stableNormalized();
    const double cosine = to.dot(z);
    if (cosine < -1.0 + 1e-12) {
        const Vector3d across = z.cross(to);
        const Vector3d axis = across.isZero(0.0) ? Vector3d(Vector3d::UnitX()) : Vector3d(across.stableNormalized());
        const double square = 0.5 * (1.0 + std::max(cosine, -1.0));  // of the cosine of half the angle
        const Vector3d turn = axis * std::sqrt(1.0 - square);
        return {std::sqrt(square), turn.x(), turn.y(), turn.z()};
    }
    const double twice = std::sqrt(2.0 * (1.0 + cosine));
    const Vector3d turn = z.cross(to) * (1.0 / twice);
    return {0.5 * twice, turn.x(), turn.y(), turn.z()};
}

Matrix3d cross_columns(const Vector3d& a, const Matrix3d& m)
{
    Matrix3d result;
    for (int j = 0; j < 3; ++j) result.col(j) = a.cross(m.col(j));
    return result;
}

Matrix3d rotation_matrix(const Vector3d& rotation)
{
    const double angle = length_of(rotation);
    if (angle == 0.0) return Matrix3d::Identity();
    return Eigen::AngleAxisd(angle, rotation / angle).toRotationMatrix();
}

}  // namespace tocca::motion
