// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/mesh_step.hpp"

#include <algorithm>
#include <utility>

#include "apps/tocca/stopwatch.hpp"
#include "tocca/deformable/clearance.hpp"
#include "tocca/deformable/safe_step.hpp"

namespace tocca::app {
namespace {

MeshClearanceOptions clearance_options(const StepQuestion& question)
{
    return {.clearance = question.clearance.value_or(0.0), .list_near_pairs = false, .query = question.query};
}

/// The contact that `first_contact` gives.
FirstContact first_of(const MeshContacts& all)
{
    FirstContact first{.outcome = all.outcome, .safe_until = all.safe_until};
    if (all.contacts.empty()) return first;
    first.contact = all.contacts.front();
    first.sooner_than_any_double = first.contact->toc.lower == 0.0 && first.contact->toc.upper > 0.0;
    return first;
}

void add_crossings(StepResult& result, StartCrossings crossings)
{
    result.answer.crossing_at_start = crossings.count;
    result.crossings = std::move(crossings.pairs);
    if (!result.crossings.empty()) result.answer.first_crossing = result.crossings.front();
}

StepResult result_of(MeshContacts&& all)
{
    StepResult result;
    add_crossings(result, std::move(all.crossing_at_start));
    result.answer.first = first_of(all);
    for (const Contact& contact : all.contacts) ++result.answer.counts[static_cast<std::size_t>(contact.kind)];
    result.answer.statistics = all.statistics;
    result.contacts = std::move(all.contacts);
    return result;
}

StepResult result_of(const MeshFirstContact& first)
{
    StepResult result;
    result.answer.first = first;
    result.answer.statistics = first.statistics;
    if (first.contact) result.contacts.push_back(*first.contact);
    add_crossings(result, first.crossing_at_start);
    return result;
}

StepResult all_of(const MovingScene& scene, const StepQuestion& question)
{
    if (!question.clearance) return result_of(all_contacts(scene, question.query));
    MeshApproaches all = all_contacts(scene, clearance_options(question));
    const std::uint64_t near_at_start = all.near_at_start.count;
    StepResult result = result_of(std::move(all));
    result.answer.near_at_start = near_at_start;
    return result;
}

StepResult first_only(const MovingScene& scene, const StepQuestion& question)
{
    if (!question.clearance) return result_of(first_contact(scene, question.query));
    const MeshFirstApproach first = first_contact(scene, clearance_options(question));
    StepResult result = result_of(first);
    result.answer.near_at_start = first.near_at_start.count;
    return result;
}

StepResult whether(const MovingScene& scene, const StepQuestion& question)
{
    const bool hit =
        question.clearance ? collides(scene, clearance_options(question)) : collides(scene, question.query);
    StepResult result;
    if (hit) result.answer.first = {.outcome = Outcome::contact, .safe_until = 0.0};
    return result;
}

StepResult how_far(const MovingScene& scene, const StepQuestion& question)
{
    SafeStep step = safe_step(scene, clearance_options(question));
    StepResult result;
    result.answer.first = {.outcome = step.outcome, .safe_until = 1.0, .contact = step.limit};
    if (step.outcome == Outcome::crossing_at_start) result.answer.first.safe_until = 0.0;
    if (step.limit) {
        const TimeInterval& toc = step.limit->toc;
        result.answer.first.safe_until = std::min(result.answer.first.safe_until, toc.lower);
        result.answer.first.sooner_than_any_double = toc.lower == 0.0 && toc.upper > 0.0;
        result.contacts.push_back(*step.limit);
    }
    result.answer.safe_step = step.step;
    result.answer.near_at_start = step.near_at_start.count;
    result.answer.statistics = step.statistics;
    add_crossings(result, std::move(step.crossing_at_start));
    return result;
}

StepResult ask(const MovingScene& scene, const StepQuestion& question)
{
    switch (question.verb) {
        case Verb::first_contact: return first_only(scene, question);
        case Verb::all_contacts: return all_of(scene, question);
        case Verb::collides: return whether(scene, question);
        case Verb::safe_step: break;
    }
    return how_far(scene, question);
}

}  // namespace

std::string_view to_string(Verb verb)
{
    switch (verb) {
        case Verb::first_contact: return "first_contact";
        case Verb::all_contacts: return "all_contacts";
        case Verb::collides: return "collides";
        case Verb::safe_step: break;
    }
    return "safe_step";
}

StepResult answer_step(const MovingScene& scene, const StepQuestion& question)
{
    const Stopwatch watch;
    StepResult result = ask(scene, question);
    result.answer.answer_seconds = watch.seconds();
    if (!question.start_intersections) return result;
    MeshIntersections found = intersections(scene, 0.0, question.query);
    result.answer.start_intersections = {.pairs = found.pairs.size(), .crossing = found.crossing};
    result.intersections = std::move(found.pairs);
    // What was assumed of the start is not so: no answer may say otherwise.
    if (found.crossing > 0) {
        FirstContact& first = result.answer.first;
        first.outcome = question.verb == Verb::collides ? Outcome::contact : Outcome::crossing_at_start;
        first.safe_until = result.answer.safe_step = 0.0;
    }
    result.answer.intersection_seconds = watch.seconds() - result.answer.answer_seconds;
    return result;
}

}  // namespace tocca::app
