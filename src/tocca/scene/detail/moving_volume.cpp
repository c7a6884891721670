// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/detail/moving_volume.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "tocca/geometry/vector_length.hpp"

namespace tocca::scene::detail {

namespace {

using Eigen::Vector3d;

Vector3d vector(const BoxCorner& corner)
{
    return {static_cast<double>(corner.at[0]), static_cast<double>(corner.at[1]), static_cast<double>(corner.at[2])};
}

/// What does not turn, and goes on for all time as it does now. Nothing is far from the pivot, which is the volume's centre:
/// the kernel needs no bounds of what turns about it.
rigid::MovingFrame straight_frame(const Vector3d& pivot, const Vector3d& velocity, double spread)
{
    return {.rotation = Eigen::Matrix3d::Identity(),
            .origin = Vector3d::Zero(),
            .pivot = pivot,
            .velocity = velocity,
            .angular_velocity = Vector3d::Zero(),
            .drift = velocity,
            .velocity_error = spread};
}

/// Of an inner node, whose triangles are in a box with faces that move linearly.
///
/// A point of the box is within its least half length of the rectangle of the other two. With c the centre and h the half
/// lengths, both linear in time, the reach along a direction n is n . c + sum |n_k| h_k: it grows by n . c' + sum |n_k| h_k',
/// and the sum is at most the length of h' without its negative components.
///
/// The faces are floats, and doubles hold them. With M the largest of a start and an end, the four sums and products that
/// lead to a centre or a half length are wrong by less than 2^-50 M, where nothing is lost below 2^-1070.
MovingVolume volume_of_box(const MovingBox& box, double t)
{
    const Vector3d low_start = vector(box.lower_start), high_start = vector(box.upper_start);
    const Vector3d low_way = vector(box.lower_end) - low_start, high_way = vector(box.upper_end) - high_start;
    const Vector3d low = low_start + t * low_way, high = high_start + t * high_way;
    const Vector3d centre = 0.5 * (low + high), half = (0.5 * (high - low)).cwiseMax(0.0);
    Eigen::Index thin = 0;
    half.minCoeff(&thin);
    const Eigen::Index u = (thin + 1) % 3, v = (thin + 2) % 3;
    const double far =
        low_start.cwiseAbs().sum() + high_start.cwiseAbs().sum() + low_way.cwiseAbs().sum() + high_way.cwiseAbs().sum();
    const Vector3d velocity = 0.5 * (low_way + high_way), growth = (0.5 * (high_way - low_way)).cwiseMax(0.0);
    return {.volume = {.centre = centre,
                       .u = Vector3d::Unit(u),
                       .v = Vector3d::Unit(v),
                       .half_u = half[u],
                       .half_v = half[v],
                       .radius = half[thin] + 0x1p-48 * far + 0x1p-1060},
            .frame = straight_frame(centre, velocity, length_of(growth) * (1.0 + 0x1p-40) + 0x1p-48 * far),
            .corners = {},
            .is_triangle = false};
}

/// Orthonormal within 2^-44: `first` of length 1, and one at right angles to it, near the other side where that has any
/// direction of its own.
Vector3d beside(const Vector3d& first, const Vector3d& side)
{
    Vector3d second = unit_vector(side);
    for (int pass = 0; pass < 2; ++pass) second = unit_vector(second - first.dot(second) * first);
    if (std::abs(first.dot(second)) < 0x1p-44 && !second.isZero(0.0)) return second;
    Eigen::Index least = 0;
    first.cwiseAbs().minCoeff(&least);
    return unit_vector(first.cross(Vector3d::Unit(least)));
}

/// Of a leaf: the rectangle about its triangle, along the longest side. All corners move with their mean velocity, but for
/// the largest difference from it.
MovingVolume volume_of_triangle(const StraightTriangle& triangle, double t)
{
    const TrianglePoints points = triangle.at(t);
    MovingVolume result;
    result.is_triangle = true;
    for (std::size_t k = 0; k < 3; ++k) result.corners[k] = {points[k][0], points[k][1], points[k][2]};
    const std::array<Vector3d, 3>& corners = result.corners;

    std::size_t longest = 0;
    std::array<Vector3d, 3> sides;
    for (std::size_t k = 0; k < 3; ++k) {
        sides[k] = corners[(k + 1) % 3] - corners[k];
        if (sides[k].cwiseAbs().maxCoeff() > sides[longest].cwiseAbs().maxCoeff()) longest = k;
    }
    Rss& rss = result.volume;
    rss.u = unit_vector(sides[longest]);
    if (rss.u.isZero(0.0)) rss.u = Vector3d::UnitX();
    rss.v = beside(rss.u, sides[(longest + 1) % 3]);
    Eigen::Vector2d low = Eigen::Vector2d::Zero(), high = low;
    for (const Vector3d& corner : corners) {
        const Vector3d offset = corner - corners[0];
        const Eigen::Vector2d along(rss.u.dot(offset), rss.v.dot(offset));
        low = low.cwiseMin(along);
        high = high.cwiseMax(along);
    }
    const Eigen::Vector2d middle = 0.5 * (low + high);
    rss.centre = corners[0] + middle.x() * rss.u + middle.y() * rss.v;
    rss.half_u = 0.5 * (high.x() - low.x());
    rss.half_v = 0.5 * (high.y() - low.y());
    rss.radius = radius_about(rss, corners);

    const std::array<Vector3d, 3>& v = triangle.velocity;
    const Vector3d mean = (v[0] + v[1] + v[2]) / 3.0;
    double spread = 0.0, scale = 0.0;
    for (const Vector3d& velocity : v) {
        spread = std::max(spread, length_of(velocity - mean));
        scale = std::max(scale, velocity.cwiseAbs().sum());
    }
    result.frame = straight_frame(rss.centre, mean, spread * (1.0 + 0x1p-40) + 0x1p-48 * scale);
    return result;
}

}  // namespace

MovingVolume volume_at(const DeformingObject& object, NodeId node, double t)
{
    return object.is_leaf(node) ? volume_of_triangle(object.triangle(node), t) : volume_of_box(object.nodes()[node], t);
}

}  // namespace tocca::scene::detail
