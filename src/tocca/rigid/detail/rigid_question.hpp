// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "tocca/rigid/detail/contact_search.hpp"
#include "tocca/rigid/rigid_query.hpp"
#include "tocca/rigid/usable_threshold.hpp"

namespace tocca::rigid::detail {

/// Two bodies and their motions, checked: what all verbs start from.
class RigidQuestion {
public:
    /// Throws: as first_contact.
    RigidQuestion(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b, const RigidMotion& motion_b,
                  const QueryOptions& options);
    RigidQuestion(const RigidQuestion&) = delete;
    RigidQuestion& operator=(const RigidQuestion&) = delete;

    [[nodiscard]] const MovingBodies& bodies() const { return bodies_; }
    [[nodiscard]] const RigidBody& a() const { return bodies_.a.body; }
    [[nodiscard]] const RigidBody& b() const { return bodies_.b.body; }
    [[nodiscard]] const RssKernel& kernel() const { return kernel_; }
    /// As the options have it, or by default.
    [[nodiscard]] ContactLevels levels() const;
    /// Whether what comes within the threshold may be called a contact.
    [[nodiscard]] bool resolved() const { return threshold_.resolved; }

    /// Where a search for contacts within these levels may start: when spheres about the reference points, which alone
    /// move on lines, first come near each other. Nothing when they never do, or a body is empty.
    [[nodiscard]] std::optional<SearchLimits> limits(const ContactLevels& levels) const;

    /// The answer that a search led to, with all that is asked beside: whether bodies cross soon after the contact, and
    /// whether one started within the other.
    [[nodiscard]] Answer answer(const SearchResult& found, const ContactLevels& levels) const;

private:
    [[nodiscard]] std::optional<double> spheres_meet(double level) const;

    const QueryOptions& options_;
    const RssKernel& kernel_;
    double radius_a_, radius_b_;
    RigidBodyMotion motion_a_, motion_b_;
    MovingBodies bodies_;
    UsableThreshold threshold_;
};

}  // namespace tocca::rigid::detail
