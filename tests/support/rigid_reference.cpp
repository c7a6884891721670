// SPDX-License-Identifier: Apache-2.0
#include "support/rigid_reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

#include "support/placed_triangles.hpp"
#include "tocca/rigid/triangle_pair.hpp"

namespace tocca::support {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The threshold asked for or, as it is by default, 1e-5 of the smaller diameter; and no less than rounding can tell.
double threshold_of(const RigidQuestion& question)
{
    const auto error = [](const RigidBody& body, const RigidMotion& motion) {
        return RigidPath(motion).position_error(body.radius_about(motion.reference));
    };
    const double usual = 1e-5 * std::min(question.a.diameter(), question.b.diameter());
    return std::max({question.options.threshold.value_or(usual),
                     16.0 * (error(question.a, question.motion_a) + error(question.b, question.motion_b)),
                     std::numeric_limits<double>::min()});
}

PlacedTriangles placed(const RigidBody& body, const ReferenceMotion& motion, double t)
{
    PlacedTriangles result;
    for (const TrianglePoints& triangle : motion.place(body, t)) result.add(triangle);
    return result;
}

/// What a pair keeps that starts this far apart: at the time of contact and up to then.
struct Levels {
    double contact, kept;
};

Levels levels_of(double start, double clearance, double threshold)
{
    if (start <= clearance) return {0.5 * start, 0.25 * start};
    const double contact = std::min(threshold, 0.5 * (start - clearance));
    if (start > clearance + 2.0 * threshold) return {clearance + threshold, clearance + 0.5 * threshold};
    return {clearance + contact, clearance + 0.5 * contact};
}

/// The two points of a contact at a time, by its features and weights.
std::array<Eigen::Vector3d, 2> points_of(const RigidQuestion& question, const ReferenceMotion& motion_a,
                                         const ReferenceMotion& motion_b, const Contact& contact, double t)
{
    const auto vertex = [&](std::size_t k) -> Eigen::Vector3d {
        const bool first = contact.kind == PairKind::vertex_face ? k == 0 : k < 2;
        const std::uint32_t object = contact.objects[first ? 0 : 1];
        const std::uint32_t number = contact.vertices[k];
        const Point place = object == 0 ? motion_a.place(question.a.mesh().positions()[number], t)
                                        : motion_b.place(question.b.mesh().positions()[number], t);
        return contact.weights[k] * Eigen::Vector3d(place[0], place[1], place[2]);
    };
    if (contact.kind == PairKind::vertex_face) return {vertex(0), vertex(1) + vertex(2) + vertex(3)};
    return {vertex(0) + vertex(1), vertex(2) + vertex(3)};
}

/// How fast points of the two bodies may come nearer to each other.
double greatest_speed(const RigidQuestion& question)
{
    const auto speed = [](const RigidBody& body, const RigidMotion& motion) {
        const RigidPath path(motion);
        return path.velocity().norm() + path.angular_velocity().norm() * body.radius_about(motion.reference);
    };
    return speed(question.a, question.motion_a) + speed(question.b, question.motion_b);
}

/// Checks one answer.
class Inspection {
public:
    Inspection(const RigidQuestion& question, const Answer& answer)
        : question_(question),
          answer_(answer),
          motion_a_(question.motion_a),
          motion_b_(question.motion_b),
          threshold_(threshold_of(question)),
          margin_(rounding_margin(question))
    {}

    std::optional<std::string> run(std::size_t poses)
    {
        if (auto fault = wrong_shape()) return fault;
        start_ = {placed(question_.a, motion_a_, 0.0), placed(question_.b, motion_b_, 0.0)};
        if (answer_.outcome == Outcome::touching_at_start) {
            const double distance = least_distance(start_[0], start_[1]);
            if (distance > margin_) return fmt::format("touching at the start at a distance of {:g}", distance);
            return std::nullopt;
        }
        note_near_starts();
        for (std::size_t i = 0; i < poses; ++i) {
            if (auto fault = wrong_at(pose_time(i, poses))) return fault;
        }
        return answer_.outcome == Outcome::contact ? wrong_contact() : std::nullopt;
    }

private:
    struct NearStart {
        std::size_t i, j;
        Levels levels;
    };

    [[nodiscard]] std::optional<std::string> wrong_shape() const
    {
        const bool has_contact = answer_.outcome == Outcome::contact || answer_.outcome == Outcome::touching_at_start;
        if (has_contact != answer_.contact.has_value()) return "outcome and contact do not fit";
        if ((answer_.outcome != Outcome::free) != answer_.pair.has_value()) return "outcome and pair do not fit";
        if (answer_.pair && answer_.pair->objects != std::array<std::uint32_t, 2>{0, 1}) return "other objects";
        if (!(answer_.safe_until >= 0.0 && answer_.safe_until <= question_.options.until)) {
            return fmt::format("safe_until is {:g}", answer_.safe_until);
        }
        if (answer_.outcome == Outcome::free && answer_.safe_until != question_.options.until) {
            return "free, but not until the end";
        }
        if (!has_contact) return std::nullopt;
        if (answer_.contact->toc.lower != answer_.safe_until) return "safe_until is not the start of the contact";
        if (!(answer_.contact->toc.lower <= answer_.contact->toc.upper)) return "the contact ends before it starts";
        if (answer_.contact->proof != Proof::within) return "the contact is said to be exact";
        if (answer_.contact->threshold != answer_.threshold) return "two thresholds";
        return std::nullopt;
    }

    /// Those that have levels of their own.
    void note_near_starts()
    {
        const double near = question_.options.clearance + 2.0 * threshold_ + margin_;
        for (std::size_t i = 0; i < start_[0].triangles.size(); ++i) {
            for (std::size_t j = 0; j < start_[1].triangles.size(); ++j) {
                if (gap(start_[0].boxes[i], start_[1].boxes[j]) > near) continue;
                const double distance = distance_of(start_[0].triangles[i], start_[1].triangles[j]);
                if (distance > near) continue;
                near_starts_.push_back(
                    {i, j, levels_of(std::max(0.0, distance - margin_), question_.options.clearance, threshold_)});
            }
        }
    }

    [[nodiscard]] Levels levels(std::size_t i, std::size_t j) const
    {
        const auto found = std::lower_bound(
            near_starts_.begin(), near_starts_.end(), std::pair(i, j),
            [](const NearStart& x, const std::pair<std::size_t, std::size_t>& y) { return std::pair(x.i, x.j) < y; });
        if (found != near_starts_.end() && found->i == i && found->j == j) return found->levels;
        return levels_of(infinity, question_.options.clearance, threshold_);
    }

    /// Half of the times evenly, half crowded towards the end, where a miss would be.
    [[nodiscard]] double pose_time(std::size_t index, std::size_t count) const
    {
        const double end = answer_.safe_until;
        if (index == 0) return end;
        if (index % 2 == 0) return end * static_cast<double>(index) / static_cast<double>(count);
        return end * (1.0 - std::exp2(-40.0 * static_cast<double>(index) / static_cast<double>(count)));
    }

    [[nodiscard]] std::optional<std::string> wrong_at(double t) const
    {
        const PlacedTriangles a = placed(question_.a, motion_a_, t), b = placed(question_.b, motion_b_, t);
        const double greatest = question_.options.clearance + threshold_;
        for (std::size_t i = 0; i < a.triangles.size(); ++i) {
            for (std::size_t j = 0; j < b.triangles.size(); ++j) {
                if (gap(a.boxes[i], b.boxes[j]) > greatest) continue;
                const double kept = levels(i, j).kept;
                const double distance = distance_of(a.triangles[i], b.triangles[j]);
                if (distance >= kept - margin_) continue;
                return fmt::format("triangles {} and {} are {:g} apart at {:.17g}, not {:g}; safe until {:.17g}", i, j,
                                   distance, t, kept, answer_.safe_until);
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<std::string> wrong_contact() const
    {
        const Contact& contact = *answer_.contact;
        const double t = contact.toc.lower;
        const PlacedTriangles a = placed(question_.a, motion_a_, t), b = placed(question_.b, motion_b_, t);
        const double distance = least_distance(a, b);
        // Times are doubles, and what moves between two of them cannot be told.
        const double slack = margin_ + 0x1p-49 * greatest_speed(question_);
        const bool crosses = contact.toc.lower < contact.toc.upper;
        if (crosses && !brute_force_meet(question_, contact.toc.upper)) return "nothing crosses at toc.upper";
        if (!crosses && distance > question_.options.clearance + threshold_ + slack) {
            return fmt::format("contact at a distance of {:g}", distance);
        }
        const double near = 1e-8 * contact.distance + slack;
        if (contact.distance < distance - near) {
            return fmt::format("the distance is {:g}, not {:g}", distance, contact.distance);
        }
        const std::array<Eigen::Vector3d, 2> points = points_of(question_, motion_a_, motion_b_, contact, t);
        const double apart = (points[0] - points[1]).norm();
        if (std::abs(apart - contact.distance) > near) {
            return fmt::format("the features are {:g} apart, not {:g}", apart, contact.distance);
        }
        if ((0.5 * (points[0] + points[1]) - contact.point).norm() > near) return "the point is not between them";
        if (contact.distance > 1e6 * slack) {
            const Eigen::Vector3d normal = (points[0] - points[1]) / apart;
            if ((normal - contact.normal).norm() > 1e-3) return "the normal is not that of the points";
        }
        return std::nullopt;
    }

    const RigidQuestion& question_;
    const Answer& answer_;
    ReferenceMotion motion_a_, motion_b_;
    double threshold_, margin_;
    std::array<PlacedTriangles, 2> start_;
    std::vector<NearStart> near_starts_;  // sorted
};

/// The first contact of two triangles.
struct FirstOfPair {
    rigid::PairContact when;
    Contact contact;
};

auto all_of(const Contact& c)
{
    return std::tuple(c.toc.lower, c.toc.upper, c.kind, c.vertices, c.objects, c.weights, c.point.x(), c.point.y(),
                      c.point.z(), c.normal.x(), c.normal.y(), c.normal.z(), c.proof, c.sooner_than_any_double,
                      c.shapes, c.distance, c.threshold);
}

}  // namespace

ReferenceMotion::ReferenceMotion(const RigidMotion& motion)
    : path_(motion), start_rotation_(motion.from.linear().cast<long double>())
{
    // Towards the nearest rotation; the error is squared each time.
    for (int pass = 0; pass < 3; ++pass) {
        const Matrix defect = start_rotation_.transpose() * start_rotation_;
        start_rotation_ = (0.5L * start_rotation_ * (3.0L * Matrix::Identity() - defect)).eval();
    }
}

Point ReferenceMotion::place(const Point& point, double t) const
{
    const Vector turn = static_cast<long double>(t) * path_.angular_velocity().cast<long double>();
    const long double angle = turn.norm();
    const Vector offset =
        start_rotation_ * (Vector(point[0], point[1], point[2]) - path_.reference().cast<long double>());
    const Vector turned =
        angle > 0.0L ? Vector(Eigen::AngleAxis<long double>(angle, turn / angle) * offset) : Vector(offset);
    const Vector placed =
        path_.start().cast<long double>() + static_cast<long double>(t) * path_.velocity().cast<long double>() + turned;
    return {static_cast<double>(placed.x()), static_cast<double>(placed.y()), static_cast<double>(placed.z())};
}

std::vector<TrianglePoints> ReferenceMotion::place(const RigidBody& body, double t) const
{
    std::vector<Point> positions;
    for (const Point& position : body.mesh().positions()) positions.push_back(place(position, t));
    std::vector<TrianglePoints> triangles;
    for (const FaceVertices& corners : body.primitives()) {
        triangles.push_back({positions[corners[0]], positions[corners[1]], positions[corners[2]]});
    }
    return triangles;
}

double brute_force_distance(const RigidQuestion& question, double t)
{
    return least_distance(placed(question.a, ReferenceMotion(question.motion_a), t),
                          placed(question.b, ReferenceMotion(question.motion_b), t));
}

bool brute_force_meet(const RigidQuestion& question, double t)
{
    const std::vector<TrianglePoints> a = ReferenceMotion(question.motion_a).place(question.a, t);
    const std::vector<TrianglePoints> b = ReferenceMotion(question.motion_b).place(question.b, t);
    return std::any_of(a.begin(), a.end(), [&](const TrianglePoints& x) {
        return std::any_of(b.begin(), b.end(), [&](const TrianglePoints& y) { return triangles_meet(x, y); });
    });
}

double rounding_margin(const RigidQuestion& question)
{
    double error = 0.0, scale = 0.0;
    const auto hold = [&](const RigidBody& body, const RigidMotion& motion) {
        const RigidPath path(motion);
        const double radius = body.radius_about(motion.reference);
        error += path.position_error(radius);
        scale += path.start().cwiseAbs().sum() + path.velocity().cwiseAbs().sum() + radius;
    };
    hold(question.a, question.motion_a);
    hold(question.b, question.motion_b);
    // Places rounded here, distances to the accuracy of triangle_distance.
    return 2.0 * error + 0x1p-44 * scale;
}

Answer brute_force_first_contact(const RigidQuestion& question)
{
    const rigid::RigidBodyMotion a(question.motion_a, question.a.radius_about(question.motion_a.reference),
                                   question.a.middle());
    const rigid::RigidBodyMotion b(question.motion_b, question.b.radius_about(question.motion_b.reference),
                                   question.b.middle());
    const rigid::MovingBodies bodies = {
        .a = {question.a, a}, .b = {question.b, b}, .error = a.position_error() + b.position_error()};
    const rigid::ContactLevels levels = {.clearance = question.options.clearance,
                                         .threshold = threshold_of(question),
                                         .time_tolerance = question.options.tolerance.value_or(0.0)};
    Answer best;
    best.safe_until = question.options.until;
    std::vector<FirstOfPair> firsts;
    bool near = false;
    // Bodies that start near each other have many levels, and the least contact of all is named, not the nearest.
    bool least_counts = levels.time_tolerance > 0.0;
    for (std::uint32_t i = 0; i < question.a.primitives().size(); ++i) {
        for (std::uint32_t j = 0; j < question.b.primitives().size(); ++j) {
            const rigid::PairState start = examine(bodies, place(bodies, {i, j}, a.at(0.0), b.at(0.0)));
            if (!(start.lower > levels.contact() + levels.threshold)) least_counts = true;
            near = near || (levels.clearance > 0.0 && start.upper <= levels.clearance);
            const rigid::WalkResult result =
                walk(bodies, {i, j}, levels, {.until = best.safe_until, .steps = 100'000'000});
            if (!result.contact) continue;
            const double t = result.contact->lower;
            if (t < best.safe_until) firsts.clear();
            best.safe_until = t;
            Contact contact = contact_of(bodies, {i, j}, examine(bodies, place(bodies, {i, j}, a.at(t), b.at(t))));
            contact.toc = {result.contact->lower, result.contact->upper};
            firsts.push_back({*result.contact, contact});
        }
    }
    if (firsts.empty()) {
        if (near) best.outcome = Outcome::near_at_start;
        return best;
    }
    double nearest = infinity;
    for (const FirstOfPair& first : firsts) nearest = std::min(nearest, first.when.distance);
    if (!least_counts) {
        const double as_near = nearest * (1.0 + 0x1p-40) + 2.0 * bodies.error;
        std::erase_if(firsts, [&](const FirstOfPair& first) { return first.when.distance > as_near; });
    }
    const auto order_of = [](const FirstOfPair& first) {
        return std::tuple(!first.when.touching, first.contact.kind, first.contact.objects, first.contact.vertices);
    };
    const FirstOfPair& least =
        *std::min_element(firsts.begin(), firsts.end(),
                          [&](const FirstOfPair& x, const FirstOfPair& y) { return order_of(x) < order_of(y); });
    best.outcome = least.when.touching ? Outcome::touching_at_start : Outcome::contact;
    best.contact = least.contact;
    best.contact->proof = Proof::within;
    best.contact->distance = least.when.distance;
    best.contact->threshold = levels.threshold;
    return best;
}

std::optional<std::string> find_fault(const RigidQuestion& question, const Answer& answer, std::size_t poses)
{
    return Inspection(question, answer).run(poses);
}

std::optional<std::string> find_difference(const Answer& x, const Answer& y)
{
    if (x.outcome != y.outcome) return fmt::format("{} and {}", to_string(x.outcome), to_string(y.outcome));
    if (x.safe_until != y.safe_until) return fmt::format("safe until {:.17g} and {:.17g}", x.safe_until, y.safe_until);
    // Which of the triangles that touch at the start are named is not promised.
    if (x.outcome == Outcome::touching_at_start) return std::nullopt;
    if (x.contact.has_value() != y.contact.has_value()) return "one has no contact";
    if (!x.contact) return std::nullopt;
    if (x.contact->distance != y.contact->distance)
        return fmt::format("distances {:.17g} and {:.17g}", x.contact->distance, y.contact->distance);
    if (all_of(*x.contact) != all_of(*y.contact)) return "the contacts differ";
    return std::nullopt;
}

}  // namespace tocca::support
