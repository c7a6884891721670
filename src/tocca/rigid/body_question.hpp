// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "tocca/answer/answer.hpp"
#include "tocca/answer/options.hpp"
#include "tocca/rigid/rss_kernel.hpp"
#include "tocca/rigid/search_result.hpp"
#include "tocca/rigid/usable_threshold.hpp"

namespace tocca::rigid {

/// A moving body, with all points within `padding` of its triangles.
struct PaddedBody {
    MovingBody body;
    double padding = 0.0;
};

/// Moves the point of a contact from between the triangles of two padded bodies to between their surfaces. The first body
/// is object 0 of the contact.
void move_between_surfaces(Contact& contact, double first_padding, double second_padding);

/// Two bodies with any motions, checked: what all verbs start from. In answers the bodies are objects 0 and 1.
///
/// Assumes: the bodies, their motions and the options outlive it. Bodies within RigidBody::greatest_coordinate of the origin
///          at all times.
class BodyQuestion {
public:
    /// Throws: std::invalid_argument for a body that was moved from, for options that do not apply or are out of range, and
    ///         for an unknown target.
    BodyQuestion(const PaddedBody& a, const PaddedBody& b, const QueryOptions& options);
    BodyQuestion(const BodyQuestion&) = delete;
    BodyQuestion& operator=(const BodyQuestion&) = delete;

    [[nodiscard]] const MovingBodies& bodies() const { return bodies_; }
    [[nodiscard]] const RssKernel& kernel() const { return kernel_; }
    /// As the options have it, or by default.
    [[nodiscard]] const ContactLevels& levels() const { return levels_; }
    [[nodiscard]] bool nothing_to_ask() const;
    /// The limits of a search with these options, given that the bodies are free, by the contact level, up to `from`.
    [[nodiscard]] SearchLimits limits(double from = 0.0) const;

    /// Without limits: nothing can come into contact.
    [[nodiscard]] Answer first_contact(const std::optional<SearchLimits>& limits) const;
    [[nodiscard]] Answer first_contact() const { return first_contact(limits()); }
    /// `contact`, `undecided` or `free`, as soon as it is known.
    [[nodiscard]] Outcome collision_outcome(std::optional<SearchLimits> limits) const;
    [[nodiscard]] Outcome collision_outcome() const { return collision_outcome(limits()); }
    /// Whether they are not proven to start further apart than the clearance; false if there is none.
    [[nodiscard]] bool starts_near() const;

    /// The answer to a search result, with all that is checked besides: whether the bodies cross soon after the contact, and
    /// whether one started within the other.
    [[nodiscard]] Answer answer(const SearchResult& found) const;

private:
    const QueryOptions& options_;
    const RssKernel& kernel_;
    MovingBodies bodies_;
    std::array<double, 2> padding_;
    UsableThreshold threshold_;
    ContactLevels levels_;
};

}  // namespace tocca::rigid
