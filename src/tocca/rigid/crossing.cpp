// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/crossing.hpp"

#include <algorithm>
#include <limits>

#include "tocca/rigid/body_parts.hpp"
#include "tocca/rigid/clear_of_surface.hpp"
#include "tocca/rigid/containment.hpp"
#include "tocca/rigid/placed_search.hpp"

namespace tocca::rigid {

namespace {

using Eigen::Vector3d;

enum class Whereabouts { outside, inside, unclear };

/// A solid that may hold parts of another body.
struct Holding {
    const RigidBody& solid;
    const MovingFrame& solid_frame;
    const RigidBody& other;
    const MovingFrame& other_frame;
    double error;  ///< of places, of both bodies together

    /// Of a vertex of the other body, where it exactly is: clear unless the surface is as near as its place may be wrong.
    [[nodiscard]] Whereabouts of(VertexId vertex) const
    {
        const Point& position = other.mesh().positions()[vertex];
        const Vector3d world = other_frame.place({position[0], position[1], position[2]});
        const Vector3d local = solid_frame.rotation.transpose() * (world - solid_frame.origin);
        // Turning back rounds once more: a matrix that is a rotation within 2^-50, and sums of numbers below these.
        const double wrong = 2.0 * error + 0x1p-48 * (world.cwiseAbs().sum() + solid_frame.origin.cwiseAbs().sum());
        const Point point = {local.x(), local.y(), local.z()};
        const double reach = 1.01 * (solid.radius_about(solid.middle()) + wrong);
        if ((local - solid.middle()).cwiseAbs().maxCoeff() > reach) return Whereabouts::outside;
        const std::optional<int> winding = winding_number(solid, point);
        if (!winding || !clear_of_surface(solid, point, wrong)) return Whereabouts::unclear;
        return winding == 0 ? Whereabouts::outside : Whereabouts::inside;
    }

    /// All vertices of a part are on the same side of a surface that it does not touch: any that is clear will do.
    [[nodiscard]] bool holds_part_with(VertexId vertex) const
    {
        const Whereabouts first = of(vertex);
        if (first != Whereabouts::unclear) return first == Whereabouts::inside;
        const Components parts = body_parts(other.mesh());
        for (VertexId v = vertex + 1; v < other.mesh().vertex_count(); ++v) {
            if (parts.of_vertex[v] != parts.of_vertex[vertex]) continue;
            const Whereabouts next = of(v);
            if (next != Whereabouts::unclear) return next == Whereabouts::inside;
        }
        return true;  // nobody could prove that it is free
    }

    [[nodiscard]] bool any_part() const
    {
        const Vector3d apart = solid_frame.place(solid.middle()) - other_frame.place(other.middle());
        const double reach = solid.radius_about(solid.middle()) + other.radius_about(other.middle()) + 2.0 * error;
        if (apart.cwiseAbs().maxCoeff() > 1.01 * reach) return false;
        return std::ranges::any_of(other.part_vertices(), [&](VertexId vertex) { return holds_part_with(vertex); });
    }
};

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
    return (a.solid() && Holding{a, frame_a, b, frame_b, bodies.error}.any_part()) ||
           (b.solid() && Holding{b, frame_b, a, frame_a, bodies.error}.any_part());
}

}  // namespace tocca::rigid
