// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/rigid/pair_question.hpp"

namespace tocca::rigid {

/// A moving body, with all points within `padding` of its triangles.
struct PaddedBody {
    MovingBody body;
    double padding = 0.0;
};

/// Two bodies with any motions.
///
/// Assumes: the bodies and their motions outlive it. Bodies within RigidBody::greatest_coordinate of the origin at all times.
class BodyQuestion : public PairQuestion {
public:
    /// Throws: as PairQuestion; std::invalid_argument for a body that was moved from.
    BodyQuestion(const PaddedBody& a, const PaddedBody& b, const QueryOptions& options);

    [[nodiscard]] const MovingBodies& bodies() const { return bodies_; }
    [[nodiscard]] bool nothing_to_ask() const override;
    /// The result with the contact to name.
    [[nodiscard]] SearchResult named(SearchResult result) const;

private:
    [[nodiscard]] SearchResult search(const SearchLimits& limits) const override;
    [[nodiscard]] bool crosses_sometime() const override;
    [[nodiscard]] bool starts_within(double level) const override;
    [[nodiscard]] bool starts_inside() const override;
    [[nodiscard]] std::optional<double> penetration_after(const FoundContact& found) const override;

    MovingBodies bodies_;
};

}  // namespace tocca::rigid
