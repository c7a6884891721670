// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/answer/answer.hpp"
#include "tocca/answer/options.hpp"
#include "tocca/rigid/usable_threshold.hpp"
#include "tocca/scene/detail/mixed_search.hpp"

namespace tocca::scene::detail {

/// The options of a query about an object and a body.
struct MixedOptions {
    QueryOptions query = {};
    /// The padding of each around its triangles: at the sum of both they touch. Half the thickness of a cloth, the radius
    /// of a sphere that is a point.
    double object_padding = 0.0;
    double body_padding = 0.0;
};

/// An object that deforms and a body that turns, checked: what all verbs start from. Answers mean what those about two
/// rigid bodies do, see rigid_query.hpp; objects of a contact are 0 for the object and 1 for the body.
///
/// Guarantee: answers are functions of the geometry, the motions and the options: not of the shape of a tree, of any
///            earlier query, nor of the SIMD target. Only how far a search gets on a budget that is spent (undecided)
///            depends on the object's tree, and with it the safe_until that is proven then.
/// Assumes:   the object, the body and its motion outlive it. A body within RigidBody::greatest_coordinate of the origin at all
///            times.
class MixedQuestion {
public:
    /// Throws: std::invalid_argument for a body that was moved from, for options that do not apply or are out of range, and
    ///         for an unknown target.
    MixedQuestion(const DeformingObject& object, const rigid::MovingBody& body, const MixedOptions& options);
    MixedQuestion(const MixedQuestion&) = delete;
    MixedQuestion& operator=(const MixedQuestion&) = delete;

    [[nodiscard]] const MixedPair& pair() const { return pair_; }
    [[nodiscard]] const rigid::ContactLevels& levels() const { return levels_; }
    [[nodiscard]] const rigid::RssKernel& kernel() const { return kernel_; }
    [[nodiscard]] rigid::SearchLimits limits() const;
    [[nodiscard]] bool nothing_to_ask() const;

    [[nodiscard]] Answer first_contact() const;
    /// What is known as soon as anything is: `free`, `undecided`, or else `contact`, whatever and whenever it is. Free exactly
    /// if first_contact is.
    [[nodiscard]] Outcome collision_outcome() const;
    /// Whether they are not proven to start further apart than the clearance; false if there is none.
    [[nodiscard]] bool starts_near() const;

private:
    /// The answer to a search result, with all that is checked besides: whether they cross soon after the contact, and what
    /// the start is like.
    [[nodiscard]] Answer answer(const MixedSearch& search) const;
    void add_contact(const rigid::FoundContact& named, Answer& result) const;

    MixedOptions options_;
    const rigid::RssKernel& kernel_;
    MixedPair pair_;
    rigid::UsableThreshold threshold_;
    rigid::ContactLevels levels_;
};

}  // namespace tocca::scene::detail
