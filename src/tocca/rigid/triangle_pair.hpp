// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tocca/answer/contact.hpp"
#include "tocca/geometry/triangle_distance.hpp"
#include "tocca/rigid/body_motion.hpp"
#include "tocca/rigid/rigid_body.hpp"
#include "tocca/rigid/triangle_walk.hpp"

namespace tocca::rigid {

/// A body and its motion.
struct MovingBody {
    const RigidBody& body;
    const BodyMotion& motion;
};

/// Two bodies with their motions, and the maximum error of a distance between computed places.
struct MovingBodies {
    MovingBody a, b;
    double error;
};

/// A primitive of a and one of b.
struct TrianglePair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

/// The two triangles at a time.
struct PlacedPair {
    TrianglePoints a, b;
};

[[nodiscard]] TrianglePoints place(const RigidBody& body, std::uint32_t primitive, const MovingFrame& frame);
[[nodiscard]] PlacedPair place(const MovingBodies& bodies, const TrianglePair& pair, const MovingFrame& frame_a,
                               const MovingFrame& frame_b);

/// The distance of two triangles at a time.
struct PairState {
    TriangleDistance nearest;
    double lower = 0.0;  ///< proven lower bound of their distance; 0 if nothing is proven
    double upper = 0.0;  ///< proven upper bound
};

/// `error` is the maximum error of a distance between computed places.
[[nodiscard]] PairState examine(const PlacedPair& placed, double error);
[[nodiscard]] inline PairState examine(const MovingBodies& bodies, const PlacedPair& placed)
{
    return examine(placed, bodies.error);
}

/// The same at a quarter of the cost, along the better of the two normals only: the lower bound and the direction, which
/// free_step needs, and nothing else. Good where triangles pass each other face to face.
[[nodiscard]] PairState glance(const PlacedPair& placed, double error);
[[nodiscard]] inline PairState glance(const MovingBodies& bodies, const PlacedPair& placed)
{
    return glance(placed, bodies.error);
}

/// The motion of the corners of a triangle along a direction.
struct Approach {
    double speed;         ///< the largest at the time
    double drift;         ///< the largest from then on
    double acceleration;  ///< half the largest at the time
    double jerk;          ///< a sixth of how fast that grows
    double scale;         ///< what the numbers were computed from
};

/// Of a triangle of a body along n, a unit vector.
[[nodiscard]] Approach approach(const TrianglePoints& triangle, const MovingFrame& frame, const Eigen::Vector3d& n);

/// The longest step with speed s + acceleration s^2 <= gap.
[[nodiscard]] double longest_step(double gap, double speed, double acceleration);

/// How long two triangles that are a gap apart along a direction stay so, before rounding: `a` is the motion of the one
/// along it, `b` of the other against it.
[[nodiscard]] double straight_step(double gap, const Approach& a, const Approach& b);

/// A step less its rounding, no longer than 2; 0 if it is none.
[[nodiscard]] double shortened(double step);

/// How long the two triangles stay further apart than `level`, proven, from a time at which this was found of them; 0 when
/// they are not proven to be further apart at all.
[[nodiscard]] double free_step(const PlacedPair& placed, const PairState& state, const MovingFrame& frame_a,
                               const MovingFrame& frame_b, double level);

/// A bound of the difference between the velocity of any point of a body and its drift, at any time from that of the frame
/// on.
[[nodiscard]] double speed_about_drift(const RigidBody& body, const MovingFrame& frame);

/// Follows two triangles; see walk_pair.
[[nodiscard]] WalkResult walk(const MovingBodies& bodies, const TrianglePair& pair, const ContactLevels& levels,
                              const WalkLimits& limits);

/// Whether two triangles are proven to cross at a time, an edge of one through the inside of the other, though their
/// corners may be wrong by `error` each.
[[nodiscard]] bool proven_crossing(const PlacedPair& placed, double error);

/// The features in contact: kind, vertices, weights, point and normal. objects are {0, 1}, of the first and the second
/// feature: a vertex of b against a face of a has objects {1, 0}. Of triangles that cross: the face, and the nearer end of
/// the edge that passes through it; there is no normal then.
[[nodiscard]] Contact contact_of(const FaceVertices& a, const FaceVertices& b, const PairState& state);
[[nodiscard]] Contact contact_of(const MovingBodies& bodies, const TrianglePair& pair, const PairState& state);

}  // namespace tocca::rigid
