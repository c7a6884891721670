// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "tocca/answer/answer.hpp"
#include "tocca/answer/options.hpp"
#include "tocca/rigid/rss_kernel.hpp"
#include "tocca/rigid/search_result.hpp"
#include "tocca/rigid/usable_threshold.hpp"

namespace tocca::rigid {

/// Moves the point of a contact from between the triangles of two padded bodies to between their surfaces. The first body
/// is object 0 of the contact.
void move_between_surfaces(Contact& contact, double first_padding, double second_padding);

/// Two things that move, checked: what all verbs start from. In answers they are objects 0 and 1.
///
/// Assumes: the options outlive it.
class PairQuestion {
public:
    PairQuestion(const PairQuestion&) = delete;
    PairQuestion& operator=(const PairQuestion&) = delete;
    virtual ~PairQuestion() = default;

    [[nodiscard]] const RssKernel& kernel() const { return kernel_; }
    /// As the options have it, or by default.
    [[nodiscard]] const ContactLevels& levels() const { return levels_; }
    [[nodiscard]] virtual bool nothing_to_ask() const = 0;
    /// The limits of a search with these options, given that the two are free, by the contact level, up to `from`.
    [[nodiscard]] SearchLimits limits(double from) const;

    /// The first contact of two that are free, by the contact level, up to `from`; none: they never come into contact.
    [[nodiscard]] Answer first_contact(std::optional<double> from = 0.0) const;
    /// `contact`, `undecided` or `free`, as soon as it is known. Free exactly if first_contact is.
    [[nodiscard]] Outcome collision_outcome(std::optional<double> from = 0.0) const;
    /// Whether they are not proven to start further apart than the clearance; false if there is none.
    [[nodiscard]] bool starts_near() const;

    /// The answer to a search result whose contact is the one to name, with all that is checked besides: whether they cross
    /// soon after the contact, and what the start is like.
    [[nodiscard]] Answer answer(SearchResult found) const;

protected:
    /// Of one of the two.
    struct Side {
        double diameter;
        double position_error;
        double padding;  ///< all its points are within this of its triangles
    };

    /// Throws: std::invalid_argument for options that do not apply or are out of range, for a padding that is negative or not
    ///         finite, and for an unknown target.
    PairQuestion(const Side& a, const Side& b, const QueryOptions& options);

    /// The contact found is the one to name, unless any will do or the search is undecided.
    [[nodiscard]] virtual SearchResult search(const SearchLimits& limits) const = 0;
    /// Whether they are found to cross at some time, as far as a short search finds out.
    [[nodiscard]] virtual bool crosses_sometime() const { return false; }
    [[nodiscard]] virtual bool starts_within(double level) const = 0;
    [[nodiscard]] virtual bool starts_inside() const = 0;
    /// A time soon after a contact at which they are proven to cross, if one is found.
    [[nodiscard]] virtual std::optional<double> penetration_after(const FoundContact& found) const = 0;
    [[nodiscard]] const QueryOptions& options() const { return options_; }

private:
    const QueryOptions& options_;
    const RssKernel& kernel_;
    std::array<double, 2> padding_;
    UsableThreshold threshold_;
    ContactLevels levels_;
};

}  // namespace tocca::rigid
