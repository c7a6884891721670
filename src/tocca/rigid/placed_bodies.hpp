// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <optional>
#include <vector>

#include "tocca/answer/contact.hpp"
#include "tocca/rigid/rigid_body.hpp"

namespace tocca {

/// Two features of two placed bodies that are near each other.
struct NearFeatures {
    double distance = 0.0;
    /// Which features, the nearest points' weights, the point half way between, and the unit normal from the second feature
    /// to the first; vertices and objects as in first_contact; toc is {0, 0}.
    Contact contact = {};
    /// The nearest points, of body 0 and of body 1.
    std::array<Eigen::Vector3d, 2> points = {};
};

/// The distance of two placed bodies.
struct BodyDistance {
    double lower = 0.0;  ///< proven: the exact distance is not less
    double upper = 0.0;  ///< proven: the exact distance is not more; infinite when a body is empty
    /// The nearest triangles' features; those of least (kind, vertices) where several are as near. None when a body is empty.
    std::optional<NearFeatures> nearest = {};
};

/// The distance of two bodies; 0 if they touch or cross. Bodies are surfaces here: inside a closed body is outside.
///
/// Guarantee: lower and upper hold for the exact poses (with the nearest rotations), and differ by rounding only.
/// Throws:    Error as RigidPath if a pose is not a rigid transform.
[[nodiscard]] BodyDistance distance(const RigidBody& a, const Eigen::Isometry3d& pose_a, const RigidBody& b,
                                    const Eigen::Isometry3d& pose_b);

/// Whether two placed bodies are not proven to be apart. Bodies are surfaces here: inside a closed body is outside.
///
/// Guarantee: false is proven for the exact poses (with the nearest rotations). true: they have a point in common, or are
///            nearer to it than the rounding of places can tell, some multiples of RigidPath::position_error.
[[nodiscard]] bool intersects(const RigidBody& a, const Eigen::Isometry3d& pose_a, const RigidBody& b,
                              const Eigen::Isometry3d& pose_b);

/// The contact manifold: every vertex-face and edge-edge pair of the two bodies within a distance, each once, sorted by
/// features. Of a vertex only the nearest point of each face counts, if it lies within the face or its border.
[[nodiscard]] std::vector<NearFeatures> near_features(const RigidBody& a, const Eigen::Isometry3d& pose_a,
                                                      const RigidBody& b, const Eigen::Isometry3d& pose_b,
                                                      double distance);

}  // namespace tocca
