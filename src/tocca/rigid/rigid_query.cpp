// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/rigid_query.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tocca/base/error.hpp"
#include "tocca/elementary/collides.hpp"
#include "tocca/geometry/triangle_intersection.hpp"
#include "tocca/rigid/containment.hpp"
#include "tocca/rigid/detail/contact_search.hpp"
#include "tocca/rigid/detail/placed_search.hpp"

namespace tocca {

namespace {

using detail::ContactLevels;
using detail::MovingBodies;
using detail::MovingFrame;
using detail::PlacedPair;
using detail::RigidBodyMotion;
using detail::SearchResult;
using detail::TrianglePair;
using Eigen::Vector3d;

void check(const RigidQueryOptions& options)
{
    require(!options.threshold || (*options.threshold > 0.0 && std::isfinite(*options.threshold)),
            "the threshold must be positive");
    require(options.clearance >= 0.0 && std::isfinite(options.clearance), "the clearance must not be negative");
    require(options.time_tolerance >= 0.0, "the time tolerance must not be negative");
    require(options.until >= 0.0 && options.until <= 1.0, "`until` must be in [0, 1]");
}

/// Two bodies and their motions, checked: what all verbs start from.
class Question {
public:
    Question(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b, const RigidMotion& motion_b,
             const RigidQueryOptions& options)
        : options_(options),
          kernel_(detail::rss_kernel(options.target)),
          radius_a_(a.radius_about(motion_a.reference)),
          radius_b_(b.radius_about(motion_b.reference)),
          motion_a_(motion_a, radius_a_),
          motion_b_(motion_b, radius_b_),
          bodies_{{a, motion_a_}, {b, motion_b_}, motion_a_.position_error() + motion_b_.position_error()}
    {
        check(options);
        for (const RigidBodyMotion* motion : {&motion_a_, &motion_b_}) {
            const RigidPath& path = motion->path();
            const double far = std::max(path.start().cwiseAbs().maxCoeff(), path.velocity().cwiseAbs().maxCoeff());
            if (far > RigidBody::greatest_coordinate) {
                throw Error(ErrorCode::not_finite, "a pose of a rigid body is beyond 1e15 from the origin");
            }
        }
    }
    Question(const Question&) = delete;
    Question& operator=(const Question&) = delete;

    [[nodiscard]] const MovingBodies& bodies() const { return bodies_; }
    [[nodiscard]] const RigidBody& a() const { return bodies_.a.body; }
    [[nodiscard]] const RigidBody& b() const { return bodies_.b.body; }
    [[nodiscard]] bool turns() const { return motion_a_.path().rotates() || motion_b_.path().rotates(); }

    /// The first contact within these levels.
    [[nodiscard]] SearchResult search(const ContactLevels& levels, std::uint64_t budget,
                                      std::function<bool(const TrianglePair&)> confirm = {}) const
    {
        const std::optional<double> meet = spheres_meet(levels.contact() + levels.threshold + bodies_.error);
        if (!meet || a().tree().empty() || b().tree().empty()) return {.safe_until = options_.until};
        detail::ContactSearch search(bodies_, levels, kernel_);
        return search.run({.from = *meet,
                           .until = options_.until,
                           .budget = budget,
                           .stop = options_.stop,
                           .confirm = std::move(confirm)});
    }

    /// Whether two triangles are proven to cross at a time, as far as a search of at most `budget` nodes finds any.
    [[nodiscard]] bool crosses_at(double time, std::uint64_t budget) const
    {
        const MovingFrame frame_a = motion_a_.at(time), frame_b = motion_b_.at(time);
        bool crosses = false;
        detail::for_each_near_pair(
            {a(), b(), frame_a, frame_b, bodies_.error}, 0.0, budget, [&](const TrianglePair& pair) {
                crosses = detail::proven_crossing(detail::place(bodies_, pair, frame_a, frame_b), bodies_.error);
                return !crosses;
            });
        return crosses;
    }

    /// Whether a part of one body starts within the other, which is a solid.
    [[nodiscard]] bool starts_inside() const
    {
        const MovingFrame frame_a = motion_a_.at(0.0), frame_b = motion_b_.at(0.0);
        return (a().solid() && any_part_within(a(), frame_a, b(), frame_b)) ||
               (b().solid() && any_part_within(b(), frame_b, a(), frame_a));
    }

    /// The two triangles at a time.
    [[nodiscard]] PlacedPair place(const TrianglePair& pair, double time) const
    {
        return detail::place(bodies_, pair, motion_a_.at(time), motion_b_.at(time));
    }

private:
    /// When spheres about the reference points, which alone move on lines, first come within a distance of each other.
    /// Nothing when they never do in [0, 1].
    [[nodiscard]] std::optional<double> spheres_meet(double level) const
    {
        const RigidPath& a = motion_a_.path();
        const RigidPath& b = motion_b_.path();
        const Vector3d between = a.start() - b.start(), velocity = a.velocity() - b.velocity();
        const double reach = (radius_a_ + radius_b_ + level) * (1.0 + 0x1p-40) +
                             0x1p-40 * (a.start().cwiseAbs().sum() + b.start().cwiseAbs().sum() +
                                        a.velocity().cwiseAbs().sum() + b.velocity().cwiseAbs().sum());
        const double along = between.dot(velocity), excess = between.squaredNorm() - reach * reach;
        if (!(excess > 0.0)) return 0.0;
        if (along >= 0.0) return std::nullopt;
        const double discriminant = along * along - velocity.squaredNorm() * excess;
        if (discriminant < -0x1p-40 * along * along) return std::nullopt;
        // The root with no cancellation; rounding is far below the factor.
        const double time = excess / (-along + std::sqrt(std::max(0.0, discriminant))) * (1.0 - 0x1p-18);
        if (!(time >= 0.0)) return 0.0;
        return time > 1.0 ? std::nullopt : std::optional(time);
    }

    static bool any_part_within(const RigidBody& solid, const MovingFrame& solid_frame, const RigidBody& other,
                                const MovingFrame& other_frame)
    {
        return std::any_of(other.part_vertices().begin(), other.part_vertices().end(), [&](VertexId vertex) {
            const Point& position = other.mesh().positions()[vertex];
            const Vector3d world = other_frame.place({position[0], position[1], position[2]});
            const Vector3d within = solid_frame.rotation.transpose() * (world - solid_frame.origin);
            return contains(solid, {within.x(), within.y(), within.z()});
        });
    }

    const RigidQueryOptions& options_;
    const detail::RssKernel& kernel_;
    double radius_a_, radius_b_;
    RigidBodyMotion motion_a_, motion_b_;
    MovingBodies bodies_;
};

double threshold_of(const RigidQueryOptions& options, const Question& question)
{
    if (options.threshold) return *options.threshold;
    // A body of one point has no diameter; what rounding cannot tell apart will do.
    const double diameter = std::min(question.a().diameter(), question.b().diameter());
    return std::max({1e-5 * diameter, 16.0 * question.bodies().error, std::numeric_limits<double>::min()});
}

/// A time soon after a contact at which triangles are proven to cross, if one is found.
std::optional<double> penetration_after(const Question& question, const detail::FoundContact& found, double threshold)
{
    const double time = found.when.upper;
    const MovingFrame frame_a = question.bodies().a.motion.at(time), frame_b = question.bodies().b.motion.at(time);
    const auto velocity = [&](const MovingFrame& frame) -> Vector3d {
        return frame.velocity + frame.angular_velocity.cross(found.contact.point - frame.pivot);
    };
    const double speed = (velocity(frame_a) - velocity(frame_b)).norm();
    if (!(speed > 0.0)) return std::nullopt;
    double ahead = 4.0 * threshold / speed;
    for (int attempt = 0; attempt < 3; ++attempt, ahead *= 16.0) {
        const double then = std::min(1.0, time + ahead);
        if (question.crosses_at(then, 128)) return then;
        if (then == 1.0) break;
    }
    return std::nullopt;
}

MovingPoint moving(const Point& start, const Point& end)
{
    return {{start[0], start[1], start[2]}, {end[0], end[1], end[2]}};
}

/// Whether two triangles touch during a motion without rotation: exact for their corners at the start and at the end.
bool triangles_touch(const PlacedPair& start, const PlacedPair& end)
{
    if (triangles_meet(start.a, start.b)) return true;
    std::array<MovingPoint, 3> a = {}, b = {};
    for (std::size_t k = 0; k < 3; ++k) {
        a[k] = moving(start.a[k], end.a[k]);
        b[k] = moving(start.b[k], end.b[k]);
    }
    for (std::size_t i = 0; i < 3; ++i) {
        if (collides(VertexFace{a[i], b[0], b[1], b[2]}) || collides(VertexFace{b[i], a[0], a[1], a[2]})) return true;
        for (std::size_t j = 0; j < 3; ++j) {
            if (collides(EdgeEdge{a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]})) return true;
        }
    }
    return false;
}

}  // namespace

bool collides(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b, const RigidMotion& motion_b,
              const RigidQueryOptions& options)
{
    const Question question(a, motion_a, b, motion_b, options);
    if (a.tree().empty() || b.tree().empty()) return false;
    // Bodies that pass through each other mostly do so here; a miss costs next to nothing.
    for (const double time : {0.5, 0.25, 0.75, 1.0, 0.0}) {
        if (time <= options.until && question.crosses_at(time, 64)) return true;
    }
    const double floor = 16.0 * question.bodies().error + std::numeric_limits<double>::min();
    std::function<bool(const TrianglePair&)> confirm;
    if (!question.turns() && options.clearance == 0.0 && options.until == 1.0) {
        confirm = [&](const TrianglePair& pair) {
            return triangles_touch(question.place(pair, 0.0), question.place(pair, 1.0));
        };
    }
    const SearchResult result = question.search({.clearance = options.clearance, .threshold = floor},
                                                std::numeric_limits<std::uint64_t>::max(), confirm);
    return result.found.has_value() || question.starts_inside();
}

RigidFirstContact first_contact(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b,
                                const RigidMotion& motion_b, const RigidQueryOptions& options)
{
    const Question question(a, motion_a, b, motion_b, options);
    const ContactLevels levels = {.clearance = options.clearance,
                                  .threshold = threshold_of(options, question),
                                  .time_tolerance = options.time_tolerance};
    const SearchResult found = question.search(levels, options.budget);
    RigidFirstContact result;
    result.statistics = found.statistics;
    result.safe_until = found.safe_until;
    if (found.undecided) {
        result.outcome = Outcome::undecided;
    } else if (found.found) {
        result.outcome = found.found->when.touching ? Outcome::touching_at_start : Outcome::contact;
        result.contact = found.found->contact;
        result.distance = found.found->when.distance;
        result.penetrates_at = penetration_after(question, *found.found, levels.threshold);
    }
    if (result.outcome != Outcome::touching_at_start && question.starts_inside()) {
        result.outcome = Outcome::inside;
        result.safe_until = 0.0;
        result.contact.reset();
        result.penetrates_at.reset();
    }
    return result;
}

double safe_step(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b, const RigidMotion& motion_b,
                 const RigidQueryOptions& options)
{
    return first_contact(a, motion_a, b, motion_b, options).safe_until;
}

}  // namespace tocca
