// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <span>

namespace tocca {

/// A rectangle swept sphere: all points within `radius` of the rectangle centre + a half_u u + b half_v v, |a|, |b| <= 1.
///
/// The set is that of the doubles stored: u and v are orthonormal only to rounding. That much is required, even if the
/// rectangle is a point: a bound on distances along u x v is wrong if u x v is longer than 1.
struct Rss {
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    Eigen::Vector3d u = Eigen::Vector3d::UnitX();
    Eigen::Vector3d v = Eigen::Vector3d::UnitY();
    double half_u = 0.0;
    double half_v = 0.0;
    double radius = 0.0;

    /// An upper bound on the distance of its points from the centre.
    [[nodiscard]] double size() const
    {
        const double square = half_u * half_u + half_v * half_v;
        // Where squares vanish, the sum of the sides is an upper bound too.
        return ((square >= 0x1p-900 ? std::sqrt(square) : half_u + half_v) + radius) * (1.0 + 0x1p-20);
    }
};

/// A thin Rss about some points: the rectangle lies in the plane in which they spread most.
///
/// Guarantee: the points are in it, to rounding; `radius_about` returns a radius proven sufficient. The axes are
///            orthonormal within 2^-48, for points of any size, in one place, on a line.
/// Assumes:   finite coordinates of at most 1e15; at least one point.
/// Source:    Larsen, Gottschalk, Lin, Manocha 1999: the radius is half the thickness, and the rectangle is cut back to
///            where the swept ball still reaches every point.
[[nodiscard]] Rss fit_rss(std::span<const Eigen::Vector3d> points);

/// The smallest radius with which `rss` contains all points, rounded up.
[[nodiscard]] double radius_about(const Rss& rss, std::span<const Eigen::Vector3d> points);

/// A proven lower bound on the distance from a to b along a direction; zero or less proves nothing.
///
/// Guarantee: no point of a and point of b are nearer than this.
[[nodiscard]] double separation_along(const Eigen::Vector3d& direction, const Rss& a, const Rss& b);

/// A proven lower bound on the distance of a and b, at least 0; nearly exact unless they are very close.
[[nodiscard]] double lower_distance(const Rss& a, const Rss& b);

/// The exponent of a power of two to use as the unit for lengths of about this size, so that their squares neither
/// underflow nor overflow in floats: that of the size, in [-500, 500]; 0 for sizes from 2^-40 to 2^40, which need no unit.
[[nodiscard]] int unit_exponent(double size);

}  // namespace tocca
