// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "tocca/rigid/body_question.hpp"

namespace tocca::rigid::detail {

/// Throws: Error (not_finite) for a motion that leads farther from the origin than RigidBody::greatest_coordinate.
void check_range(const RigidPath& path);

/// Two rigid motions, and bounds of the distances of the bodies' points from the reference points.
struct TwoMotions {
    std::array<double, 2> radius;
    RigidBodyMotion first, second;
};

/// Two bodies that turn at constant speed.
class RigidQuestion : TwoMotions, public BodyQuestion {
public:
    /// Throws: as first_contact.
    RigidQuestion(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b, const RigidMotion& motion_b,
                  const QueryOptions& options);

    /// From when a search for contacts may start: when spheres about the reference points, which alone move on lines, first
    /// come near each other. Empty if they never do, or if a body is empty.
    [[nodiscard]] std::optional<double> from() const;
};

}  // namespace tocca::rigid::detail
