// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/detail/named_contact.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <tuple>
#include <vector>

namespace tocca::scene::detail {

namespace {

using Eigen::Vector3d;
using rigid::FoundContact;

auto order_of(const FoundContact& found, const FaceVertices& corners)
{
    return std::tuple(found.contact.kind, found.contact.objects, found.contact.vertices, corners, found.pair.b);
}

/// Keeps the first of the contacts it is given, by features and then by triangles.
class LeastContact {
public:
    LeastContact(const MixedPair& pair, const FoundContact& found) : pair_(pair), found_(found) {}

    void consider(const MixedPrimitives& primitives, const rigid::PairState& state)
    {
        FoundContact next = found_;
        next.pair = {pair_.object.slot(primitives.leaf), primitives.primitive};
        next.contact = contact_of(pair_, primitives, state);
        next.contact.toc = found_.contact.toc;
        next.when.distance = state.nearest.distance;
        const FaceVertices corners = pair_.object.corners(primitives.leaf);
        if (least_ && !(order_of(next, corners) < order_of(*least_, corners_))) return;
        least_ = next;
        corners_ = corners;
    }
    /// The one found by the search, if no other was given.
    [[nodiscard]] FoundContact least() const { return least_.value_or(found_); }
    [[nodiscard]] bool empty() const { return !least_; }

private:
    const MixedPair& pair_;
    const FoundContact& found_;
    std::optional<FoundContact> least_;
    FaceVertices corners_ = {};
};

FoundContact least_touching(const MixedPair& pair, const rigid::ContactLevels& levels, const ContactsAtOnce& contacts)
{
    LeastContact least(pair, contacts.found);
    const rigid::MovingFrame frame = pair.body.motion.at(0.0);
    const auto consider = [&](const MixedPrimitives& primitives) {
        MixedTriangles triangles(pair, primitives);
        triangles.move_to(0.0, frame);
        if (!(triangles.state().lower > levels.padding)) least.consider(primitives, triangles.state());
        return true;
    };
    for (const MixedPrimitives& primitives : contacts.followed) (void)consider(primitives);
    for_each_near_pair(pair, contacts.others, 0.0, widened(pair, levels.padding), consider);
    return least.least();
}

/// Where rounding ends the walks before anything comes as near as the contact level: the least of those that end then.
FoundContact least_of_walks(const MixedPair& pair, const rigid::ContactLevels& levels, const ContactsAtOnce& contacts)
{
    LeastContact least(pair, contacts.found);
    const double time = contacts.found.when.lower;
    const auto consider = [&](const MixedPrimitives& primitives) {
        MixedTriangles triangles(pair, primitives);
        const rigid::WalkResult walked =
            rigid::walk_pair(triangles, levels, {.until = time, .steps = std::numeric_limits<std::uint64_t>::max()});
        if (!walked.contact || walked.contact->lower != time) return true;
        triangles.move_to(time);
        least.consider(primitives, triangles.state());
        return true;
    };
    for (const MixedPrimitives& primitives : contacts.followed) (void)consider(primitives);
    for_each_near_pair(pair, contacts.others, time, widened(pair, levels.contact() + levels.threshold), consider);
    return least.least();
}

struct Candidate {
    MixedPrimitives primitives;
    rigid::PairState state;
};

/// Keeps those of the pairs it is given that are as near as the nearest, to rounding.
class NearestPairs {
public:
    explicit NearestPairs(const MixedPair& pair) : pair_(pair) {}

    void consider(const MixedPrimitives& primitives, const rigid::PairState& state)
    {
        const double distance = state.nearest.distance;
        if (distance > as_near()) return;
        nearest_.push_back({primitives, state});
        if (!(distance < least_)) return;
        least_ = distance;
        std::erase_if(nearest_, [&](const Candidate& other) { return other.state.nearest.distance > as_near(); });
    }
    [[nodiscard]] const std::vector<Candidate>& nearest() const { return nearest_; }

private:
    [[nodiscard]] double as_near() const { return least_ * (1.0 + 0x1p-40) + 2.0 * pair_.error; }

    const MixedPair& pair_;
    double least_ = std::numeric_limits<double>::infinity();
    std::vector<Candidate> nearest_;
};

/// Triangles that do not start near each other are in contact from a time of the grid on if they are within the contact
/// level then: so whether they were followed makes no difference.
FoundContact nearest_contact(const MixedPair& pair, const rigid::ContactLevels& levels, const ContactsAtOnce& contacts)
{
    const double time = contacts.found.when.lower, level = levels.contact();
    const rigid::MovingFrame start = pair.body.motion.at(0.0), frame = pair.body.motion.at(time);
    NearestPairs pairs(pair);
    for (const MixedPrimitives& primitives : contacts.followed) {
        MixedTriangles triangles(pair, primitives);
        triangles.move_to(0.0, start);
        const bool starts_near = !(triangles.state().lower > levels.kept() + 2.0 * levels.threshold);
        triangles.move_to(time, frame);
        if (starts_near || triangles.state().upper <= level) pairs.consider(primitives, triangles.state());
    }
    if (contacts.on_grid) {
        for_each_near_pair(pair, contacts.others, time, level, [&](const MixedPrimitives& primitives) {
            MixedTriangles triangles(pair, primitives);
            triangles.move_to(time, frame);
            if (triangles.state().upper <= level) pairs.consider(primitives, triangles.state());
            return true;
        });
    }
    LeastContact least(pair, contacts.found);
    for (const Candidate& candidate : pairs.nearest()) least.consider(candidate.primitives, candidate.state);
    return least.empty() ? least_of_walks(pair, levels, contacts) : least.least();
}

/// The velocity of the contact's point on the object.
Vector3d velocity_of_object(const MixedPair& pair, const Contact& contact)
{
    Vector3d velocity = Vector3d::Zero();
    for (std::size_t k = 0; k < 4; ++k) {
        const bool first = contact.kind == PairKind::vertex_face ? k == 0 : k < 2;
        if (contact.objects[first ? 0 : 1] == 0)
            velocity += contact.weights[k] * pair.object.velocity(contact.vertices[k]);
    }
    return velocity;
}

/// A length as large as the features in contact.
double size_of_features(const MixedPair& pair, const FoundContact& found)
{
    double size = 0.0;
    const Contact& contact = found.contact;
    const rigid::MovingFrame frame = pair.body.motion.at(found.when.lower);
    for (std::size_t k = 0; k < 4; ++k) {
        const bool first = contact.kind == PairKind::vertex_face ? k == 0 : k < 2;
        const VertexId vertex = contact.vertices[k];
        Vector3d place;
        if (contact.objects[first ? 0 : 1] == 0) {
            place = pair.object.start(vertex) + found.when.lower * pair.object.velocity(vertex);
        } else {
            const Point& p = pair.body.body.mesh().positions()[vertex];
            place = frame.place({p[0], p[1], p[2]});
        }
        size = std::max(size, (place - contact.point).cwiseAbs().maxCoeff());
    }
    return size;
}

/// Whether triangles are proven to cross at a time, of those of the object that come within `reach` of a point along all
/// axes; which is a matter of the triangles alone, whatever boxes hold them.
bool crosses_near(const MixedPair& pair, double time, const Vector3d& point, double reach)
{
    bool crosses = false;
    const auto is_near = [&](const TrianglePoints& triangle) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double x = point[static_cast<Eigen::Index>(axis)];
            const auto [low, high] = std::minmax({triangle[0][axis], triangle[1][axis], triangle[2][axis]});
            if (low - x > reach || x - high > reach) return false;
        }
        return true;
    };
    for_each_near_pair(
        pair, all_pairs(pair), time, 0.0,
        [&](const MixedPrimitives& primitives) {
            crosses = is_near(pair.object.triangle(primitives.leaf).at(time)) &&
                      MixedTriangles(pair, primitives).crosses_at(time);
            return !crosses;
        },
        [&](const Rss& volume) {
            const double apart = (volume.centre - point).cwiseAbs().maxCoeff();
            return apart <= (reach + volume.size()) * (1.0 + 0x1p-20) + pair.error;
        });
    return crosses;
}

}  // namespace

FoundContact named_contact(const MixedPair& pair, const rigid::ContactLevels& levels, const ContactsAtOnce& contacts)
{
    // With a time tolerance all are followed, and the one found is the least.
    if (contacts.found.when.touching) return least_touching(pair, levels, contacts);
    return levels.time_tolerance > 0.0 ? contacts.found : nearest_contact(pair, levels, contacts);
}

std::optional<double> penetration_after(const MixedPair& pair, const FoundContact& found, double threshold)
{
    const double time = found.when.upper;
    const rigid::MovingFrame frame = pair.body.motion.at(time);
    const Vector3d& point = found.contact.point;
    const Vector3d of_body = frame.velocity + frame.angular_velocity.cross(point - frame.pivot);
    const double speed = (velocity_of_object(pair, found.contact) - of_body).norm();
    if (!(speed > 0.0)) return std::nullopt;
    const double size = size_of_features(pair, found);
    double ahead = 4.0 * threshold / speed;
    for (int attempt = 0; attempt < 3; ++attempt, ahead *= 16.0) {
        const double then = std::min(1.0, time + ahead);
        if (crosses_near(pair, then, point, size + 2.0 * (then - time) * pair.closing_speed)) return then;
        if (then == 1.0) break;
    }
    return std::nullopt;
}

}  // namespace tocca::scene::detail
