// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <span>

namespace tocca {

/// A box at any angle: centre + a x + b y + c z with x, y, z the columns of `axes` and |a|, |b|, |c| at most the half
/// lengths.
///
/// The set is that of the doubles stored: the axes are orthonormal only to rounding, and nothing relies on more.
struct OrientedBox {
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
    Eigen::Vector3d half_lengths = Eigen::Vector3d::Zero();
};

/// A box around the points: aligned with the coordinate axes or with the principal axes of the points, whichever has the
/// smaller surface.
///
/// Guarantee: it contains the points.
/// Assumes:   finite coordinates of at most 1e15; at least one point.
[[nodiscard]] OrientedBox fit_oriented_box(std::span<const Eigen::Vector3d> points);

}  // namespace tocca
