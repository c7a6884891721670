// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/recorded_motion.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tocca/base/error.hpp"

namespace tocca {
namespace {

/// The keys before and after a time, and how far it is from the first to the second.
struct KeySpan {
    std::size_t before = 0;
    std::size_t after = 0;
    double fraction = 0.0;
};

KeySpan keys_at(const std::vector<double>& times, double time)
{
    const auto next = std::upper_bound(times.begin(), times.end(), time);
    if (next == times.begin()) return {};
    const auto before = static_cast<std::size_t>(next - times.begin()) - 1;
    if (next == times.end()) return {.before = before, .after = before};
    const double span = times[before + 1] - times[before];
    return {.before = before, .after = before + 1, .fraction = (time - times[before]) / span};
}

Point between(const Point& a, const Point& b, double fraction)
{
    if (fraction == 0.0) return a;
    Point point;
    for (std::size_t axis = 0; axis < 3; ++axis) point[axis] = (1.0 - fraction) * a[axis] + fraction * b[axis];
    return point;
}

Eigen::Isometry3d between(const Eigen::Isometry3d& a, const Eigen::Isometry3d& b, double fraction)
{
    if (fraction == 0.0) return a;
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    const Eigen::Quaterniond from(a.linear()), to(b.linear());
    pose.linear() = from.slerp(fraction, to).toRotationMatrix();
    pose.translation() = (1.0 - fraction) * a.translation() + fraction * b.translation();
    return pose;
}

void check(const RecordedBody& body, std::size_t key_count)
{
    require(body.first_key <= body.last_key && body.last_key < key_count,
            "a body of a recording must be there from one of its keys to one that is not before it");
    const std::size_t keys = body.last_key - body.first_key + 1;
    const bool deforms = body.poses.empty() && body.positions.size() == keys;
    const bool one_shape = body.positions.size() == 1 && (body.poses.empty() || body.poses.size() == keys);
    require(deforms || one_shape, "a body of a recording must have one position of its vertices, or one for each key");
    const std::size_t vertices = body.positions.front().size();
    for (const auto& positions : body.positions) {
        require(positions.size() == vertices, "a body of a recording must have the same vertices at all keys");
    }
    for (const FaceVertices& face : body.faces) {
        for (const VertexId vertex : face)
            require(vertex < vertices, "a face of a recording must refer to vertices of its body");
    }
    for (const EdgeVertices& edge : body.loose_edges) {
        for (const VertexId vertex : edge)
            require(vertex < vertices, "an edge of a recording must refer to vertices of its body");
    }
}

void check(const RecordedMotion& motion, const RecordedContact& recorded)
{
    require(recorded.step < motion.steps.size(), "a contact of a recording must be of one of its steps");
    const Contact& contact = recorded.contact;
    for (std::size_t i = 0; i < 4; ++i) {
        const bool is_second = i >= (contact.kind == PairKind::vertex_face ? 1U : 2U);
        const std::size_t body = contact.objects[is_second ? 1 : 0];
        require(body < motion.bodies.size() && contact.vertices[i] < motion.bodies[body].positions.front().size(),
                "a contact of a recording must refer to its bodies and their vertices");
    }
}

}  // namespace

RecordedBody shown_body(std::string name, const TriangleMesh& mesh)
{
    RecordedBody body{.name = std::move(name), .faces = {mesh.faces().begin(), mesh.faces().end()}};
    for (const EdgeId edge : mesh.loose_edges()) body.loose_edges.push_back(mesh.edges()[edge]);
    return body;
}

void check(const RecordedMotion& motion)
{
    const auto& times = motion.key_times;
    require(!times.empty() && times.front() == 0.0 && std::is_sorted(times.begin(), times.end()) &&
                times.back() == static_cast<double>(motion.steps.size()),
            "the keys of a recording must go from time 0 to the number of its steps");
    for (const RecordedBody& body : motion.bodies) check(body, times.size());
    for (const RecordedContact& contact : motion.contacts) check(motion, contact);
    require(std::is_sorted(motion.contacts.begin(), motion.contacts.end(),
                           [](const auto& a, const auto& b) { return a.step < b.step; }),
            "the contacts of a recording must be sorted by their steps");
}

std::vector<Point> positions_at(const RecordedMotion& motion, std::size_t body, double time)
{
    const RecordedBody& what = motion.bodies.at(body);
    KeySpan place = keys_at(motion.key_times, time);
    if (place.before < what.first_key || place.before > what.last_key) return {};
    if (place.after > what.last_key) place = {.before = place.before, .after = place.before};
    const std::size_t before = place.before - what.first_key, after = place.after - what.first_key;

    std::vector<Point> points = what.positions.size() == 1 ? what.positions.front() : what.positions[before];
    if (what.positions.size() > 1) {
        const auto& next = what.positions[after];
        for (std::size_t i = 0; i < points.size(); ++i) points[i] = between(points[i], next[i], place.fraction);
    } else if (!what.poses.empty()) {
        const Eigen::Isometry3d pose = between(what.poses[before], what.poses[after], place.fraction);
        for (Point& point : points) {
            Eigen::Map<Eigen::Vector3d> vector(point.data());
            vector = (pose * vector).eval();
        }
    }
    return points;
}

const RecordedContact* first_contact(const RecordedMotion& motion)
{
    if (motion.contacts.empty()) return nullptr;
    const std::size_t step = motion.contacts.front().step;
    const RecordedContact* first = &motion.contacts.front();
    for (const RecordedContact& contact : motion.contacts) {
        if (contact.step != step) break;
        if (contact.contact.toc.lower < first->contact.toc.lower) first = &contact;
    }
    return first;
}

double time_of(const RecordedContact& contact) { return static_cast<double>(contact.step) + contact.contact.toc.lower; }

}  // namespace tocca
