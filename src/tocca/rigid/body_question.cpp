// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/body_question.hpp"

#include <algorithm>
#include <cmath>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/bvh/rss_tree.hpp"
#include "tocca/rigid/contact_search.hpp"
#include "tocca/rigid/crossing.hpp"
#include "tocca/rigid/named_contact.hpp"

namespace tocca::rigid {

namespace {

/// Steps of one pair of bodies, unless options say otherwise.
constexpr std::uint64_t default_budget = 10'000'000;

BodyScale scale_of(const PaddedBody& padded)
{
    return {padded.body.body.diameter() + 2.0 * padded.padding, padded.body.motion.position_error() + least_length};
}

}  // namespace

void move_between_surfaces(Contact& contact, double first_padding, double second_padding)
{
    if (first_padding == second_padding) return;
    // From the first body to the second.
    const Eigen::Vector3d across = contact.objects[0] == 0 ? Eigen::Vector3d(-contact.normal) : contact.normal;
    contact.point += 0.5 * (first_padding - second_padding) * across;
}

BodyQuestion::BodyQuestion(const PaddedBody& a, const PaddedBody& b, const QueryOptions& options)
    : options_(options),
      kernel_(rss_kernel(options.target)),
      bodies_{a.body, b.body, a.body.motion.position_error() + b.body.motion.position_error() + least_length},
      padding_{a.padding, b.padding},
      threshold_(usable_threshold(options.threshold, scale_of(a), scale_of(b))),
      levels_{.clearance = options.clearance,
              .threshold = threshold_.value,
              .time_tolerance = options.tolerance.value_or(0.0),
              .padding = (a.padding + b.padding) * (1.0 + 0x1p-50)}
{
    require(!a.body.body.moved_from() && !b.body.body.moved_from(), "a rigid body was moved from");
    for (const double padding : padding_)
        require(padding >= 0.0 && std::isfinite(padding), "the padding of a body must be finite and not negative");
    check_options(options, Subject::bodies);
}

bool BodyQuestion::nothing_to_ask() const { return bodies_.a.body.tree().empty() || bodies_.b.body.tree().empty(); }

SearchLimits BodyQuestion::limits(double from) const
{
    return {.from = from,
            .until = options_.until,
            .budget = options_.budget.value_or(default_budget),
            .stop = options_.stop};
}

Answer BodyQuestion::first_contact(const std::optional<SearchLimits>& limits) const
{
    SearchResult found = {.safe_until = options_.until};
    if (limits && !nothing_to_ask()) found = ContactSearch(bodies_, levels_, kernel_).run(*limits);
    add_work(options_, found.statistics);
    return answer(found);
}

Outcome BodyQuestion::collision_outcome(std::optional<SearchLimits> limits) const
{
    if (nothing_to_ask()) return Outcome::free;
    // Bodies that pass through each other mostly do so here; a miss costs next to nothing.
    for (const double time : {0.5, 0.25, 0.75, 1.0, 0.0}) {
        if (time <= options_.until && crosses_at(bodies_, time, 64)) return Outcome::contact;
    }
    if (starts_near() || starts_inside(bodies_)) return Outcome::contact;
    if (!limits) return Outcome::free;
    limits->any = true;
    const SearchResult any = ContactSearch(bodies_, levels_, kernel_).run(*limits);
    add_work(options_, any.statistics);
    if (!any.found) return any.undecided ? Outcome::undecided : Outcome::free;
    if (threshold_.resolved) return Outcome::contact;
    // What rounding leaves open is a contact if the bodies are proven to cross after the first, not after any.
    limits->any = false;
    const bool undecided = first_contact(limits).outcome == Outcome::undecided;
    return undecided ? Outcome::undecided : Outcome::contact;
}

bool BodyQuestion::starts_near() const
{
    return levels_.clearance > 0.0 && !nothing_to_ask() && starts_within(bodies_, levels_.kept());
}

Answer BodyQuestion::answer(const SearchResult& found) const
{
    Answer result{.safe_until = found.safe_until, .threshold = levels_.threshold, .nothing_checked = nothing_to_ask()};
    if (found.undecided) {
        result.outcome = Outcome::undecided;
    } else if (found.found) {
        FoundContact named = named_contact(bodies_, levels_, *found.found);
        named.contact.crosses_at = penetration_after(bodies_, named, levels_.threshold);
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
    if (result.outcome != Outcome::touching_at_start && starts_inside(bodies_)) {
        result.outcome = Outcome::inside;
        result.safe_until = 0.0;
        result.contact.reset();
    }
    if (result.outcome != Outcome::free) result.pair = ObjectPair{.objects = {0, 1}};
    return result;
}

}  // namespace tocca::rigid
