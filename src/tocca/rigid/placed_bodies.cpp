// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/placed_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <tuple>

#include "tocca/base/error.hpp"
#include "tocca/bvh/rss_tree.hpp"
#include "tocca/geometry/closest_points.hpp"
#include "tocca/geometry/triangle_intersection.hpp"
#include "tocca/geometry/vector_length.hpp"
#include "tocca/rigid/placed_search.hpp"

namespace tocca {

namespace {

using Eigen::Vector3d;
using rigid::MovingBodies;
using rigid::MovingFrame;
using rigid::OpenedPair;
using rigid::PairState;
using rigid::PlacedPair;
using rigid::RigidBodyMotion;
using rigid::SlotPair;
using rigid::TreePair;
using rigid::TrianglePair;

/// Two bodies at rest, for which the search for contacts stands still.
class BodiesAtRest {
public:
    BodiesAtRest(const RigidBody& a, const Eigen::Isometry3d& pose_a, const RigidBody& b,
                 const Eigen::Isometry3d& pose_b)
        : motion_a_(at_rest(pose_a), a.radius_about(Vector3d::Zero()), a.middle()),
          motion_b_(at_rest(pose_b), b.radius_about(Vector3d::Zero()), b.middle()),
          bodies_{{a, motion_a_},
                  {b, motion_b_},
                  motion_a_.position_error() + motion_b_.position_error() + rigid::least_length},
          frame_a_(motion_a_.at(0.0)),
          frame_b_(motion_b_.at(0.0))
    {
        require(!a.moved_from() && !b.moved_from(), "a rigid body was moved from");
    }
    BodiesAtRest(const BodiesAtRest&) = delete;
    BodiesAtRest& operator=(const BodiesAtRest&) = delete;

    [[nodiscard]] const MovingBodies& bodies() const { return bodies_; }
    [[nodiscard]] rigid::PlacedBodies placed() const
    {
        return {bodies_.a.body, bodies_.b.body, frame_a_, frame_b_, bodies_.error};
    }
    [[nodiscard]] PlacedPair place(const TrianglePair& pair) const
    {
        return rigid::place(bodies_, pair, frame_a_, frame_b_);
    }

private:
    RigidBodyMotion motion_a_, motion_b_;
    MovingBodies bodies_;
    MovingFrame frame_a_, frame_b_;
};

auto order_of(const Contact& contact) { return std::tuple(contact.kind, contact.objects, contact.vertices); }

/// The nearest features of two triangles, as they were found.
NearFeatures features_of(const MovingBodies& bodies, const TrianglePair& pair, const PairState& state)
{
    const auto vector = [](const Point& point) { return Vector3d(point[0], point[1], point[2]); };
    return {.distance = state.nearest.distance,
            .contact = rigid::contact_of(bodies, pair, state),
            .points = {vector(state.nearest.first), vector(state.nearest.second)}};
}

/// The least distance so far.
class NearestPair {
public:
    explicit NearestPair(const BodiesAtRest& rest) : rest_(rest) {}

    void consider(const TrianglePair& pair)
    {
        const PlacedPair placed = rest_.place(pair);
        PairState state = rigid::examine(rest_.bodies(), placed);
        if (state.lower <= 0.0 && triangles_meet(placed.a, placed.b)) {
            state.nearest.distance = 0.0;
            state.upper = rest_.bodies().error;
        }
        result_.lower = std::min(result_.lower, state.lower);
        if (result_.nearest && state.upper > result_.upper) return;
        const NearFeatures features = features_of(rest_.bodies(), pair, state);
        if (!result_.nearest || state.upper < result_.upper ||
            order_of(features.contact) < order_of(result_.nearest->contact)) {
            result_.nearest = features;
        }
        result_.upper = state.upper;
    }

    [[nodiscard]] const BodyDistance& result() const { return result_; }

private:
    const BodiesAtRest& rest_;
    BodyDistance result_ = {.lower = std::numeric_limits<double>::infinity(),
                            .upper = std::numeric_limits<double>::infinity()};
};

/// The vertex-face and edge-edge pairs of two bodies within a distance.
class Manifold {
public:
    Manifold(const BodiesAtRest& rest, double distance) : rest_(rest), distance_(distance) {}

    void add(const TrianglePair& pair)
    {
        const PlacedPair placed = rest_.place(pair);
        if (rigid::examine(rest_.bodies(), placed).lower > distance_) return;
        const FaceVertices& a = rest_.bodies().a.body.primitives()[pair.a];
        const FaceVertices& b = rest_.bodies().b.body.primitives()[pair.b];
        for (std::size_t i = 0; i < 3; ++i) {
            vertex_face(a[i], placed.a[i], {0, 1}, b, placed.b);
            vertex_face(b[i], placed.b[i], {1, 0}, a, placed.a);
            for (std::size_t j = 0; j < 3; ++j) edge_edge(a, placed.a, i, b, placed.b, j);
        }
    }

    std::vector<NearFeatures> sorted()
    {
        std::sort(found_.begin(), found_.end(), [](const NearFeatures& x, const NearFeatures& y) {
            return order_of(x.contact) < order_of(y.contact);
        });
        const auto same = [](const NearFeatures& x, const NearFeatures& y) {
            return order_of(x.contact) == order_of(y.contact);
        };
        found_.erase(std::unique(found_.begin(), found_.end(), same), found_.end());
        return std::move(found_);
    }

private:
    static Vector3d vector(const Point& point) { return {point[0], point[1], point[2]}; }

    /// `difference` is from the second closest point to the first one.
    void keep(const ClosestPoints& closest, Contact contact, const Vector3d& first)
    {
        const double distance = length_of(closest.difference);
        if (distance > distance_) return;
        contact.weights = closest.weights;
        const Vector3d second = first - closest.difference;
        contact.point = 0.5 * (first + second);
        if (distance > 0.0) contact.normal = closest.difference / distance;
        const bool first_is_a = contact.objects[0] == 0;
        found_.push_back({.distance = distance,
                          .contact = contact,
                          .points = {first_is_a ? first : second, first_is_a ? second : first}});
    }

    void vertex_face(VertexId vertex, const Point& place, const std::array<std::uint32_t, 2>& objects,
                     const FaceVertices& face, const TrianglePoints& corners)
    {
        if (face[0] == face[1] || face[1] == face[2] || face[2] == face[0]) return;
        const Triangle triangle = {vector(corners[0]), vector(corners[1]), vector(corners[2])};
        Contact contact;
        contact.kind = PairKind::vertex_face;
        contact.vertices = {vertex, face[0], face[1], face[2]};
        contact.objects = objects;
        keep(closest_points(vector(place), triangle), contact, vector(place));
    }

    void edge_edge(const FaceVertices& a, const TrianglePoints& corners_a, std::size_t i, const FaceVertices& b,
                   const TrianglePoints& corners_b, std::size_t j)
    {
        // The lower vertex first, as everywhere.
        std::size_t a0 = i, a1 = (i + 1) % 3, b0 = j, b1 = (j + 1) % 3;
        if (a[a0] > a[a1]) std::swap(a0, a1);
        if (b[b0] > b[b1]) std::swap(b0, b1);
        const Segment first = {vector(corners_a[a0]), vector(corners_a[a1])};
        const Segment second = {vector(corners_b[b0]), vector(corners_b[b1])};
        const ClosestPoints closest = closest_points(first, second);
        Contact contact;
        contact.kind = PairKind::edge_edge;
        contact.vertices = {a[a0], a[a1], b[b0], b[b1]};
        contact.objects = {0, 1};
        keep(closest, contact, closest.weights[0] * first.a + closest.weights[1] * first.b);
    }

    const BodiesAtRest& rest_;
    double distance_;
    std::vector<NearFeatures> found_;
};

}  // namespace

BodyDistance distance(const RigidBody& a, const Eigen::Isometry3d& pose_a, const RigidBody& b,
                      const Eigen::Isometry3d& pose_b)
{
    const BodiesAtRest rest(a, pose_a, b, pose_b);
    NearestPair nearest(rest);
    if (a.tree().empty() || b.tree().empty()) return nearest.result();

    struct Entry {
        double bound;
        SlotPair pair;
        bool operator<(const Entry& other) const
        {
            return std::tuple(bound, pair.a.index, pair.b.index) >
                   std::tuple(other.bound, other.pair.a.index, other.pair.b.index);
        }
    };
    const TreePair trees = {a.tree(), b.tree()};
    const rigid::RssKernel& kernel = rigid::rss_kernel({});
    const rigid::PlacedBodies placed = rest.placed();
    std::priority_queue<Entry> open;
    open.push({0.0, {}});
    while (!open.empty() && open.top().bound <= nearest.result().upper) {
        const Entry entry = open.top();
        open.pop();
        if (const std::optional<TrianglePair> triangles = trees.triangles(entry.pair)) {
            nearest.consider(*triangles);
            continue;
        }
        const OpenedPair opened = trees.open(entry.pair);
        const rigid::NodeAnswer answer = trees.ask(kernel, opened, placed.frame_a, placed.frame_b, placed.error);
        for (std::uint32_t lane = 0; lane < RssNode::width; ++lane) {
            if (trees.node(opened).child[lane] == RssNode::no_child) continue;
            const double bound = std::max(0.0, answer.distance(lane));
            if (bound <= nearest.result().upper) open.push({bound, opened.pair(lane)});
        }
        if (nearest.result().lower <= 0.0 && nearest.result().upper <= placed.error) break;
    }
    return nearest.result();
}

bool intersects(const RigidBody& a, const Eigen::Isometry3d& pose_a, const RigidBody& b,
                const Eigen::Isometry3d& pose_b)
{
    const BodiesAtRest rest(a, pose_a, b, pose_b);
    bool meet = false;
    rigid::for_each_near_pair(rest.placed(), 0.0, std::numeric_limits<std::uint64_t>::max(),
                              [&](const TrianglePair& pair) {
                                  meet = !(examine(rest.bodies(), rest.place(pair)).lower > 0.0);
                                  return !meet;
                              });
    return meet;
}

std::vector<NearFeatures> near_features(const RigidBody& a, const Eigen::Isometry3d& pose_a, const RigidBody& b,
                                        const Eigen::Isometry3d& pose_b, double distance)
{
    require(distance >= 0.0 && std::isfinite(distance), "the distance of near features must not be negative");
    const BodiesAtRest rest(a, pose_a, b, pose_b);
    Manifold manifold(rest, distance);
    rigid::for_each_near_pair(rest.placed(), distance, std::numeric_limits<std::uint64_t>::max(),
                              [&](const TrianglePair& pair) {
                                  manifold.add(pair);
                                  return true;
                              });
    return manifold.sorted();
}

}  // namespace tocca
