// SPDX-License-Identifier: Apache-2.0
#include "support/robot_reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "support/placed_triangles.hpp"
#include "support/same_contact.hpp"
#include "tocca/geometry/triangle_distance.hpp"
#include "tocca/robot/detail/robot_motion.hpp"

namespace tocca::support {

namespace {

using Eigen::Vector3d;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A shape, with the box about all of it.
struct Placed : PlacedTriangles {
    std::vector<Point> positions = {};
    CornerBox box = {};
};

Placed placed(const RigidBody& body, const LongPose& pose)
{
    Placed result;
    for (const Point& p : body.mesh().positions()) {
        const LongVector x = pose * LongVector(p[0], p[1], p[2]);
        result.positions.push_back(
            {static_cast<double>(x.x()), static_cast<double>(x.y()), static_cast<double>(x.z())});
    }
    for (const FaceVertices& f : body.primitives()) {
        result.add({result.positions[f[0]], result.positions[f[1]], result.positions[f[2]]});
        for (const Point& corner : result.triangles.back()) result.box.hold(corner);
    }
    return result;
}

double point_distance(const Vector3d& p, const Placed& shape)
{
    const Point corner = {p.x(), p.y(), p.z()};
    double least = infinity;
    for (const TrianglePoints& triangle : shape.triangles)
        least = std::min(least, triangle_distance({corner, corner, corner}, triangle).distance);
    return least;
}

/// What a pair keeps that starts this far apart, padding included: at the time of contact and up to then.
struct Levels {
    double contact, kept;
};

Levels levels_of(double start, double padding, double clearance, double threshold)
{
    const double near = padding + clearance;
    if (start > near + 2.0 * threshold) return {near + threshold, near + 0.5 * threshold};
    const double base = start > near ? near : padding;
    return {base + 0.5 * (start - base), base + 0.25 * (start - base)};
}

/// All shapes of a question and where they are.
class Stage {
public:
    struct Shape {
        std::uint32_t body;
        std::uint32_t index;
        const RobotShape* shape;
        double radius;
    };
    struct Pair {
        std::size_t a, b;
        double clearance, threshold, margin;
        double speed;  ///< how fast they may come nearer
    };

    explicit Stage(const RobotQuestion& question)
        : question_(question), motion_(question.robot, question.motion), links_(question.robot.links().size())
    {
        for (std::uint32_t body = 0; body < links_; ++body) add(body, question.robot.links()[body].shapes);
        for (std::size_t i = 0; i < question.scene.objects.size(); ++i)
            add(static_cast<std::uint32_t>(links_ + i), question.scene.objects[i].shapes);
        add_pairs();
    }

    [[nodiscard]] const std::vector<Shape>& shapes() const { return shapes_; }
    [[nodiscard]] const std::vector<Pair>& pairs() const { return pairs_; }

    [[nodiscard]] std::vector<Placed> at(double t) const
    {
        const std::vector<LongPose> links = motion_.poses(t);
        std::vector<Placed> all;
        for (const Shape& shape : shapes_) all.push_back(placed(*shape.shape->body, pose(shape.body, links)));
        return all;
    }

    [[nodiscard]] std::optional<std::size_t> find(const ShapeName& name) const
    {
        for (std::size_t i = 0; i < shapes_.size(); ++i) {
            if (shapes_[i].body == name.body && shapes_[i].index == name.shape) return i;
        }
        return std::nullopt;
    }

private:
    void add(std::uint32_t body, const std::vector<RobotShape>& shapes)
    {
        for (std::uint32_t i = 0; i < shapes.size(); ++i)
            shapes_.push_back({body, i, &shapes[i], shapes[i].body->radius_about(Vector3d::Zero())});
    }

    [[nodiscard]] LongPose pose(std::uint32_t body, const std::vector<LongPose>& links) const
    {
        if (body < links_) return links[body];
        const Eigen::Isometry3d& pose = question_.scene.objects[body - links_].pose;
        LongMatrix rotation = pose.linear().cast<long double>();
        for (int pass = 0; pass < 4; ++pass) {
            const LongMatrix defect = rotation.transpose() * rotation;
            rotation = (0.5L * rotation * (3.0L * LongMatrix::Identity() - defect)).eval();
        }
        return {rotation, pose.translation().cast<long double>()};
    }

    [[nodiscard]] const std::string& name(std::uint32_t body) const
    {
        return body < links_ ? question_.robot.links()[body].name : question_.scene.objects[body - links_].name;
    }

    [[nodiscard]] bool rests(std::uint32_t body) const
    {
        if (body >= links_) return true;
        for (LinkId link = body; link != question_.robot.root(); link = *question_.robot.parent(link)) {
            if (question_.robot.joints()[*question_.robot.joint_above(link)].type != Joint::Type::fixed) return false;
        }
        return true;
    }

    [[nodiscard]] bool checked(std::uint32_t a, std::uint32_t b) const
    {
        if (a == b || a >= links_) return false;
        if (b < links_ && (!question_.check.self || question_.robot.allowed(a, b))) return false;
        if (b >= links_ && rests(a)) return false;
        return std::none_of(question_.scene.allowed.begin(), question_.scene.allowed.end(), [&](const auto& pair) {
            return std::set{pair.a, pair.b} == std::set{name(a), name(b)};
        });
    }

    [[nodiscard]] double clearance(std::uint32_t a, std::uint32_t b) const
    {
        double clearance = question_.check.clearance;
        for (const auto& pair : question_.check.pair_clearances) {
            if (std::set{pair.a, pair.b} == std::set{name(a), name(b)}) clearance = pair.clearance;
        }
        return std::max(clearance, question_.options.clearance);
    }

    void add_pairs()
    {
        const robot::detail::RobotMotion motion(question_.robot, question_.motion);
        const auto joints = static_cast<double>(question_.robot.joints().size());
        for (std::size_t a = 0; a < shapes_.size(); ++a) {
            for (std::size_t b = a + 1; b < shapes_.size(); ++b) {
                const Shape &x = shapes_[a], &y = shapes_[b];
                if (!checked(x.body, y.body)) continue;
                const double diameter = std::min(x.shape->body->diameter() + 2.0 * x.shape->padding,
                                                 y.shape->body->diameter() + 2.0 * y.shape->padding);
                const double error = motion.place_error(x.radius) + motion.place_error(y.radius);
                double scale = 2.0 * motion_.reach() + x.radius + y.radius;
                if (y.body >= links_)
                    scale += question_.scene.objects[y.body - links_].pose.translation().cwiseAbs().sum();
                const std::optional<double> asked =
                    question_.options.threshold ? question_.options.threshold : question_.check.threshold;
                pairs_.push_back({.a = a,
                                  .b = b,
                                  .clearance = clearance(x.body, y.body),
                                  .threshold = asked.value_or(
                                      std::max({1e-5 * diameter, 16.0 * error, std::numeric_limits<double>::min()})),
                                  .margin = 0x1p-43 * (motion_.turn() + 4.0 * (joints + 2.0)) * scale,
                                  .speed = (2.0 * motion_.turn() + 1.0) * scale});
            }
        }
    }

    const RobotQuestion& question_;
    ReferenceRobotMotion motion_;
    std::size_t links_;
    std::vector<Shape> shapes_;
    std::vector<Pair> pairs_;
};

/// Checks one answer.
class Inspection {
public:
    Inspection(const RobotQuestion& question, const Answer& answer)
        : question_(question), answer_(answer), stage_(question)
    {}

    std::optional<std::string> run(std::size_t poses)
    {
        if (auto fault = wrong_shape()) return fault;
        start_ = stage_.at(0.0);
        if (answer_.pair) {
            const Stage::Pair* pair = named_pair();
            if (pair == nullptr) return "the two shapes named are not to be checked";
            pair_ = pair;
        }
        if (answer_.outcome == Outcome::touching_at_start) {
            const double distance = distance_at_start(*pair_);
            if (distance <= pair_->margin) return std::nullopt;
            return fmt::format("touching at the start at a distance of {:g}", distance);
        }
        if (answer_.outcome == Outcome::inside) {
            // Which side of a surface a part is on cannot be told where rounding does not tell it from the surface.
            if (holds(*pair_) || distance_at_start(*pair_) <= pair_->margin) return std::nullopt;
            return "neither is inside the other";
        }
        // Nothing was proven.
        if (answer_.outcome == Outcome::undecided && answer_.safe_until == 0.0) return std::nullopt;
        for (const Stage::Pair& pair : stage_.pairs()) {
            if (holds(pair)) return fmt::format("{} starts inside, untold", names(pair));
        }
        for (std::size_t i = 0; i < poses; ++i) {
            if (auto fault = wrong_at(pose_time(i, poses))) return fault;
        }
        return answer_.outcome == Outcome::contact ? wrong_contact() : std::nullopt;
    }

private:
    [[nodiscard]] const RobotShape& shape(std::size_t i) const { return *stage_.shapes()[i].shape; }
    [[nodiscard]] double padding(const Stage::Pair& pair) const
    {
        return shape(pair.a).padding + shape(pair.b).padding;
    }
    [[nodiscard]] std::string names(const Stage::Pair& pair) const
    {
        const Stage::Shape &a = stage_.shapes()[pair.a], &b = stage_.shapes()[pair.b];
        return fmt::format("{}.{} and {}.{}", a.body, a.index, b.body, b.index);
    }

    [[nodiscard]] const Stage::Pair* named_pair() const
    {
        const auto a = stage_.find({answer_.pair->objects[0], answer_.pair->shapes[0]});
        const auto b = stage_.find({answer_.pair->objects[1], answer_.pair->shapes[1]});
        if (!a || !b) return nullptr;
        for (const Stage::Pair& pair : stage_.pairs()) {
            if (pair.a == *a && pair.b == *b) return &pair;
        }
        return nullptr;
    }

    [[nodiscard]] std::optional<std::string> wrong_shape() const
    {
        const bool has_contact = answer_.outcome == Outcome::contact || answer_.outcome == Outcome::touching_at_start;
        if (has_contact != answer_.contact.has_value()) return "outcome and contact do not fit";
        if ((answer_.outcome != Outcome::free) != answer_.pair.has_value()) return "outcome and pair do not fit";
        if (!(answer_.safe_until >= 0.0 && answer_.safe_until <= question_.options.until))
            return fmt::format("safe_until is {:g}", answer_.safe_until);
        if (answer_.outcome == Outcome::free && answer_.safe_until != question_.options.until)
            return "free, but not until the end";
        if (answer_.outcome == Outcome::near_at_start && answer_.safe_until != question_.options.until)
            return "near at the start, but not free of contact until the end";
        if (!has_contact) return std::nullopt;
        if (answer_.contact->toc.lower != answer_.safe_until) return "safe_until is not the start of the contact";
        if (!(answer_.contact->toc.lower <= answer_.contact->toc.upper)) return "the contact ends before it starts";
        if (answer_.contact->proof != Proof::within) return "the contact is said to be exact";
        if (answer_.contact->threshold != answer_.threshold) return "two thresholds";
        ObjectPair named = {answer_.contact->objects, answer_.contact->shapes};
        if (named.objects[0] > named.objects[1]) {
            std::swap(named.objects[0], named.objects[1]);
            std::swap(named.shapes[0], named.shapes[1]);
        }
        if (named.objects != answer_.pair->objects) return "the contact is of other bodies";
        if (named.shapes != answer_.pair->shapes) return "the contact is of other shapes";
        return std::nullopt;
    }

    [[nodiscard]] double distance_at_start(const Stage::Pair& pair) const
    {
        return least_distance(start_[pair.a], start_[pair.b]) - padding(pair);
    }

    /// Whether a part of one starts within the other, well away from its surface.
    [[nodiscard]] bool holds(const Stage::Pair& pair) const
    {
        if (gap(start_[pair.a].box, start_[pair.b].box) > 0.0) return false;
        const auto within = [&](std::size_t outer, std::size_t inner) {
            if (!shape(outer).body->solid()) return false;
            const auto parts = shape(inner).body->part_vertices();
            return std::any_of(parts.begin(), parts.end(), [&](VertexId vertex) {
                return std::abs(winding_about(start_[inner].positions[vertex], start_[outer])) > 0.5;
            });
        };
        return within(pair.a, pair.b) || within(pair.b, pair.a);
    }

    /// Half of the times evenly, half crowded towards the end, where a miss would be.
    [[nodiscard]] double pose_time(std::size_t index, std::size_t count) const
    {
        const double end = answer_.safe_until;
        if (index == 0) return end;
        const double part = static_cast<double>(index) / static_cast<double>(count);
        return index % 2 == 0 ? end * part : end * (1.0 - std::exp2(-40.0 * part));
    }

    [[nodiscard]] std::optional<std::string> wrong_at(double t) const
    {
        const std::vector<Placed> all = stage_.at(t);
        for (const Stage::Pair& pair : stage_.pairs()) {
            const Placed &a = all[pair.a], &b = all[pair.b];
            const double greatest = padding(pair) + pair.clearance + pair.threshold;
            if (gap(a.box, b.box) > greatest) continue;
            for (std::size_t i = 0; i < a.triangles.size(); ++i) {
                for (std::size_t j = 0; j < b.triangles.size(); ++j) {
                    if (gap(a.boxes[i], b.boxes[j]) > greatest) continue;
                    const double distance = distance_of(a.triangles[i], b.triangles[j]);
                    if (distance > greatest) continue;
                    const double start = distance_of(start_[pair.a].triangles[i], start_[pair.b].triangles[j]);
                    const double kept = levels_of(std::max(padding(pair), start - pair.margin), padding(pair),
                                                  pair.clearance, pair.threshold)
                                            .kept;
                    if (distance >= kept - pair.margin) continue;
                    return fmt::format(
                        "{}, triangles {} and {}, are {:g} apart at {:.17g}, not {:g}; safe until {:.17g}", names(pair),
                        i, j, distance, t, kept, answer_.safe_until);
                }
            }
        }
        return std::nullopt;
    }

    /// The points of the two features, of shape a first.
    [[nodiscard]] std::array<Vector3d, 2> feature_points(const Placed& a, const Placed& b) const
    {
        const Contact& contact = *answer_.contact;
        std::array<Vector3d, 2> sums = {Vector3d::Zero(), Vector3d::Zero()};
        for (std::size_t k = 0; k < 4; ++k) {
            const bool first = contact.kind == PairKind::vertex_face ? k == 0 : k < 2;
            const bool of_a = contact.objects[first ? 0 : 1] == answer_.pair->objects[0];
            const Point& p = (of_a ? a : b).positions.at(contact.vertices[k]);
            sums[of_a ? 0 : 1] += contact.weights[k] * Vector3d(p[0], p[1], p[2]);
        }
        return sums;
    }

    [[nodiscard]] std::optional<std::string> wrong_contact() const
    {
        const Contact& contact = *answer_.contact;
        const std::vector<Placed> all = stage_.at(contact.toc.lower);
        const Placed &a = all[pair_->a], &b = all[pair_->b];
        const double distance = least_distance(a, b) - padding(*pair_);
        // Times are doubles, and what moves between two of them cannot be told.
        const double slack = pair_->margin + 0x1p-49 * pair_->speed;
        if (contact.toc.lower < contact.toc.upper) {
            const std::vector<Placed> then = stage_.at(contact.toc.upper);
            if (least_distance(then[pair_->a], then[pair_->b]) > 0.0) return "nothing crosses at toc.upper";
        } else if (distance > pair_->clearance + std::max(pair_->threshold, answer_.threshold) + slack) {
            return fmt::format("contact at a distance of {:g}, said to be {:g}, with a slack of {:g}", distance,
                               contact.distance, slack);
        }
        const double near = 1e-8 * (contact.distance + padding(*pair_)) + slack;
        if (contact.distance < distance - near)
            return fmt::format("the distance is {:g}, not {:g}", distance, contact.distance);
        const std::array<Vector3d, 2> points = feature_points(a, b);
        const Vector3d across = points[1] - points[0];
        const double apart = across.norm();
        if (std::abs(std::max(0.0, apart - padding(*pair_)) - contact.distance) > near)
            return fmt::format("the features are {:g} apart, not {:g}", apart - padding(*pair_), contact.distance);
        if (apart > 1e6 * slack) {
            const bool from_a = contact.objects[0] == answer_.pair->objects[0];
            const Vector3d normal = (from_a ? -across : across) / apart;
            if ((normal - contact.normal).norm() > 1e-3) return "the normal is not that of the points";
            // Between the two surfaces, padding and all.
            const Vector3d middle = 0.5 * (points[0] + points[1]) +
                                    0.5 * (shape(pair_->a).padding - shape(pair_->b).padding) * across / apart;
            const double normal_error = 1e-3 * padding(*pair_);
            if ((middle - contact.point).norm() > near + normal_error) return "the point is not between them";
        }
        for (const std::size_t i : {pair_->a, pair_->b}) {
            const double off = std::abs(point_distance(contact.point, all[i]) - shape(i).padding);
            if (off > contact.distance + 1e-3 * padding(*pair_) + near)
                return fmt::format("the point is {:g} from a surface", off);
        }
        return std::nullopt;
    }

    const RobotQuestion& question_;
    const Answer& answer_;
    Stage stage_;
    std::vector<Placed> start_;
    const Stage::Pair* pair_ = nullptr;
};

}  // namespace

double brute_force_distance(const RobotQuestion& question, const ShapeName& a, const ShapeName& b, double t)
{
    const Stage stage(question);
    const std::size_t i = stage.find(a).value(), j = stage.find(b).value();
    const std::vector<Placed> all = stage.at(t);
    return least_distance(all[i], all[j]) - stage.shapes()[i].shape->padding - stage.shapes()[j].shape->padding;
}

std::optional<std::string> find_fault(const RobotQuestion& question, const Answer& answer, std::size_t poses)
{
    return Inspection(question, answer).run(poses);
}

std::optional<std::string> find_robot_difference(const Answer& x, const Answer& y)
{
    if (x.outcome == Outcome::undecided || y.outcome == Outcome::undecided) return std::nullopt;
    if (x.outcome != y.outcome) return fmt::format("{} and {}", to_string(x.outcome), to_string(y.outcome));
    if (x.safe_until != y.safe_until) return fmt::format("until {:.17g} and {:.17g}", x.safe_until, y.safe_until);
    if (x.pair != y.pair) return "other bodies or shapes";
    if (x.contact.has_value() != y.contact.has_value()) return "one has no contact";
    if (!x.contact) return std::nullopt;
    if (x.contact->distance != y.contact->distance)
        return fmt::format("distances {:.17g} and {:.17g}", x.contact->distance, y.contact->distance);
    if (x.contact->crosses_at != y.contact->crosses_at) return "crossing at other times";
    if (!same(*x.contact, *y.contact)) return "other contacts";
    return std::nullopt;
}

}  // namespace tocca::support
