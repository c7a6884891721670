// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/detail/mixed_question.hpp"

#include <algorithm>
#include <cmath>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/bvh/rss_tree.hpp"
#include "tocca/scene/detail/start_state.hpp"

namespace tocca::scene::detail {

namespace {

/// Steps of one pair, unless options say otherwise.
constexpr std::uint64_t default_budget = 10'000'000;

void check(const MixedOptions& options)
{
    check_options(options.query, Subject::bodies);
    for (const double padding : {options.object_padding, options.body_padding})
        require(padding >= 0.0 && std::isfinite(padding), "the padding must not be negative");
}

rigid::BodyScale scale_of(double diameter, double padding, double error)
{
    return {diameter + 2.0 * padding, error + rigid::least_length};
}

}  // namespace

MixedQuestion::MixedQuestion(const DeformingObject& object, const rigid::MovingBody& body, const MixedOptions& options)
    : options_(options),
      kernel_(rigid::rss_kernel(options.query.target)),
      pair_(object, body),
      threshold_(rigid::usable_threshold(
          options.query.threshold, scale_of(object.diameter(), options.object_padding, object.position_error()),
          scale_of(body.body.diameter(), options.body_padding, body.motion.position_error()))),
      levels_{.clearance = options.query.clearance,
              .threshold = threshold_.value,
              .time_tolerance = options.query.tolerance.value_or(0.0),
              .padding = (options.object_padding + options.body_padding) * (1.0 + 0x1p-50)}
{
    require(!body.body.moved_from(), "a rigid body was moved from");
    check(options);
}

rigid::SearchLimits MixedQuestion::limits() const
{
    return {.until = options_.query.until,
            .budget = options_.query.budget.value_or(default_budget),
            .stop = options_.query.stop};
}

bool MixedQuestion::nothing_to_ask() const { return !pair_.object.root() || pair_.body.body.tree().empty(); }

void MixedQuestion::add_contact(const rigid::FoundContact& named, Answer& result) const
{
    result.outcome = named.when.touching ? Outcome::touching_at_start : Outcome::contact;
    result.contact = named.contact;
    // Between the surfaces, not between the triangles within them. From the object to the body.
    const bool object_first = named.contact.objects[0] == 0;
    const Eigen::Vector3d across = object_first ? Eigen::Vector3d(-named.contact.normal) : named.contact.normal;
    if (levels_.padding > 0.0)
        result.contact->point += 0.5 * (options_.object_padding - options_.body_padding) * across;
    result.contact->proof = Proof::within;
    result.contact->distance = std::max(0.0, named.when.distance - levels_.padding);
    result.contact->threshold = levels_.threshold;
}

Answer MixedQuestion::answer(const MixedSearch& search) const
{
    const rigid::SearchResult found = search.result();
    add_work(options_.query, found.statistics);
    Answer result{.safe_until = found.safe_until, .threshold = levels_.threshold, .nothing_checked = nothing_to_ask()};
    if (found.undecided) {
        result.outcome = Outcome::undecided;
    } else if (const std::optional<rigid::FoundContact> named = search.named()) {
        const std::optional<double> crosses_at = penetration_after(pair_, *named, levels_.threshold);
        if (threshold_.resolved || crosses_at) {
            add_contact(*named, result);
            result.contact->crosses_at = crosses_at;
        } else {
            result.outcome = Outcome::undecided;
        }
    }
    result.start.near = starts_near();
    // Of what is undecided nobody knows whether it comes nearer still.
    if (result.start.near && result.outcome == Outcome::free) result.outcome = Outcome::near_at_start;
    if (result.outcome != Outcome::touching_at_start && starts_inside(pair_)) {
        result.outcome = Outcome::inside;
        result.safe_until = 0.0;
        result.contact.reset();
    }
    if (result.outcome != Outcome::free) result.pair = ObjectPair{.objects = {0, 1}};
    return result;
}

Answer MixedQuestion::first_contact() const
{
    MixedSearch search(pair_, levels_, kernel_);
    (void)search.run(limits());
    return answer(search);
}

Outcome MixedQuestion::collision_outcome() const
{
    if (nothing_to_ask()) return Outcome::free;
    if (starts_near() || starts_inside(pair_)) return Outcome::contact;
    rigid::SearchLimits limits = this->limits();
    limits.any = true;
    MixedSearch search(pair_, levels_, kernel_);
    const rigid::SearchResult result = search.run(limits);
    add_work(options_.query, result.statistics);
    if (!result.found) return result.undecided ? Outcome::undecided : Outcome::free;
    // What rounding leaves open is a contact if they are proven to cross after the first, not after any.
    if (threshold_.resolved) return Outcome::contact;
    return first_contact().outcome == Outcome::undecided ? Outcome::undecided : Outcome::contact;
}

bool MixedQuestion::starts_near() const
{
    return levels_.clearance > 0.0 && !nothing_to_ask() && starts_within(pair_, levels_.kept());
}

}  // namespace tocca::scene::detail
