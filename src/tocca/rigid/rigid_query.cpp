// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/rigid_query.hpp"

#include <algorithm>
#include <cmath>

#include "tocca/base/error.hpp"
#include "tocca/rigid/detail/contact_search.hpp"

namespace tocca {

namespace {

using detail::RigidBodyMotion;
using Eigen::Vector3d;

/// When two spheres about the reference points first come within a distance of each other: only these move on lines.
/// Nothing when they never do in [0, 1].
std::optional<double> spheres_meet(const RigidPath& a, double radius_a, const RigidPath& b, double radius_b,
                                   double level)
{
    const Vector3d between = a.start() - b.start(), velocity = a.velocity() - b.velocity();
    const double reach = (radius_a + radius_b + level) * (1.0 + 0x1p-40) +
                         0x1p-40 * (a.start().cwiseAbs().sum() + b.start().cwiseAbs().sum() +
                                    a.velocity().cwiseAbs().sum() + b.velocity().cwiseAbs().sum());
    const double squared_speed = velocity.squaredNorm(), along = between.dot(velocity);
    const double excess = between.squaredNorm() - reach * reach;
    if (!(excess > 0.0)) return 0.0;
    if (along >= 0.0) return std::nullopt;
    const double discriminant = along * along - squared_speed * excess;
    if (discriminant < -0x1p-40 * along * along) return std::nullopt;
    const double time = excess / (-along + std::sqrt(std::max(0.0, discriminant))) * (1.0 - 0x1p-18);
    if (!(time >= 0.0)) return 0.0;
    return time > 1.0 ? std::nullopt : std::optional(time);
}

void check(const RigidQueryOptions& options)
{
    require(!options.threshold || *options.threshold > 0.0, "the threshold must be positive");
    require(options.clearance >= 0.0 && std::isfinite(options.clearance), "the clearance must not be negative");
    require(options.time_tolerance >= 0.0, "the time tolerance must not be negative");
    require(options.until >= 0.0 && options.until <= 1.0, "`until` must be in [0, 1]");
}

double threshold_of(const RigidQueryOptions& options, const RigidBody& a, const RigidBody& b)
{
    if (options.threshold) return *options.threshold;
    return std::max(1e-5 * std::min(a.diameter(), b.diameter()), 1e-300);
}

}  // namespace

RigidFirstContact first_contact(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b,
                                const RigidMotion& motion_b, const RigidQueryOptions& options)
{
    check(options);
    const detail::RssKernel& kernel = detail::rss_kernel(options.target);
    const double radius_a = a.radius_about(motion_a.reference), radius_b = b.radius_about(motion_b.reference);
    const RigidBodyMotion moving_a(motion_a, radius_a), moving_b(motion_b, radius_b);
    const detail::MovingBodies bodies = {
        .a = {a, moving_a}, .b = {b, moving_b}, .error = moving_a.position_error() + moving_b.position_error()};
    const detail::ContactLevels levels = {.clearance = options.clearance,
                                          .threshold = threshold_of(options, a, b),
                                          .time_tolerance = options.time_tolerance};
    RigidFirstContact result;
    result.safe_until = options.until;
    const std::optional<double> meet = spheres_meet(moving_a.path(), radius_a, moving_b.path(), radius_b,
                                                    levels.contact() + levels.threshold + bodies.error);
    if (!meet || a.tree().empty() || b.tree().empty()) return result;

    detail::ContactSearch search(bodies, levels, kernel);
    const detail::SearchResult found =
        search.run({.from = *meet, .until = options.until, .budget = options.budget, .stop = options.stop});
    result.statistics = found.statistics;
    result.safe_until = found.safe_until;
    if (found.undecided) {
        result.outcome = Outcome::undecided;
    } else if (found.found) {
        result.outcome = found.found->when.touching ? Outcome::touching_at_start : Outcome::contact;
        result.contact = found.found->contact;
        result.distance = found.found->when.distance;
    }
    return result;
}

double safe_step(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b, const RigidMotion& motion_b,
                 const RigidQueryOptions& options)
{
    return first_contact(a, motion_a, b, motion_b, options).safe_until;
}

}  // namespace tocca
