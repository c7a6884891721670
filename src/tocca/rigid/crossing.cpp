// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/crossing.hpp"

#include <algorithm>
#include <limits>

#include "tocca/rigid/body_parts.hpp"
#include "tocca/rigid/containment.hpp"
#include "tocca/rigid/placed_search.hpp"

namespace tocca::rigid {

namespace {

using Eigen::Vector3d;

/// Whether a solid holds a part of another body. `error` is that of places, of both together.
bool holds_part_of(const RigidBody& solid, const MovingFrame& frame, const RigidBody& other,
                   const MovingFrame& other_frame, double error)
{
    if (!solid.solid()) return false;
    const Vector3d apart = frame.place(solid.middle()) - other_frame.place(other.middle());
    const double reach = solid.radius_about(solid.middle()) + other.radius_about(other.middle()) + 2.0 * error;
    if (apart.cwiseAbs().maxCoeff() > 1.01 * reach) return false;
    return holds_part(other.part_vertices(), other.mesh(), body_parts, [&](VertexId vertex) {
        const Point& position = other.mesh().positions()[vertex];
        return side_of(solid, frame, other_frame.place({position[0], position[1], position[2]}), error);
    });
}

}  // namespace

std::optional<double> penetration_after(const MovingBodies& bodies, const FoundContact& found, double threshold)
{
    const double time = found.when.upper;
    const auto velocity = [&](const MovingFrame& frame) -> Vector3d {
        return frame.velocity + frame.angular_velocity.cross(found.contact.point - frame.pivot);
    };
    const double speed = (velocity(bodies.a.motion.at(time)) - velocity(bodies.b.motion.at(time))).norm();
    if (!(speed > 0.0)) return std::nullopt;
    double ahead = 4.0 * threshold / speed;
    for (int attempt = 0; attempt < 3; ++attempt, ahead *= 16.0) {
        const double then = std::min(1.0, time + ahead);
        if (crosses_at(bodies, then, 128)) return then;
        if (then == 1.0) break;
    }
    return std::nullopt;
}

bool crosses_at(const MovingBodies& bodies, double time, std::uint64_t budget)
{
    const MovingFrame frame_a = bodies.a.motion.at(time), frame_b = bodies.b.motion.at(time);
    bool crosses = false;
    for_each_near_pair({bodies.a.body, bodies.b.body, frame_a, frame_b, bodies.error}, 0.0, budget,
                       [&](const TrianglePair& pair) {
                           crosses = proven_crossing(place(bodies, pair, frame_a, frame_b), bodies.error);
                           return !crosses;
                       });
    return crosses;
}

bool starts_within(const MovingBodies& bodies, double level)
{
    const MovingFrame frame_a = bodies.a.motion.at(0.0), frame_b = bodies.b.motion.at(0.0);
    bool within = false;
    for_each_near_pair({bodies.a.body, bodies.b.body, frame_a, frame_b, bodies.error}, level,
                       std::numeric_limits<std::uint64_t>::max(), [&](const TrianglePair& pair) {
                           within = !(examine(bodies, place(bodies, pair, frame_a, frame_b)).lower > level);
                           return !within;
                       });
    return within;
}

bool starts_inside(const MovingBodies& bodies)
{
    const RigidBody& a = bodies.a.body;
    const RigidBody& b = bodies.b.body;
    if (!a.solid() && !b.solid()) return false;
    const MovingFrame frame_a = bodies.a.motion.at(0.0), frame_b = bodies.b.motion.at(0.0);
    return holds_part_of(a, frame_a, b, frame_b, bodies.error) || holds_part_of(b, frame_b, a, frame_a, bodies.error);
}

}  // namespace tocca::rigid
