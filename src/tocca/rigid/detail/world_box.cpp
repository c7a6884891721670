// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/detail/world_box.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "tocca/bvh/rss_tree.hpp"
#include "tocca/motion/rigid_path.hpp"
#include "tocca/rigid/detail/rigid_question.hpp"

namespace tocca::rigid::detail {

namespace {

using Eigen::Vector3d;

/// A turn is cut into pieces of this many radians at most: a body turns by half of that from the middle of a piece, and
/// the box of a piece is wider than need be by less than that part of the body's radius.
constexpr double piece_angle = 0.125;

/// What a body takes up about its reference point, along the axes of the world.
struct Offsets {
    Vector3d lower, upper;
};

Point point(const Vector3d& v) { return {v.x(), v.y(), v.z()}; }

/// The offsets of the body's root volume over the times within `half` of `middle`, to rounding.
///
/// With w the angular velocity, an offset o changes by w x o, which along axis k is at most |w|_k |o|, |w|_k the length of
/// w without its component k. From its place at the middle, o moves along k by at most half |w|_k radius; and, to the
/// second order, by at most half |(w x o)_k| + (half |w|)^2 / 2 radius.
Offsets offsets_about(const RigidPath& path, const Rss& root, double radius, double middle, double half)
{
    const RigidPath::Place place = path.at(middle);
    const Vector3d centre = place.rotation * root.centre + place.origin - (path.start() + middle * path.velocity());
    const Vector3d& turn = path.angular_velocity();
    const Vector3d across = {std::hypot(turn.y(), turn.z()), std::hypot(turn.z(), turn.x()),
                             std::hypot(turn.x(), turn.y())};
    const Vector3d along = turn.cross(centre).cwiseAbs() + root.size() * across;
    const double curve = 0.5 * half * half * turn.squaredNorm() * radius;
    const Vector3d moved = (half * radius * across).cwiseMin(half * along + Vector3d::Constant(curve));
    const Vector3d extent = root.half_u * (place.rotation * root.u).cwiseAbs() +
                            root.half_v * (place.rotation * root.v).cwiseAbs() + Vector3d::Constant(root.radius) +
                            moved;
    return {centre - extent, centre + extent};
}

/// The offsets over the whole step, to rounding. After a full turn they come again.
Offsets all_offsets(const RigidPath& path, const Rss& root, double radius)
{
    constexpr double full_turn = 2.0 * std::numbers::pi * (1.0 + 0x1p-40);
    const double turn = path.angular_velocity().norm();
    const double share = turn > full_turn ? full_turn / turn : 1.0;
    const int pieces = std::max(1, static_cast<int>(std::ceil(share * turn / piece_angle)));
    const double half = 0.5 * share / pieces;
    Offsets all = offsets_about(path, root, radius, half, half);
    for (int i = 1; i < pieces; ++i) {
        const Offsets piece = offsets_about(path, root, radius, std::min(1.0, (2 * i + 1) * half), half);
        all = {all.lower.cwiseMin(piece.lower), all.upper.cwiseMax(piece.upper)};
    }
    return {all.lower.cwiseMax(-radius), all.upper.cwiseMin(radius)};
}

}  // namespace

std::optional<MovingBox> body_box(const RigidBody& body, const RigidMotion& motion)
{
    const RigidPath path(motion);
    check_range(path);
    if (body.tree().empty()) return std::nullopt;
    const double radius = body.radius_about(motion.reference);
    const Offsets offsets = all_offsets(path, body.tree().root(), radius);
    // The centre is computed within one position error, the rotated sides within another. The sums here are of fewer than
    // 2^6 terms, each with a rounding of 2^-53 of numbers within the scale; so are the ends of the pieces of time, which
    // shift an offset by 2^-50 of the whole turn's way.
    const double scale = path.start().cwiseAbs().sum() + path.velocity().cwiseAbs().sum() + radius +
                         path.angular_velocity().norm() * radius;
    const Vector3d slack = Vector3d::Constant(38.0 * path.position_error(radius) + 0x1p-44 * scale);
    const Vector3d& start = path.start();
    const Vector3d end = path.start() + path.velocity();
    const Vector3d lower = offsets.lower - slack, upper = offsets.upper + slack;
    MovingBox box = moving_box(point(start + lower), point(end + lower));
    extend(box, moving_box(point(start + upper), point(end + upper)));
    return box;
}

}  // namespace tocca::rigid::detail
