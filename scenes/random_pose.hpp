// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "scenes/seeded_random.hpp"

namespace tocca::scenes {

/// Uniform on the unit sphere; two numbers are drawn.
[[nodiscard]] inline Eigen::Vector3d random_direction(SeededRandom& random)
{
    const double z = random.between(-1, 1), angle = random.between(0, 2 * std::numbers::pi);
    const double radius = std::sqrt(1 - z * z);
    return {radius * std::cos(angle), radius * std::sin(angle), z};
}

/// Uniform over all orientations; three numbers are drawn.
///
/// Source: Shoemake 1992, Uniform random rotations.
[[nodiscard]] inline Eigen::Quaterniond random_orientation(SeededRandom& random)
{
    const double share = random.unit();
    const double first = random.between(0, 2 * std::numbers::pi), second = random.between(0, 2 * std::numbers::pi);
    const double r = std::sqrt(1 - share), s = std::sqrt(share);
    return Eigen::Quaterniond(s * std::cos(second), r * std::sin(first), r * std::cos(first), s * std::sin(second))
        .normalized();
}

/// The pose that turns, then moves.
[[nodiscard]] inline Eigen::Isometry3d pose(const Eigen::Quaterniond& turned, const Eigen::Vector3d& origin)
{
    Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
    result.linear() = turned.toRotationMatrix();
    result.translation() = origin;
    return result;
}

}  // namespace tocca::scenes
