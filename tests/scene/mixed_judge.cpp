// SPDX-License-Identifier: Apache-2.0
#include "scene/mixed_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/placed_triangles.hpp"
#include "support/rigid_reference.hpp"
#include "support/same_contact.hpp"

namespace tocca::support {

namespace {

using Real = long double;
using Vector = Eigen::Matrix<Real, 3, 1>;

constexpr double infinity = std::numeric_limits<double>::infinity();

Vector vector(const Point& p) { return {Real(p[0]), Real(p[1]), Real(p[2])}; }

/// The triangles of both at any time.
class Placement {
public:
    explicit Placement(const MixedCase& c)
        : case_(c), body_(c.body_mesh, {.isolated_vertices = true, .threads = 1}), motion_(c.motion)
    {
        for (const FaceVertices& face : c.mesh.faces()) primitives_.push_back(face);
        for (const EdgeId edge : c.mesh.loose_edges()) {
            const EdgeVertices& ends = c.mesh.edges()[edge];
            primitives_.push_back({ends[0], ends[1], ends[1]});
        }
        for (const VertexId vertex : c.mesh.isolated_vertices()) primitives_.push_back({vertex, vertex, vertex});
    }

    [[nodiscard]] PlacedTriangles object(double t) const
    {
        std::vector<Point> at;
        for (std::size_t i = 0; i < case_.end.size(); ++i) {
            const Vector from = vector(case_.mesh.positions()[i]), to = vector(case_.end[i]);
            const Vector place = (Real(1) - Real(t)) * from + Real(t) * to;
            at.push_back({double(place.x()), double(place.y()), double(place.z())});
        }
        PlacedTriangles result;
        for (const FaceVertices& p : primitives_) result.add({at[p[0]], at[p[1]], at[p[2]]});
        return result;
    }
    [[nodiscard]] PlacedTriangles body(double t) const
    {
        PlacedTriangles result;
        for (const TrianglePoints& triangle : motion_.place(body_, t)) result.add(triangle);
        return result;
    }
    [[nodiscard]] const RigidBody& rigid_body() const { return body_; }

private:
    const MixedCase& case_;
    RigidBody body_;
    ReferenceMotion motion_;
    std::vector<FaceVertices> primitives_;
};

/// How fast points of the two may come nearer to each other.
double greatest_speed(const MixedCase& c, const RigidBody& body)
{
    const RigidPath path(c.motion);
    double own = 0.0;
    for (std::size_t i = 0; i < c.end.size(); ++i)
        own = std::max(own, static_cast<double>((vector(c.end[i]) - vector(c.mesh.positions()[i])).norm()));
    return own + path.velocity().norm() + path.angular_velocity().norm() * body.radius_about(c.motion.reference);
}

/// Checks one answer.
class Inspection {
public:
    Inspection(const MixedCase& c, const Answer& answer)
        : case_(c),
          answer_(answer),
          placement_(c),
          padding_(c.options.object_padding + c.options.body_padding),
          clearance_(c.options.query.clearance),
          threshold_(answer.threshold),
          margin_(rounding_margin(c))
    {}

    std::optional<std::string> run(std::size_t times)
    {
        if (auto fault = wrong_shape()) return fault;
        const PlacedTriangles object = placement_.object(0.0), body = placement_.body(0.0);
        const double apart = judged_distance(object, body);
        if (auto fault = wrong_start(apart)) return fault;
        if (is_at_start(answer_.outcome)) return std::nullopt;
        for_each_pair_within(object, body, padding_ + clearance_ + 2.0 * threshold_ + margin_,
                             [&](std::size_t i, std::size_t j, double distance) {
                                 const double start = std::max(0.0, distance - margin_);
                                 near_.push_back({i, j, kept_distance(start, padding_, clearance_, threshold_)});
                             });
        // Nothing is known then.
        if (answer_.outcome == Outcome::undecided && answer_.safe_until == 0.0) return std::nullopt;
        for (std::size_t i = 0; i < times; ++i) {
            if (auto fault = wrong_at(time_of(i, times))) return fault;
        }
        return answer_.outcome == Outcome::contact ? wrong_contact() : std::nullopt;
    }

private:
    struct NearStart {
        std::size_t i, j;
        double kept;
    };

    [[nodiscard]] std::optional<std::string> wrong_shape() const
    {
        const bool has_contact = answer_.outcome == Outcome::contact || answer_.outcome == Outcome::touching_at_start;
        if (has_contact != answer_.contact.has_value()) return "outcome and contact do not fit";
        if (!(answer_.safe_until >= 0.0 && answer_.safe_until <= case_.options.query.until))
            return fmt::format("safe_until is {:g}", answer_.safe_until);
        if (answer_.outcome == Outcome::free && answer_.safe_until != case_.options.query.until)
            return "free, but not until the end";
        if (has_contact && answer_.contact->toc.lower != answer_.safe_until)
            return "safe_until is not the start of the contact";
        return std::nullopt;
    }

    [[nodiscard]] std::optional<std::string> wrong_start(double apart) const
    {
        if (answer_.outcome == Outcome::touching_at_start && apart > padding_ + margin_)
            return fmt::format("touching at the start at a distance of {:g}", apart);
        if (answer_.outcome != Outcome::touching_at_start && answer_.outcome != Outcome::undecided &&
            apart < padding_ - margin_)
            return fmt::format("{} though they start {:g} apart", to_string(answer_.outcome), apart);
        const double gap = padding_ + clearance_;
        if (clearance_ > 0.0 && apart < gap - margin_ && !answer_.start.near) return "they start within the clearance";
        if (answer_.start.near && apart > gap + margin_) return "they do not start within the clearance";
        if (answer_.outcome == Outcome::free && clearance_ > 0.0 && apart < gap - margin_)
            return "free within the clearance";
        return std::nullopt;
    }

    /// Half of the times evenly, half crowded towards the end, where a miss would be.
    [[nodiscard]] double time_of(std::size_t index, std::size_t count) const
    {
        const double end = answer_.safe_until;
        if (index == 0) return end;
        if (index % 2 == 0) return end * static_cast<double>(index) / static_cast<double>(count);
        return end * (1.0 - std::exp2(-40.0 * static_cast<double>(index) / static_cast<double>(count)));
    }

    [[nodiscard]] double kept(std::size_t i, std::size_t j) const
    {
        const auto found =
            std::ranges::find_if(near_, [&](const NearStart& near) { return near.i == i && near.j == j; });
        return found != near_.end() ? found->kept : kept_distance(infinity, padding_, clearance_, threshold_);
    }

    [[nodiscard]] std::optional<std::string> wrong_at(double t) const
    {
        std::optional<std::string> fault;
        for_each_pair_within(placement_.object(t), placement_.body(t), padding_ + clearance_ + threshold_,
                             [&](std::size_t i, std::size_t j, double distance) {
                                 if (distance >= kept(i, j) - margin_) return;
                                 fault = fmt::format(
                                     "triangles {} and {} are {:g} apart at {:.17g}, not {:g}; {}, safe until {:.17g}",
                                     i, j, distance, t, kept(i, j), to_string(answer_.outcome), answer_.safe_until);
                             });
        return fault;
    }

    [[nodiscard]] std::optional<std::string> wrong_contact() const
    {
        const double t = answer_.contact->toc.lower;
        const double distance = judged_distance(placement_.object(t), placement_.body(t));
        // Times are doubles, and what moves between two of them cannot be told.
        const double slack = margin_ + 0x1p-49 * greatest_speed(case_, placement_.rigid_body());
        const double most = padding_ + clearance_ + threshold_ + slack;
        if (answer_.contact->toc.lower < answer_.contact->toc.upper) {
            const double then = answer_.contact->toc.upper;
            if (judged_distance(placement_.object(then), placement_.body(then)) > 0.0)
                return "nothing crosses at toc.upper";
        } else if (distance > most) {
            return fmt::format("contact at a distance of {:g}, not {:g}", distance, most);
        }
        const double near = 1e-8 * (answer_.contact->distance + padding_) + slack;
        if (answer_.contact->distance < distance - padding_ - near)
            return fmt::format("the distance is {:g}, not {:g}", distance - padding_, answer_.contact->distance);
        return std::nullopt;
    }

    const MixedCase& case_;
    const Answer& answer_;
    Placement placement_;
    double padding_, clearance_, threshold_, margin_;
    std::vector<NearStart> near_;
};

}  // namespace

double judged_distance(const MixedCase& c, double t)
{
    const Placement placement(c);
    return judged_distance(placement.object(t), placement.body(t));
}

double rounding_margin(const MixedCase& c)
{
    const RigidBody body(c.body_mesh, {.isolated_vertices = true, .threads = 1});
    const RigidPath path(c.motion);
    const double radius = body.radius_about(c.motion.reference);
    double scale = path.start().cwiseAbs().sum() + path.velocity().cwiseAbs().sum() + radius, far = 0.0;
    for (std::size_t i = 0; i < c.end.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k)
            far = std::max({far, std::abs(c.end[i][k]), std::abs(c.mesh.positions()[i][k])});
    }
    scale += far;
    // Places rounded here and there, and distances.
    return 2.0 * path.position_error(radius) + 0x1p-44 * scale + 0x1p-458;
}

std::optional<std::string> find_fault(const MixedCase& c, const Answer& answer, std::size_t times)
{
    return Inspection(c, answer).run(times);
}

std::optional<std::string> find_difference_of(const Answer& x, const Answer& y)
{
    if (x.outcome != y.outcome) return fmt::format("{} and {}", to_string(x.outcome), to_string(y.outcome));
    if (x.safe_until != y.safe_until) return fmt::format("safe until {:.17g} and {:.17g}", x.safe_until, y.safe_until);
    if (x.start.near != y.start.near) return "the starts differ";
    if (x.contact.has_value() != y.contact.has_value()) return "one has no contact";
    if (x.contact && !same(*x.contact, *y.contact)) return "the contacts differ";
    return std::nullopt;
}

}  // namespace tocca::support
