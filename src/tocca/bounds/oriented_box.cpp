// SPDX-License-Identifier: Apache-2.0
#include "tocca/bounds/oriented_box.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

namespace tocca {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Matrix3d principal_axes(std::span<const Vector3d> points, const Vector3d& mean)
{
    Matrix3d spread = Matrix3d::Zero();
    for (const Vector3d& point : points) spread += (point - mean) * (point - mean).transpose();
    const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(spread);
    Matrix3d axes;
    axes.col(0) = solver.eigenvectors().col(2).normalized();
    axes.col(1) = solver.eigenvectors().col(1).normalized();
    axes.col(2) = axes.col(0).cross(axes.col(1)).normalized();
    return axes;
}

/// The box of these axes about the points.
///
/// A point is centre + axes y for one y exactly. The axes being orthonormal within 16u (u = 2^-53), y differs from the
/// computed axes^T (point - centre) by less than 64u of the largest number that occurs, roundings included.
OrientedBox box_along(const Matrix3d& axes, std::span<const Vector3d> points, const Vector3d& mean)
{
    Vector3d low = axes.transpose() * (points[0] - mean), high = low;
    for (const Vector3d& point : points) {
        const Vector3d place = axes.transpose() * (point - mean);
        low = low.cwiseMin(place);
        high = high.cwiseMax(place);
    }
    OrientedBox box{.centre = mean + axes * (0.5 * (low + high)), .axes = axes};
    double scale = box.centre.cwiseAbs().maxCoeff();
    for (const Vector3d& point : points) {
        const Vector3d place = axes.transpose() * (point - box.centre);
        box.half_lengths = box.half_lengths.cwiseMax(place.cwiseAbs());
        scale = std::max(scale, point.cwiseAbs().maxCoeff());
    }
    // Where products underflow, they err by 2^-1075 each; there are none if all numbers are 0.
    const double rounding = 0x1p-46 * (scale + box.half_lengths.sum()) + std::min(16.0 * scale, 0x1p-1065);
    box.half_lengths.array() += rounding;
    return box;
}

double surface(const OrientedBox& box)
{
    const Vector3d& half = box.half_lengths;
    return half.x() * half.y() + half.y() * half.z() + half.z() * half.x();
}

}  // namespace

OrientedBox fit_oriented_box(std::span<const Vector3d> points)
{
    Vector3d mean = Vector3d::Zero();
    for (const Vector3d& point : points) mean += point / static_cast<double>(points.size());
    const OrientedBox straight = box_along(Matrix3d::Identity(), points, mean);
    const OrientedBox turned = box_along(principal_axes(points, mean), points, mean);
    // Equal but for rounding: the straight one, which is cheaper to move.
    return surface(turned) < 0.999 * surface(straight) ? turned : straight;
}

}  // namespace tocca
