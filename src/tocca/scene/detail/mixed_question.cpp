// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/detail/mixed_question.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/base/parallel.hpp"
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

/// What is wrong at the start comes first, then what comes first in time, then what starts near.
std::pair<int, double> order_of(const Answer& answer)
{
    if (is_at_start(answer.outcome)) return {0, 0.0};
    if (answer.outcome == Outcome::free) return {3, 0.0};
    return {answer.outcome == Outcome::near_at_start ? 2 : 1, answer.safe_until};
}

/// Searches side by side, the earliest first, none beyond the first contact found.
std::vector<MixedSearch> searched_together(std::span<const MixedQuestion* const> questions)
{
    // The earliest waits on top.
    using Waiting = std::pair<double, std::size_t>;
    std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting;
    std::vector<MixedSearch> searches;
    searches.reserve(questions.size());
    for (const MixedQuestion* question : questions) {
        searches.emplace_back(question->pair(), question->levels(), question->kernel());
        searches.back().start(question->limits());
        if (const auto next = searches.back().next_time()) waiting.emplace(*next, searches.size() - 1);
    }
    double limit = std::numeric_limits<double>::infinity();
    while (!waiting.empty()) {
        const std::size_t i = waiting.top().second;
        waiting.pop();
        searches[i].limit_to(limit);
        searches[i].advance(waiting.empty() ? std::numeric_limits<double>::infinity() : waiting.top().first);
        const rigid::SearchResult result = searches[i].result();
        if (result.found || result.undecided) limit = std::min(limit, result.safe_until);
        if (const auto next = searches[i].next_time()) waiting.emplace(*next, i);
    }
    return searches;
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
    result.start.near = search.starts_within_clearance();
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

Answer first_contact(const MixedQuestion& question)
{
    MixedSearch search(question.pair(), question.levels(), question.kernel());
    (void)search.run(question.limits());
    return question.answer(search);
}

Outcome collision_outcome(const MixedQuestion& question)
{
    if (question.nothing_to_ask()) return Outcome::free;
    const bool keeps_clear = question.levels().clearance > 0.0;
    if (keeps_clear && starts_within(question.pair(), question.levels().kept())) return Outcome::contact;
    if (starts_inside(question.pair())) return Outcome::contact;
    rigid::SearchLimits limits = question.limits();
    limits.any = true;
    MixedSearch search(question.pair(), question.levels(), question.kernel());
    const rigid::SearchResult result = search.run(limits);
    if (!result.found) return result.undecided ? Outcome::undecided : Outcome::free;
    // What rounding leaves open is a contact if they are proven to cross after the first, not after any.
    if (question.resolved()) return Outcome::contact;
    return first_contact(question).outcome == Outcome::undecided ? Outcome::undecided : Outcome::contact;
}

std::vector<Answer> first_contacts(std::span<const MixedQuestion* const> questions, int threads)
{
    std::vector<Answer> answers(questions.size());
    for_each_piece(questions.size(), threads, [&](std::size_t i) { answers[i] = first_contact(*questions[i]); });
    return answers;
}

std::optional<FirstOfAll> first_of_all(std::span<const MixedQuestion* const> questions)
{
    const std::vector<MixedSearch> searches = searched_together(questions);
    std::optional<FirstOfAll> first;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        const Answer answer = questions[i]->answer(searches[i]);
        if (!first || order_of(answer) < order_of(first->answer)) first = {i, answer};
    }
    return first;
}

}  // namespace tocca::scene::detail
