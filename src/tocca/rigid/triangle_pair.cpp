// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/triangle_pair.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "tocca/geometry/vector_length.hpp"

namespace tocca::rigid {

namespace {

using Eigen::Vector3d;

Vector3d vector(const Point& point) { return {point[0], point[1], point[2]}; }

/// The longest step with speed s + acceleration s^2 + jerk s^3 <= gap.
///
/// No step is longer than without the jerk, so its share in the longest of those bounds its share in any.
double longest_step_with_jerk(double gap, double speed, double acceleration, double jerk)
{
    const double step = std::min(2.0, longest_step(gap, speed, acceleration));
    return jerk > 0.0 ? longest_step(gap, speed, acceleration + jerk * step * (1.0 + 0x1p-40)) : step;
}

/// How long a triangle stays on its side of another one, `gap` away along n, when n turns along with the body of the other,
/// `carrier`: that body's reach along n does not change then, so a face that tilts costs nothing, and every corner has its
/// own height above it.
///
/// Assumes: a carrier that moves uniformly; nothing of the other body.
///
/// With c the carrier's pivot, r = p - c for a corner p, and n' = w x n, the height n . r has the
/// derivative n . (p' - c' - w x r), and a second one of at most |n''| |r| + 2 |n'| |r'| + |p''|. Within a time of 1, the
/// longest there is, |r| grows by at most |r'|, which the drifts bound. The corner's body may move in any way: p'' is that
/// of its pivot and of its offset from it, and each grows by a jerk.
double step_beside(const MovingFrame& carrier, const TrianglePoints& triangle, const MovingFrame& frame,
                   const Vector3d& n, double gap)
{
    const std::array<Vector3d, 3> corners = {vector(triangle[0]), vector(triangle[1]), vector(triangle[2])};
    const Vector3d& lowest = *std::min_element(
        corners.begin(), corners.end(), [&](const Vector3d& x, const Vector3d& y) { return n.dot(x) < n.dot(y); });
    const Vector3d carried = n.cross(carrier.angular_velocity), turned = n.cross(frame.angular_velocity);
    const Vector3d velocity = carrier.velocity - frame.velocity;
    const double towards = n.dot(velocity), drift = (carrier.drift - frame.drift).norm();
    // A corner of one body is seen from the pivot of the other: both errors count.
    const double offset_error = carrier.pivot_error + frame.pivot_error;
    const double pivots = (carrier.speed + frame.speed) * offset_error * (1.0 + 0x1p-40);
    const double velocities = carrier.velocity.cwiseAbs().sum() + frame.velocity.cwiseAbs().sum();
    double step = 1.0;
    for (const Vector3d& corner : corners) {
        const Vector3d offset = corner - carrier.pivot, arm = corner - frame.pivot, rise = corner - lowest;
        const double far = arm.norm() * (1.0 + 0x1p-40) + frame.pivot_error;
        const double reach = offset.norm() * (1.0 + 0x1p-40) + offset_error;
        const double height = gap + std::max(0.0, n.dot(rise) - 0x1p-48 * rise.cwiseAbs().sum());
        const double scale = velocities + carrier.speed * reach + frame.speed * far;
        const double unknown = frame.velocity_error + frame.turn_error * far;
        const double speed = towards + carried.dot(offset) - turned.dot(arm) + pivots + unknown + 0x1p-40 * scale;
        const double relative = drift + frame.pivot_speed + frame.speed * far + unknown;
        const double own = frame.pivot_acceleration + frame.acceleration * far;
        const double acceleration = 0.5 * (carrier.acceleration * (reach + relative) + own) + carrier.speed * relative;
        const double jerk = (frame.pivot_jerk + frame.jerk * far) / 6.0;
        step = std::min(step,
                        longest_step_with_jerk(height, speed, acceleration * (1.0 + 0x1p-40), jerk * (1.0 + 0x1p-40)));
    }
    return step;
}

/// orient(a, b, c, d) and a bound of its error when each point is wrong by `error`, both in a unit of their own.
struct Orientation {
    double value;
    double bound;

    [[nodiscard]] int sign() const { return value > bound ? 1 : value < -bound ? -1 : 0; }
};

Orientation orientation(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d, double error)
{
    Vector3d x = b - a, y = c - a, z = d - a;
    double longest = std::max({length_of(x), length_of(y), length_of(z)}) + 4.0 * error;
    if (!(longest > 0x1p-200)) {
        // The sign is that of lengths in any unit; in one of about the longest, third powers do not vanish.
        if (!(longest > 0.0)) return {0.0, 0.0};
        const double per_unit = std::ldexp(1.0, std::min(1000, -std::ilogb(longest)));
        x *= per_unit, y *= per_unit, z *= per_unit;
        longest *= per_unit, error *= per_unit;
    }
    // Each difference is wrong by 2 error and its rounding, and the product is linear in each; fewer than 64 roundings of
    // numbers below longest^3.
    return {x.cross(y).dot(z), longest * longest * (6.5 * error + 0x1p-45 * longest)};
}

bool proven_through(const Vector3d& p, const Vector3d& q, const std::array<Vector3d, 3>& face, double error)
{
    const int from = orientation(face[0], face[1], face[2], p, error).sign();
    const int to = orientation(face[0], face[1], face[2], q, error).sign();
    if (from == 0 || from != -to) return false;
    int common = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const int side = orientation(p, q, face[k], face[(k + 1) % 3], error).sign();
        if (side == 0 || (common != 0 && side != common)) return false;
        common = side;
    }
    return true;
}

/// A bound of how fast any two points of the bodies come nearer to each other, at any time.
double closing_speed(const MovingBodies& bodies, const MovingFrame& start_a, const MovingFrame& start_b)
{
    const Vector3d drift = start_a.drift - start_b.drift;
    // The same for both orders of the bodies.
    const double own = speed_about_drift(bodies.a.body, start_a) + speed_about_drift(bodies.b.body, start_b);
    return (length_of(drift) + own) * (1.0 + 0x1p-40);
}

/// Two triangles at a time, for walk_pair.
class MovingTriangles {
public:
    MovingTriangles(const MovingBodies& bodies, const TrianglePair& pair) : bodies_(bodies), pair_(pair) {}

    void move_to(double t)
    {
        frame_a_ = bodies_.a.motion.at(t);
        frame_b_ = bodies_.b.motion.at(t);
        placed_ = rigid::place(bodies_, pair_, frame_a_, frame_b_);
        state_ = examine(bodies_, placed_);
    }
    [[nodiscard]] const PairState& state() const { return state_; }
    [[nodiscard]] double free_step(double level) const
    {
        return rigid::free_step(placed_, state_, frame_a_, frame_b_, level);
    }
    [[nodiscard]] double closing_speed() const { return rigid::closing_speed(bodies_, frame_a_, frame_b_); }
    [[nodiscard]] bool crosses_at(double t) const
    {
        const PlacedPair then = rigid::place(bodies_, pair_, bodies_.a.motion.at(t), bodies_.b.motion.at(t));
        return proven_crossing(then, bodies_.error);
    }

private:
    const MovingBodies& bodies_;
    TrianglePair pair_;
    MovingFrame frame_a_, frame_b_;
    PlacedPair placed_;
    PairState state_;
};

}  // namespace

Approach approach(const TrianglePoints& triangle, const MovingFrame& frame, const Vector3d& n)
{
    const Vector3d turn = n.cross(frame.angular_velocity);
    double fastest = -std::numeric_limits<double>::infinity(), far = 0.0;
    for (const Point& corner : triangle) {
        const Vector3d arm = vector(corner) - frame.pivot;
        fastest = std::max(fastest, turn.dot(arm));
        far = std::max(far, arm.squaredNorm());
    }
    far = std::sqrt(far) * (1.0 + 0x1p-40) + frame.pivot_error;
    return {.speed = n.dot(frame.velocity) + fastest + turn.norm() * frame.pivot_error * (1.0 + 0x1p-40) +
                     frame.velocity_error + frame.turn_error * far,
            .drift = n.dot(frame.drift) + frame.pivot_speed + frame.speed * far + frame.velocity_error +
                     frame.turn_error * far,
            .acceleration = 0.5 * (frame.pivot_acceleration + frame.acceleration * far),
            .jerk = (frame.pivot_jerk + frame.jerk * far) / 6.0,
            .scale = frame.velocity.cwiseAbs().sum() + frame.drift.cwiseAbs().sum() + frame.pivot_speed +
                     frame.speed * far + frame.angular_velocity.cwiseAbs().sum() * far};
}

double longest_step(double gap, double speed, double acceleration)
{
    const double root = std::sqrt(speed * speed + 4.0 * acceleration * gap);
    const double denominator = speed + root + 0x1p-48 * (std::abs(speed) + root);
    return denominator > 0.0 ? 2.0 * gap / denominator : 2.0;
}

double speed_about_drift(const RigidBody& body, const MovingFrame& frame)
{
    // The pivot is a point of the body: the offsets from it keep their lengths.
    const Vector3d pivot = frame.rotation.transpose() * (frame.pivot - frame.origin);
    const double far = body.radius_about(pivot) + 2.0 * frame.pivot_error;
    return frame.pivot_speed + frame.velocity_error + (frame.speed + frame.turn_error) * far;
}

TrianglePoints place(const RigidBody& body, std::uint32_t primitive, const MovingFrame& frame)
{
    TrianglePoints points;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vector3d placed = frame.place(vector(body.mesh().positions()[body.primitives()[primitive][k]]));
        points[k] = {placed.x(), placed.y(), placed.z()};
    }
    return points;
}

PlacedPair place(const MovingBodies& bodies, const TrianglePair& pair, const MovingFrame& frame_a,
                 const MovingFrame& frame_b)
{
    return {place(bodies.a.body, pair.a, frame_a), place(bodies.b.body, pair.b, frame_b)};
}

PairState examine(const PlacedPair& placed, double error)
{
    PairState state;
    state.nearest = triangle_distance(placed.a, placed.b);
    const double separation = separation_along(state.nearest.direction, placed.a, placed.b);
    state.lower = std::max(0.0, separation - error);
    state.upper = state.nearest.distance * (1.0 + 0x1p-48) + error;
    return state;
}

PairState glance(const PlacedPair& placed, double error)
{
    const auto normal_of = [](const TrianglePoints& triangle) -> Vector3d {
        const Vector3d corner = vector(triangle[0]);
        return (vector(triangle[1]) - corner).cross(vector(triangle[2]) - corner);
    };
    const Vector3d across = vector(placed.b[0]) - vector(placed.a[0]);
    PairState state;
    for (Vector3d normal : {normal_of(placed.a), normal_of(placed.b)}) {
        if (normal.dot(across) < 0.0) normal = -normal;
        const Point direction = {normal.x(), normal.y(), normal.z()};
        const double lower = separation_along(direction, placed.a, placed.b) - error;
        if (lower <= state.lower) continue;
        state.lower = lower;
        state.nearest.direction = direction;
    }
    return state;
}

double free_step(const PlacedPair& placed, const PairState& state, const MovingFrame& frame_a,
                 const MovingFrame& frame_b, double level)
{
    const double gap = state.lower - level;
    if (!(gap > 0.0)) return 0.0;
    // The normal of a tiny triangle has components that are hardly doubles any more.
    const Vector3d n = unit_vector(vector(state.nearest.direction));
    if (n.isZero(0.0)) return 0.0;
    // b moves along n as a would against it.
    const Approach a = approach(placed.a, frame_a, n), b = approach(placed.b, frame_b, -n);
    double longest = straight_step(gap, a, b);
    const auto carries = [](const MovingFrame& frame) { return frame.uniform && frame.speed > 0.0; };
    if (carries(frame_a)) longest = std::max(longest, step_beside(frame_a, placed.b, frame_b, n, gap));
    if (carries(frame_b)) longest = std::max(longest, step_beside(frame_b, placed.a, frame_a, -n, gap));
    return shortened(longest);
}

double straight_step(double gap, const Approach& a, const Approach& b)
{
    const double slack = 0x1p-40 * (a.scale + b.scale);
    const double speed = a.speed + b.speed + slack, drift = a.drift + b.drift + slack;
    const double acceleration = (a.acceleration + b.acceleration) * (1.0 + 0x1p-40);
    const double jerk = (a.jerk + b.jerk) * (1.0 + 0x1p-40);
    return std::max(longest_step_with_jerk(gap, speed, acceleration, jerk), drift > 0.0 ? gap / drift : 2.0);
}

double shortened(double step)
{
    step *= 1.0 - 0x1p-40;
    return step > 0.0 ? std::min(step, 2.0) : 0.0;
}

TimeGrid::TimeGrid(const MovingBodies& bodies, double threshold)
    : TimeGrid(threshold, closing_speed(bodies, bodies.a.motion.at(0.0), bodies.b.motion.at(0.0)))
{}

WalkResult walk(const MovingBodies& bodies, const TrianglePair& pair, const ContactLevels& levels,
                const WalkLimits& limits)
{
    MovingTriangles triangles(bodies, pair);
    return walk_pair(triangles, levels, limits);
}

bool proven_crossing(const PlacedPair& placed, double error)
{
    const auto through = [&](const TrianglePoints& edges, const TrianglePoints& face) {
        const std::array<Vector3d, 3> corners = {vector(face[0]), vector(face[1]), vector(face[2])};
        for (std::size_t k = 0; k < 3; ++k) {
            if (proven_through(vector(edges[k]), vector(edges[(k + 1) % 3]), corners, error)) return true;
        }
        return false;
    };
    return through(placed.a, placed.b) || through(placed.b, placed.a);
}

Contact contact_of(const MovingBodies& bodies, const TrianglePair& pair, const PairState& state)
{
    return contact_of(bodies.a.body.primitives()[pair.a], bodies.b.body.primitives()[pair.b], state);
}

Contact contact_of(const FaceVertices& a, const FaceVertices& b, const PairState& state)
{
    const TriangleDistance& nearest = state.nearest;
    Contact contact;
    const Vector3d first = vector(nearest.first), second = vector(nearest.second);
    contact.point = 0.5 * (first + second);
    // From b to a.
    // Adding 0 leaves no negative zeros.
    contact.normal = unit_vector(-vector(nearest.direction)).array() + 0.0;

    const auto vertex_face = [&](VertexId vertex, const FaceVertices& face, const std::array<double, 3>& weights) {
        contact.kind = PairKind::vertex_face;
        contact.vertices = {vertex, face[0], face[1], face[2]};
        contact.weights = {1.0, weights[0], weights[1], weights[2]};
    };
    switch (nearest.features) {
        case NearestFeatures::vertex_face:
            contact.objects = {0, 1};
            vertex_face(a[nearest.first_index], b, nearest.second_weights);
            break;
        case NearestFeatures::face_vertex:
            contact.objects = {1, 0};
            vertex_face(b[nearest.second_index], a, nearest.first_weights);
            contact.normal = (-contact.normal).array() + 0.0;
            break;
        case NearestFeatures::crossing: {
            // The side that passes through is the one whose third corner has no weight.
            const std::size_t i = nearest.first_index, j = nearest.second_index;
            const bool side_of_a = nearest.first_weights[(i + 2) % 3] == 0.0;
            const std::array<double, 3>& along = side_of_a ? nearest.first_weights : nearest.second_weights;
            const std::size_t from = side_of_a ? i : j, to = (from + 1) % 3;
            const std::size_t nearer = along[from] >= along[to] ? from : to;
            contact.objects = side_of_a ? std::array<std::uint32_t, 2>{0, 1} : std::array<std::uint32_t, 2>{1, 0};
            vertex_face(side_of_a ? a[nearer] : b[nearer], side_of_a ? b : a,
                        side_of_a ? nearest.second_weights : nearest.first_weights);
            break;
        }
        case NearestFeatures::edge_edge: {
            contact.kind = PairKind::edge_edge;
            contact.objects = {0, 1};
            const auto side = [](const FaceVertices& face, const std::array<double, 3>& weights, std::size_t from) {
                const std::size_t to = (from + 1) % 3;
                std::array<std::pair<VertexId, double>, 2> ends = {std::pair{face[from], weights[from]},
                                                                   std::pair{face[to], weights[to]}};
                if (ends[0].first > ends[1].first) std::swap(ends[0], ends[1]);
                return ends;
            };
            const auto on_a = side(a, nearest.first_weights, nearest.first_index);
            const auto on_b = side(b, nearest.second_weights, nearest.second_index);
            contact.vertices = {on_a[0].first, on_a[1].first, on_b[0].first, on_b[1].first};
            contact.weights = {on_a[0].second, on_a[1].second, on_b[0].second, on_b[1].second};
            break;
        }
    }
    return contact;
}

}  // namespace tocca::rigid
