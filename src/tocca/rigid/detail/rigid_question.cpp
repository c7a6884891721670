// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/detail/rigid_question.hpp"

#include <algorithm>
#include <cmath>

#include "tocca/base/error.hpp"
#include "tocca/motion/rigid_path.hpp"

namespace tocca::rigid::detail {

using Eigen::Vector3d;

void check_range(const RigidPath& path)
{
    const double far = std::max(path.start().cwiseAbs().maxCoeff(), path.velocity().cwiseAbs().maxCoeff());
    if (far <= RigidBody::greatest_coordinate) return;
    throw Error(ErrorCode::not_finite, "a pose of a rigid body is farther than 1e15 from the origin");
}

RigidQuestion::RigidQuestion(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b,
                             const RigidMotion& motion_b, const QueryOptions& options)
    : TwoMotions{{a.radius_about(motion_a.reference), b.radius_about(motion_b.reference)},
                 RigidBodyMotion(motion_a, a.radius_about(motion_a.reference), a.middle()),
                 RigidBodyMotion(motion_b, b.radius_about(motion_b.reference), b.middle())},
      BodyQuestion({{a, first}}, {{b, second}}, options)
{
    check_range(first.path());
    check_range(second.path());
}

std::optional<double> RigidQuestion::from() const
{
    if (nothing_to_ask()) return std::nullopt;
    const double level = levels().contact() + levels().threshold + bodies().error;
    const RigidPath& a = first.path();
    const RigidPath& b = second.path();
    const double far = (radius[0] + radius[1] + level) * (1.0 + 0x1p-40) +
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
