// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/detail/mixed_pair.hpp"

#include <Eigen/Geometry>
#include <algorithm>

#include "tocca/geometry/vector_length.hpp"

namespace tocca::scene::detail {

namespace {

using Eigen::Vector3d;
using rigid::MovingFrame;

Vector3d vector(const Point& point) { return {point[0], point[1], point[2]}; }

/// How the corners of a deforming triangle move along n: each at its own speed for all time.
///
/// With u = 2^-53 a velocity is rounded once per component, and its part along n five times more, of numbers that add up to
/// less than |v|_1 (1 + 8 u): less than 2^-50 of `scale`, of which the caller adds 2^-40.
rigid::Approach approach(const StraightTriangle& triangle, const Vector3d& n)
{
    rigid::Approach result = {
        .speed = n.dot(triangle.velocity[0]), .drift = 0.0, .acceleration = 0.0, .jerk = 0.0, .scale = 0.0};
    for (const Vector3d& velocity : triangle.velocity) {
        result.speed = std::max(result.speed, n.dot(velocity));
        result.scale = std::max(result.scale, velocity.cwiseAbs().sum());
    }
    result.drift = result.speed;
    return result;
}

/// How long the corners of a deforming triangle stay on their side of a triangle of a body, `gap` away along n, when n turns
/// along with the body: the body's reach along n does not change then, so a face that tilts costs nothing, and every corner
/// has its own height above it.
///
/// Assumes: a body that moves uniformly.
///
/// With c the body's pivot, w its angular velocity, r = p - c for a corner p, and n' = w x n, the height n . r has the
/// derivative n . (p' - c') - n . (w x r), so that it falls at n . (c' - p') + (n x w) . r. The second derivative is at most
/// |n''| |r| + 2 |n'| |r'|, where |n'| <= |w|, |n''| <= |w|^2 and r' = p' - c' never changes. Within a time of 1, the longest
/// there is, |r| grows by at most |r'|.
double step_beside(const MovingFrame& carrier, const TrianglePoints& placed, const StraightTriangle& triangle,
                   const Vector3d& n, double gap, double error)
{
    const std::array<Vector3d, 3> corners = {vector(placed[0]), vector(placed[1]), vector(placed[2])};
    const Vector3d& lowest = *std::min_element(
        corners.begin(), corners.end(), [&](const Vector3d& x, const Vector3d& y) { return n.dot(x) < n.dot(y); });
    const Vector3d carried = n.cross(carrier.angular_velocity);
    // Of a corner seen from the pivot: its own and the pivot's.
    const double offset_error = carrier.pivot_error + error;
    const double pivots = carrier.speed * offset_error * (1.0 + 0x1p-40);
    double step = 1.0;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vector3d offset = corners[k] - carrier.pivot, rise = corners[k] - lowest;
        const Vector3d closing = carrier.velocity - triangle.velocity[k];
        const double reach = offset.norm() * (1.0 + 0x1p-40) + offset_error;
        const double height = gap + std::max(0.0, n.dot(rise) - 0x1p-48 * rise.cwiseAbs().sum());
        const double scale =
            carrier.velocity.cwiseAbs().sum() + triangle.velocity[k].cwiseAbs().sum() + carrier.speed * reach;
        const double speed = n.dot(closing) + carried.dot(offset) + pivots + 0x1p-40 * scale;
        const double relative = closing.norm() + 0x1p-48 * scale;
        const double acceleration = 0.5 * carrier.acceleration * (reach + relative) + carrier.speed * relative;
        step = std::min(step, rigid::longest_step(height, speed, acceleration * (1.0 + 0x1p-40)));
    }
    return step;
}

}  // namespace

MixedPair::MixedPair(const DeformingObject& object_, const rigid::MovingBody& body_)
    : object(object_),
      body(body_),
      error(object_.position_error() + body_.motion.position_error() + rigid::least_length),
      closing_speed(0.0)
{
    const MovingFrame start = body.motion.at(0.0);
    closing_speed = (object.speed_about(start.drift) + rigid::speed_about_drift(body.body, start)) * (1.0 + 0x1p-40);
}

// Along a fixed direction n the gap falls no faster than the fastest corner of the first moves along n and the fastest of
// the second against it; that of the second changes by its acceleration. Rounding as in rigid::free_step.
double free_step(const rigid::PlacedPair& placed, const rigid::PairState& state, const StraightTriangle& triangle,
                 const MovingFrame& frame, double level, double error)
{
    const double gap = state.lower - level;
    if (!(gap > 0.0)) return 0.0;
    const Vector3d n = unit_vector(vector(state.nearest.direction));
    if (n.isZero(0.0)) return 0.0;
    double longest = rigid::straight_step(gap, approach(triangle, n), rigid::approach(placed.b, frame, -n));
    if (frame.uniform && frame.speed > 0.0)
        longest = std::max(longest, step_beside(frame, placed.a, triangle, -n, gap, error));
    return rigid::shortened(longest);
}

bool MixedTriangles::crosses_at(double t) const
{
    const MovingFrame frame = pair_.body.motion.at(t);
    return rigid::proven_crossing({triangle_.at(t), rigid::place(pair_.body.body, primitive_, frame)}, pair_.error);
}

Contact contact_of(const MixedPair& pair, const MixedPrimitives& primitives, const rigid::PairState& state)
{
    return rigid::contact_of(pair.object.corners(primitives.leaf), pair.body.body.primitives()[primitives.primitive],
                             state);
}

}  // namespace tocca::scene::detail
