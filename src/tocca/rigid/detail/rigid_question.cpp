// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/detail/rigid_question.hpp"

#include <algorithm>
#include <cmath>

#include "tocca/base/error.hpp"
#include "tocca/rigid/detail/crossing.hpp"
#include "tocca/rigid/detail/named_contact.hpp"

namespace tocca::rigid::detail {

namespace {

using Eigen::Vector3d;

void check(const RigidQueryOptions& options)
{
    require(!options.threshold || (*options.threshold > 0.0 && std::isfinite(*options.threshold)),
            "the threshold must be positive");
    require(options.clearance >= 0.0 && std::isfinite(options.clearance), "the clearance must not be negative");
    require(options.time_tolerance >= 0.0, "the time tolerance must not be negative");
    require(options.until >= 0.0 && options.until <= 1.0, "`until` must be in [0, 1]");
}

void check_range(const RigidPath& path)
{
    const double far = std::max(path.start().cwiseAbs().maxCoeff(), path.velocity().cwiseAbs().maxCoeff());
    if (far <= RigidBody::greatest_coordinate) return;
    throw Error(ErrorCode::not_finite, "a pose of a rigid body is beyond 1e15 from the origin");
}

}  // namespace

RigidQuestion::RigidQuestion(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b,
                             const RigidMotion& motion_b, const RigidQueryOptions& options)
    : options_(options),
      kernel_(rss_kernel(options.target)),
      radius_a_(a.radius_about(motion_a.reference)),
      radius_b_(b.radius_about(motion_b.reference)),
      motion_a_(motion_a, radius_a_, a.middle()),
      motion_b_(motion_b, radius_b_, b.middle()),
      bodies_{{a, motion_a_}, {b, motion_b_}, motion_a_.position_error() + motion_b_.position_error() + least_length},
      threshold_(usable_threshold(options.threshold, {a.diameter(), motion_a_.position_error() + least_length},
                                  {b.diameter(), motion_b_.position_error() + least_length}))
{
    require(!a.moved_from() && !b.moved_from(), "a rigid body was moved from");
    check(options);
    check_range(motion_a_.path());
    check_range(motion_b_.path());
}

ContactLevels RigidQuestion::levels() const
{
    return {.clearance = options_.clearance, .threshold = threshold_.value, .time_tolerance = options_.time_tolerance};
}

std::optional<SearchLimits> RigidQuestion::limits(const ContactLevels& levels) const
{
    if (a().tree().empty() || b().tree().empty()) return std::nullopt;
    const std::optional<double> from = spheres_meet(levels.contact() + levels.threshold + bodies_.error);
    if (!from) return std::nullopt;
    return SearchLimits{.from = *from, .until = options_.until, .budget = options_.budget, .stop = options_.stop};
}

std::optional<double> RigidQuestion::spheres_meet(double level) const
{
    const RigidPath& a = motion_a_.path();
    const RigidPath& b = motion_b_.path();
    const double far = (radius_a_ + radius_b_ + level) * (1.0 + 0x1p-40) +
                       0x1p-40 * (a.start().cwiseAbs().sum() + b.start().cwiseAbs().sum() +
                                  a.velocity().cwiseAbs().sum() + b.velocity().cwiseAbs().sum());
    // In a unit of about the greatest length, a power of two: fourth powers of lengths neither vanish nor overflow.
    const Vector3d offset = a.start() - b.start(), speed = a.velocity() - b.velocity();
    const int unit = -std::ilogb(std::max({far, offset.cwiseAbs().maxCoeff(), speed.cwiseAbs().maxCoeff()}));
    const auto in_unit = [&](double length) { return std::ldexp(length, unit); };
    const Vector3d between = offset.unaryExpr(in_unit), velocity = speed.unaryExpr(in_unit);
    const double reach = in_unit(far);
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

RigidFirstContact RigidQuestion::answer(const SearchResult& found, const ContactLevels& levels) const
{
    RigidFirstContact result;
    result.statistics = found.statistics;
    result.safe_until = found.safe_until;
    result.threshold_used = levels.threshold;
    result.nothing_checked = a().tree().empty() || b().tree().empty();
    if (found.undecided) {
        result.outcome = Outcome::undecided;
    } else if (found.found) {
        const FoundContact named = named_contact(bodies_, levels, *found.found);
        result.penetrates_at = penetration_after(bodies_, named, levels.threshold);
        if (threshold_.resolved || result.penetrates_at) {
            result.outcome = named.when.touching ? Outcome::touching_at_start : Outcome::contact;
            result.contact = named.contact;
            result.distance = named.when.distance;
        } else {
            result.outcome = Outcome::undecided;
        }
    }
    result.starts_within_clearance = levels.clearance > 0.0 && starts_within(bodies_, levels.clearance);
    // Of what is undecided nobody knows whether it comes nearer still.
    if (result.starts_within_clearance && result.outcome == Outcome::free) result.outcome = Outcome::near_at_start;
    if (result.outcome != Outcome::touching_at_start && starts_inside(bodies_)) {
        result.outcome = Outcome::inside;
        result.safe_until = 0.0;
        result.contact.reset();
        result.penetrates_at.reset();
    }
    return result;
}

}  // namespace tocca::rigid::detail
