// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/pose_recorder.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/motion/rigid_path.hpp"
#include "tocca/motion/rotation.hpp"

namespace tocca {
namespace {

using Eigen::Isometry3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

Vector3d vector_of(const Point& point) { return {point[0], point[1], point[2]}; }
Point point_of(const Vector3d& vector) { return {vector.x(), vector.y(), vector.z()}; }

/// All that is within `padding` of a segment: a capsule, or a sphere where its ends are one.
Shape capsule_around(const Vector3d& a, const Vector3d& b, double padding)
{
    constexpr std::size_t segments = 32;
    const double length = (b - a).norm();
    Shape shape = length > 0.0 ? capsule({.radius = padding, .height = length, .segments = segments})
                               : uv_sphere({.radius = padding, .segments = segments, .rings = segments / 2});
    const Quaterniond turn = length > 0.0 ? motion::rotation_from_z(b - a) : Quaterniond::Identity();
    for (Point& point : shape.positions) point = point_of(turn * vector_of(point) + 0.5 * (a + b));
    return shape;
}

void append(RecordedBody& body, const Shape& shape)
{
    auto& positions = body.positions.front();
    const auto first = static_cast<VertexId>(positions.size());
    positions.insert(positions.end(), shape.positions.begin(), shape.positions.end());
    for (const FaceVertices& face : shape.faces) {
        body.faces.push_back({first + face[0], first + face[1], first + face[2]});
    }
}

/// The point of a body that its positions are told from. Far from what it turns about, a body would not be where it is by
/// an orientation of few digits.
Vector3d origin_of(const RigidBody& body)
{
    constexpr double far = 4.0;  // diameters
    return body.middle().norm() > far * body.diameter() ? body.middle() : Vector3d::Zero();
}

double angle_between(const Isometry3d& a, const Isometry3d& b)
{
    return Quaterniond(a.linear()).angularDistance(Quaterniond(b.linear()));
}

Isometry3d half_way(const Isometry3d& a, const Isometry3d& b)
{
    Isometry3d pose = Isometry3d::Identity();
    pose.linear() = Quaterniond(a.linear()).slerp(0.5, Quaterniond(b.linear())).toRotationMatrix();
    pose.translation() = 0.5 * (a.translation() + b.translation());
    return pose;
}

bool are_same(const std::vector<Isometry3d>& poses)
{
    return std::all_of(poses.begin(), poses.end(),
                       [&](const Isometry3d& pose) { return pose.matrix() == poses.front().matrix(); });
}

}  // namespace

PoseRecorder::PoseRecorder(std::string title, const PoseSampling& sampling) : sampling_(sampling)
{
    motion_.title = std::move(title);
}

std::size_t PoseRecorder::add_body(const std::string& name, const RigidBody& body)
{
    require(motion_.key_times.empty(), "bodies of a recording must be added before its first step");
    const Vector3d origin = origin_of(body);
    RecordedBody& shown = motion_.bodies.emplace_back(shown_body(name, body.mesh()));
    auto& positions = shown.positions.emplace_back();
    for (const Point& point : body.mesh().positions()) positions.push_back(point_of(vector_of(point) - origin));
    extents_.push_back({.origin = origin, .middle = body.middle() - origin, .diameter = body.diameter()});
    return motion_.bodies.size() - 1;
}

std::size_t PoseRecorder::add_padded_body(const std::string& name, const RigidBody& body, double padding)
{
    const std::size_t number = add_body(name, body);
    extents_.back().diameter += 2.0 * padding;
    if (!(padding > 0.0)) return number;
    const TriangleMesh& mesh = body.mesh();
    RecordedBody& recorded = motion_.bodies.back();
    const std::vector<Point> corners = recorded.positions.front();
    const auto corner = [&](VertexId vertex) { return vector_of(corners[vertex]); };
    // The vertices stay, to be named by contacts, and are inside what is shown.
    for (const EdgeId edge : mesh.loose_edges()) {
        const auto& [a, b] = mesh.edges()[edge];
        append(recorded, capsule_around(corner(a), corner(b), padding));
    }
    for (const VertexId vertex : mesh.isolated_vertices()) {
        if (body.ignored_vertices() > 0) break;
        append(recorded, capsule_around(corner(vertex), corner(vertex), padding));
    }
    recorded.loose_edges.clear();
    return number;
}

void PoseRecorder::place(const std::vector<Isometry3d>& poses)
{
    if (motion_.key_times.empty()) add_key(0.0, from_origins(poses));
}

void PoseRecorder::add_step(const Motion& motion, RecordedStep step, std::span<const Contact> contacts)
{
    const std::size_t number = motion_.steps.size();
    const Motion moved{.poses = [&](double t) { return from_origins(motion.poses(t)); }, .turn = motion.turn};
    const std::vector<Isometry3d> first = moved.poses(0.0);
    const bool goes_on = !motion_.key_times.empty() && [&] {
        for (std::size_t i = 0; i < first.size(); ++i) {
            const Isometry3d& last = motion_.bodies[i].poses.back();
            const double near = 1e-9 * (1.0 + last.translation().norm());
            if (!((last.matrix() - first[i].matrix()).norm() <= near)) return false;
        }
        return true;
    }();
    const auto start = static_cast<double>(number);
    if (!goes_on) add_key(start, first);
    for (const double t : times_of(moved, contacts)) add_key(start + t, moved.poses(t));
    motion_.steps.push_back(std::move(step));
    for (const Contact& contact : contacts) {
        motion_.contacts.push_back({.step = number, .contact = contact, .distance = contact.distance});
    }
}

void PoseRecorder::add_step(std::span<const RigidMotion> motions, RecordedStep step, std::span<const Contact> contacts)
{
    std::vector<RigidPath> paths;
    paths.reserve(motions.size());
    double turn = 0.0;
    for (const RigidMotion& motion : motions) {
        paths.emplace_back(motion);
        turn = std::max(turn, paths.back().angular_velocity().norm());
    }
    const auto poses = [&](double t) {
        std::vector<Isometry3d> places;
        places.reserve(paths.size());
        for (const RigidPath& path : paths) places.push_back(path.at(t).pose());
        return places;
    };
    add_step(Motion{.poses = poses, .turn = turn}, std::move(step), contacts);
}

std::vector<Isometry3d> PoseRecorder::from_origins(std::vector<Isometry3d> poses) const
{
    require(poses.size() == motion_.bodies.size(), "a step of a recording must have a pose for each body");
    for (std::size_t i = 0; i < poses.size(); ++i) poses[i].translation() = poses[i] * extents_[i].origin;
    return poses;
}

void PoseRecorder::add_key(double time, const std::vector<Isometry3d>& poses)
{
    motion_.key_times.push_back(time);
    for (std::size_t i = 0; i < poses.size(); ++i) {
        motion_.bodies[i].last_key = motion_.key_times.size() - 1;
        motion_.bodies[i].poses.push_back(poses[i]);
    }
}

bool PoseRecorder::is_fine(const std::vector<Isometry3d>& from, const std::vector<Isometry3d>& middle,
                           const std::vector<Isometry3d>& to) const
{
    for (std::size_t i = 0; i < from.size(); ++i) {
        const auto& [origin, centre, diameter] = extents_[i];
        // Two halves, as a turn of more than half of one looks like a small one.
        if (angle_between(from[i], middle[i]) + angle_between(middle[i], to[i]) > sampling_.turn) return false;
        const double error = (half_way(from[i], to[i]) * centre - middle[i] * centre).norm();
        const double rounding = 1e-12 * (middle[i] * centre).norm();
        if (!(error <= sampling_.error * diameter + rounding)) return false;
    }
    return true;
}

bool PoseRecorder::is_straight(const std::vector<std::vector<Isometry3d>>& places) const
{
    for (std::size_t i = 1; i + 1 < places.size(); ++i) {
        const double t = static_cast<double>(i) / static_cast<double>(places.size() - 1);
        for (std::size_t body = 0; body < extents_.size(); ++body) {
            const Isometry3d &first = places.front()[body], &last = places.back()[body], &here = places[i][body];
            const Vector3d expected = (1.0 - t) * first.translation() + t * last.translation();
            const double near = 1e-9 * (first.translation().norm() + last.translation().norm());
            if ((here.linear() - first.linear()).norm() > 1e-9) return false;
            if (!((here.translation() - expected).norm() <= near)) return false;
        }
    }
    return true;
}

std::vector<double> PoseRecorder::times_of(const Motion& motion, std::span<const Contact> contacts)
{
    // As many equal parts as it takes, each looked at in its middle; at least so many that none turns by half a turn.
    std::size_t parts = 4;
    while (static_cast<double>(parts) < motion.turn && parts < sampling_.max_keys) parts *= 2;
    std::vector<std::vector<Isometry3d>> places;
    for (;; parts = std::has_single_bit(parts) ? parts / 2 * 3 : parts / 3 * 4) {
        places.resize(2 * parts + 1);
        for (std::size_t i = 0; i <= 2 * parts; ++i) {
            places[i] = motion.poses(static_cast<double>(i) / static_cast<double>(2 * parts));
        }
        bool fine = true;
        for (std::size_t i = 0; i < parts && fine; ++i) {
            fine = is_fine(places[2 * i], places[2 * i + 1], places[2 * i + 2]);
        }
        if (fine || extents_.size() * parts > sampling_.max_poses) break;
        if (2 * parts > sampling_.max_keys) {
            too_many_keys_ = true;
            break;
        }
    }
    // Bodies that do not turn need their ends only, and where they touch.
    const bool straight = motion.turn <= static_cast<double>(parts) && is_straight(places);
    const bool full = extents_.size() * (motion_.key_times.size() + parts) > sampling_.max_poses;
    too_many_poses_ = too_many_poses_ || (full && !straight);
    if (straight || full) parts = 1;
    std::vector<double> times;
    for (std::size_t i = 1; i <= parts; ++i) times.push_back(static_cast<double>(i) / static_cast<double>(parts));
    const std::size_t shown = contacts.size() <= 64 ? contacts.size() : 1;
    for (const Contact& contact : contacts.first(shown)) {
        const double t = contact.toc.lower;
        if (t > 0.0 && t < 1.0) times.push_back(t);
    }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

RecordedMotion PoseRecorder::motion() const
{
    RecordedMotion motion = motion_;
    if (motion.key_times.empty()) {
        require(motion.bodies.empty(), "a recording of bodies needs a step, or a pose of each body");
        motion.key_times.push_back(0.0);
    }
    for (RecordedBody& body : motion.bodies) {
        if (!are_same(body.poses)) continue;
        for (Point& point : body.positions.front()) point = point_of(body.poses.front() * vector_of(point));
        body.poses.clear();
    }
    if (too_many_keys_) {
        motion.reductions.emplace_back(
            "some motions turn so much that they are shown coarsely, but exactly at contacts");
    }
    if (too_many_poses_) {
        motion.reductions.emplace_back(
            "so many bodies and steps leave some motions shown by their ends and their contacts, straight between");
    }
    return motion;
}

}  // namespace tocca
