// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/pair_question.hpp"

#include <algorithm>
#include <cmath>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"

namespace tocca::rigid {

namespace {

/// Steps of one pair, unless options say otherwise.
constexpr std::uint64_t default_budget = 10'000'000;

}  // namespace

void move_between_surfaces(Contact& contact, double first_padding, double second_padding)
{
    if (first_padding == second_padding) return;
    // From the first body to the second.
    const Eigen::Vector3d across = contact.objects[0] == 0 ? Eigen::Vector3d(-contact.normal) : contact.normal;
    contact.point += 0.5 * (first_padding - second_padding) * across;
}

PairQuestion::PairQuestion(const Side& a, const Side& b, const QueryOptions& options)
    : options_(options),
      kernel_(rss_kernel(options.target)),
      padding_{a.padding, b.padding},
      threshold_(usable_threshold(options.threshold, padded_scale(a.diameter, a.padding, a.position_error),
                                  padded_scale(b.diameter, b.padding, b.position_error))),
      levels_{.clearance = options.clearance,
              .threshold = threshold_.value,
              .time_tolerance = options.tolerance.value_or(0.0),
              .padding = (a.padding + b.padding) * (1.0 + 0x1p-50)}
{
    for (const double padding : padding_)
        require(padding >= 0.0 && std::isfinite(padding), "the padding of a body must be finite and not negative");
    check_options(options, Subject::bodies);
}

SearchLimits PairQuestion::limits(double from) const
{
    return {.from = from,
            .until = options_.until,
            .budget = options_.budget.value_or(default_budget),
            .stop = options_.stop};
}

Answer PairQuestion::first_contact(std::optional<double> from) const
{
    SearchResult found = {.safe_until = options_.until};
    if (from && !nothing_to_ask()) found = search(limits(*from));
    add_work(options_, found.statistics);
    return answer(found);
}

Outcome PairQuestion::collision_outcome(std::optional<double> from) const
{
    if (nothing_to_ask()) return Outcome::free;
    if (crosses_sometime() || starts_near() || starts_inside()) return Outcome::contact;
    if (!from) return Outcome::free;
    SearchLimits any = limits(*from);
    any.any = true;
    const SearchResult found = search(any);
    add_work(options_, found.statistics);
    if (!found.found) return found.undecided ? Outcome::undecided : Outcome::free;
    if (threshold_.resolved) return Outcome::contact;
    // What rounding leaves open is a contact if they are proven to cross after the first, not after any.
    return first_contact(from).outcome == Outcome::undecided ? Outcome::undecided : Outcome::contact;
}

bool PairQuestion::starts_near() const
{
    return levels_.clearance > 0.0 && !nothing_to_ask() && starts_within(levels_.kept());
}

Answer PairQuestion::answer(SearchResult found) const
{
    Answer result{.safe_until = found.safe_until, .threshold = levels_.threshold, .nothing_checked = nothing_to_ask()};
    if (found.undecided) {
        result.outcome = Outcome::undecided;
    } else if (found.found) {
        FoundContact& named = *found.found;
        named.contact.crosses_at = penetration_after(named);
        if (threshold_.resolved || named.contact.crosses_at) {
            result.outcome = named.when.touching ? Outcome::touching_at_start : Outcome::contact;
            named.contact.proof = Proof::within;
            named.contact.distance = std::max(0.0, named.when.distance - levels_.padding);
            named.contact.threshold = levels_.threshold;
            move_between_surfaces(named.contact, padding_[0], padding_[1]);
            result.contact = named.contact;
        } else {
            result.outcome = Outcome::undecided;
        }
    }
    result.start.near = starts_near();
    // Of what is undecided nobody knows whether it comes nearer still.
    if (result.start.near && result.outcome == Outcome::free) result.outcome = Outcome::near_at_start;
    if (result.outcome != Outcome::touching_at_start && starts_inside()) {
        result.outcome = Outcome::inside;
        result.safe_until = 0.0;
        result.contact.reset();
    }
    if (result.outcome != Outcome::free) result.pair = ObjectPair{.objects = {0, 1}};
    return result;
}

}  // namespace tocca::rigid
