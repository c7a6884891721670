// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "tocca/rigid/placed_bodies.hpp"

namespace tocca::ode {

/// Where a contact joint belongs.
struct ContactPoint {
    Eigen::Vector3d point = Eigen::Vector3d::Zero();    ///< half way between the nearest points
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< unit, from body 1 to body 0, whichever has the vertex
    double distance = 0.0;
};

/// Which of many near features are worth a contact joint.
struct ManifoldOptions {
    /// Features nearer to each other than this, with normals less than about 70 degrees apart, say the same: the nearest
    /// pair of them stands for all.
    double spacing = 0.0;
    std::size_t greatest_points = 8;
};

/// A handful of points that hold two bodies apart as all their near features would: the nearest, then always the one whose
/// place and normal are farthest from those chosen. Features without a normal are left out.
///
/// Guarantee: does not depend on the order of the features, except among those of one distance.
/// Cost:      the number of features times the number that `spacing` leaves.
[[nodiscard]] std::vector<ContactPoint> contact_manifold(const std::vector<NearFeatures>& features,
                                                         const ManifoldOptions& options);

}  // namespace tocca::ode
