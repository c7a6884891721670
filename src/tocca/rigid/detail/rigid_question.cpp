// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/detail/rigid_question.hpp"

#include <algorithm>
#include <cmath>

#include "tocca/base/error.hpp"
#include "tocca/motion/rigid_path.hpp"

namespace tocca::rigid::detail {

namespace {

using Eigen::Vector3d;

void check_range(const RigidPath& path)
{
    const double far = std::max(path.start().cwiseAbs().maxCoeff(), path.velocity().cwiseAbs().maxCoeff());
    if (far <= RigidBody::greatest_coordinate) return;
    throw Error(ErrorCode::not_finite, "a pose of a rigid body is farther than 1e15 from the origin");
}

}  // namespace

RigidQuestion::RigidQuestion(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b,
                             const RigidMotion& motion_b, const QueryOptions& options)
    : radius_a_(a.radius_about(motion_a.reference)),
      radius_b_(b.radius_about(motion_b.reference)),
      motion_a_(motion_a, radius_a_, a.middle()),
      motion_b_(motion_b, radius_b_, b.middle()),
      question_({{a, motion_a_}}, {{b, motion_b_}}, options)
{
    check_range(motion_a_.path());
    check_range(motion_b_.path());
}

std::optional<SearchLimits> RigidQuestion::limits() const
{
    if (question_.nothing_to_ask()) return std::nullopt;
    const ContactLevels& levels = question_.levels();
    const std::optional<double> from = spheres_meet(levels.contact() + levels.threshold + bodies().error);
    return from ? std::optional(question_.limits(*from)) : std::nullopt;
}

std::optional<double> RigidQuestion::spheres_meet(double level) const
{
    const RigidPath& a = motion_a_.path();
    const RigidPath& b = motion_b_.path();
    const double far = (radius_a_ + radius_b_ + level) * (1.0 + 0x1p-40) +
                       0x1p-40 * (a.start().cwiseAbs().sum() + b.start().cwiseAbs().sum() +
                                  a.velocity().cwiseAbs().sum() + b.velocity().cwiseAbs().sum());
    // In a unit of about the largest length, a power of two: fourth powers of lengths neither vanish nor overflow.
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

}  // namespace tocca::rigid::detail
