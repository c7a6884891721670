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

/// Steps of one pair of bodies, unless options say otherwise.
constexpr std::uint64_t default_budget = 10'000'000;

void check_range(const RigidPath& path)
{
    const double far = std::max(path.start().cwiseAbs().maxCoeff(), path.velocity().cwiseAbs().maxCoeff());
    if (far <= RigidBody::greatest_coordinate) return;
    throw Error(ErrorCode::not_finite, "a pose of a rigid body is beyond 1e15 from the origin");
}

}  // namespace

RigidQuestion::RigidQuestion(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b,
                             const RigidMotion& motion_b, const QueryOptions& options)
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
    check_options(options, Subject::bodies);
    check_range(motion_a_.path());
    check_range(motion_b_.path());
}

ContactLevels RigidQuestion::levels() const
{
    return {.clearance = options_.clearance,
            .threshold = threshold_.value,
            .time_tolerance = options_.tolerance.value_or(0.0)};
}

std::optional<SearchLimits> RigidQuestion::limits(const ContactLevels& levels) const
{
    if (a().tree().empty() || b().tree().empty()) return std::nullopt;
    const std::optional<double> from = spheres_meet(levels.contact() + levels.threshold + bodies_.error);
    if (!from) return std::nullopt;
    return SearchLimits{.from = *from,
                        .until = options_.until,
                        .budget = options_.budget.value_or(default_budget),
                        .stop = options_.stop};
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

Answer RigidQuestion::answer(const SearchResult& found, const ContactLevels& levels) const
{
    Answer result{.safe_until = found.safe_until,
                  .threshold = levels.threshold,
                  .nothing_checked = a().tree().empty() || b().tree().empty()};
    if (found.undecided) {
        result.outcome = Outcome::undecided;
    } else if (found.found) {
        FoundContact named = named_contact(bodies_, levels, *found.found);
        named.contact.crosses_at = penetration_after(bodies_, named, levels.threshold);
        if (threshold_.resolved || named.contact.crosses_at) {
            result.outcome = named.when.touching ? Outcome::touching_at_start : Outcome::contact;
            named.contact.proof = Proof::within;
            named.contact.distance = named.when.distance;
            named.contact.threshold = levels.threshold;
            result.contact = named.contact;
        } else {
            result.outcome = Outcome::undecided;
        }
    }
    result.start.near = levels.clearance > 0.0 && starts_within(bodies_, levels.clearance);
    // Of what is undecided nobody knows whether it comes nearer still.
    if (result.start.near && result.outcome == Outcome::free) result.outcome = Outcome::near_at_start;
    if (result.outcome != Outcome::touching_at_start && starts_inside(bodies_)) {
        result.outcome = Outcome::inside;
        result.safe_until = 0.0;
        result.contact.reset();
    }
    if (result.outcome != Outcome::free) result.pair = ObjectPair{.objects = {0, 1}};
    return result;
}

}  // namespace tocca::rigid::detail
