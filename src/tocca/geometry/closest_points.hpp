// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>

namespace tocca {

/// The closed triangle abc; it may be collapsed to a segment or a point.
struct Triangle {
    Eigen::Vector3d a, b, c;
};

/// The closed segment ab; it may be a point.
struct Segment {
    Eigen::Vector3d a, b;
};

/// The closest points of two features, and the vector between them.
struct ClosestPoints {
    /// The closest point of each side as weights of the four points given, none negative:
    /// point and triangle {1, alpha, beta, gamma}, segments {1-s, s, 1-r, r}.
    std::array<double, 4> weights = {};
    /// The first closest point minus the second; a component beyond the range of doubles becomes the largest double.
    Eigen::Vector3d difference = Eigen::Vector3d::Zero();
    /// Of `difference`; it alone may overflow to infinity or underflow to 0 where the distance does not.
    double squared_distance = 0.0;
};

/// The closest points of a point and a closed triangle, of two closed segments.
///
/// Guarantee: finite and without NaN for any finite input, whatever its scale; any weights returned belong to the
///            features, so the distance is never too small by more than rounding.
/// Accuracy:  with L the largest difference of two coordinates along an axis, the distance is right within 2^-48 L,
///            however thin the triangle or nearly parallel the segments. Where several points are closest, one of them.
/// Assumes:   finite coordinates.
[[nodiscard]] ClosestPoints closest_points(const Eigen::Vector3d& point, const Triangle& triangle);
[[nodiscard]] ClosestPoints closest_points(const Segment& first, const Segment& second);

}  // namespace tocca
