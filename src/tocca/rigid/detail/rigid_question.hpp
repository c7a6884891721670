// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "tocca/rigid/body_question.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca::rigid::detail {

/// Two bodies that turn at constant speed, checked.
class RigidQuestion {
public:
    /// Throws: as first_contact.
    RigidQuestion(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b, const RigidMotion& motion_b,
                  const QueryOptions& options);

    [[nodiscard]] const BodyQuestion& question() const { return question_; }
    [[nodiscard]] const MovingBodies& bodies() const { return question_.bodies(); }

    /// Where a search for contacts may start: when spheres about the reference points, which alone move on lines, first come
    /// near each other. Empty if they never do, or if a body is empty.
    [[nodiscard]] std::optional<SearchLimits> limits() const;

private:
    [[nodiscard]] std::optional<double> spheres_meet(double level) const;

    double radius_a_, radius_b_;
    RigidBodyMotion motion_a_, motion_b_;
    BodyQuestion question_;
};

}  // namespace tocca::rigid::detail
