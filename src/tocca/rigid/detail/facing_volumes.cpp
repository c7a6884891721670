// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/detail/facing_volumes.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "tocca/geometry/vector_length.hpp"

namespace tocca::rigid::detail {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

bool goes_straight(const MovingFrame& frame)
{
    return frame.speed == 0.0 && frame.pivot_speed == 0.0 && frame.pivot_acceleration == 0.0 && frame.turn_error == 0.0;
}

/// A volume in the world, and how far its points may be from where they are computed.
struct PlacedVolume {
    Rss volume;
    double error = 0.0;
};

/// With R and o the doubles of the frame, a point of the volume is x = c + p u + q v + r with |p| <= half_u, |q| <= half_v
/// and |r| <= radius, and its place within the body's error of R x + o as computed in doubles. S stands for
/// |c|_1 + |o|_1 + 2 (half_u + half_v + radius), which is at least |x|_1 + |o|_1, and e = 2^-53 for a rounding.
/// - R x + o: six operations per component, so 4.1 e S each and 7.2 e S together. The same for the computed centre.
/// - R u and R v: five operations per component, of numbers that add up to less than 1.74: 9.2 e together, times half_u
///   and half_v.
/// - R r: no longer than the radius times the root of the largest sum of a row of |R^T R|, a bound of the largest
///   singular value squared; its own roundings are below 2^-48.
/// Less than 24 e S in all; 2^-48 S leaves a quarter for the rounding of S.
PlacedVolume placed(const MovingVolume& moving)
{
    const Rss& rss = moving.volume;
    const MovingFrame& frame = moving.frame;
    const Matrix3d squares = frame.rotation.transpose() * frame.rotation;
    const double stretch = std::sqrt(squares.cwiseAbs().rowwise().sum().maxCoeff()) * (1.0 + 0x1p-47);
    PlacedVolume result;
    result.volume = {.centre = frame.place(rss.centre),
                     .u = frame.rotation * rss.u,
                     .v = frame.rotation * rss.v,
                     .half_u = rss.half_u,
                     .half_v = rss.half_v,
                     .radius = rss.radius * std::max(1.0, stretch)};
    result.error = 0x1p-48 * (rss.centre.cwiseAbs().sum() + frame.origin.cwiseAbs().sum() +
                              2.0 * (rss.half_u + rss.half_v + rss.radius));
    return result;
}

}  // namespace

double facing_step(const MovingVolume& a, const MovingVolume& b, double level, double position_errors)
{
    if (!goes_straight(a.frame) || !goes_straight(b.frame)) return 0.0;
    const PlacedVolume in_a = placed(a), in_b = placed(b);
    const Rss& first = in_a.volume;
    const Rss& second = in_b.volume;
    Vector3d normal = unit_vector(first.u.cross(first.v));
    if (!(std::abs(normal.dot(second.u)) + std::abs(normal.dot(second.v)) < 0.01)) return 0.0;
    if (normal.dot(second.centre - first.centre) < 0.0) normal = -normal;
    const double gap = separation_along(normal, first, second) - level - position_errors - in_a.error - in_b.error;
    if (!(gap > 0.0)) return 0.0;
    // All points of a body have its velocity, within velocity_error. The normal is of length 1 within 2^-50.
    const Vector3d &velocity_a = a.frame.velocity, &velocity_b = b.frame.velocity;
    const double closing = normal.dot(velocity_a - velocity_b) +
                           0x1p-40 * (velocity_a.cwiseAbs().sum() + velocity_b.cwiseAbs().sum()) +
                           (a.frame.velocity_error + b.frame.velocity_error) * (1.0 + 0x1p-40);
    return closing > 0.0 ? std::min(2.0, gap / closing * (1.0 - 0x1p-40)) : 2.0;
}

}  // namespace tocca::rigid::detail
