// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/rigid/body_question.hpp"
#include "tocca/scene/detail/mixed_search.hpp"

namespace tocca::scene::detail {

/// An object that deforms and a body that turns. Answers mean what those about two rigid bodies do, see rigid_query.hpp;
/// objects of a contact are 0 for the object and 1 for the body. Paddings are those of each around its triangles: half the
/// thickness of a cloth, the radius of a sphere that is a point.
///
/// Guarantee: answers are functions of the geometry, the motions and the options: not of the shape of a tree, of any
///            earlier query, nor of the SIMD target. Only how far a search gets on a budget that is spent (undecided)
///            depends on the object's tree, and with it the safe_until that is proven then.
/// Assumes:   the object, the body and its motion outlive it. A body within RigidBody::greatest_coordinate of the origin at all
///            times.
class MixedQuestion final : public rigid::PairQuestion {
public:
    /// Throws: as PairQuestion; std::invalid_argument for a body that was moved from.
    MixedQuestion(const DeformingObject& object, const rigid::PaddedBody& body, const QueryOptions& options,
                  double object_padding = 0.0);

    [[nodiscard]] bool nothing_to_ask() const override;

private:
    [[nodiscard]] rigid::SearchResult search(const rigid::SearchLimits& limits) const override;
    [[nodiscard]] bool starts_within(double level) const override;
    [[nodiscard]] bool starts_inside() const override;
    [[nodiscard]] std::optional<double> penetration_after(const rigid::FoundContact& found) const override;

    MixedPair pair_;
};

}  // namespace tocca::scene::detail
