// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/mesh/mesh_question.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "apps/tocca/terminal/cost.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/safe_step.hpp"

namespace tocca::app {
namespace {

/// The edges through faces at the start, of what the options do not ignore.
std::vector<Intersection> start_intersections(const deformable::MovingScene& scene, const QueryOptions& options)
{
    return intersections(scene, 0.0,
                         {.self = options.self,
                          .between = options.between,
                          .ignored_pairs = options.ignored_pairs,
                          .ignored_groups = options.ignored_groups,
                          .threads = options.threads,
                          .stop = options.stop});
}

/// The first edge that passes through a face at the start, if one does.
std::optional<Intersection> first_crossing(const deformable::MovingScene& scene, const QueryOptions& options,
                                           const Start& start)
{
    if (!start.crossings.empty()) return start.crossings.front();
    // They are not listed: near pairs would be, too.
    for (const Intersection& pair : start_intersections(scene, options)) {
        if (pair.crosses) return pair;
    }
    return std::nullopt;
}

/// What is kept of an answer: no lists of what is there at the start.
StepResult result_of(const deformable::MovingScene& scene, const QueryOptions& options, const Answer& answer)
{
    StepResult result;
    if (answer.start.crossing_count > 0) result.answer.first_crossing = first_crossing(scene, options, answer.start);
    result.answer.first = answer;
    result.answer.first.start.crossings = {};
    result.answer.first.start.near_pairs = {};
    if (answer.contact) result.contacts.push_back(*answer.contact);
    return result;
}

StepResult all_of(const deformable::MovingScene& scene, const QueryOptions& options)
{
    Answers all = all_contacts(scene, options);
    StepResult result = result_of(scene, options, all);
    for (const Contact& contact : all.contacts) ++result.answer.counts[static_cast<std::size_t>(contact.kind)];
    result.contacts = std::move(all.contacts);
    return result;
}

StepResult first_only(const deformable::MovingScene& scene, const QueryOptions& options)
{
    return result_of(scene, options, first_contact(scene, options));
}

StepResult whether(const deformable::MovingScene& scene, const QueryOptions& options)
{
    StepResult result;
    if (collides(scene, options)) result.answer.first = {.outcome = Outcome::contact, .safe_until = 0.0};
    return result;
}

StepResult how_far(const deformable::MovingScene& scene, const QueryOptions& options)
{
    const SafeStep step = safe_step(scene, options);
    StepResult result = result_of(scene, options, step);
    result.answer.safe_step = step.step;
    result.answer.all_shorter_steps = step.all_shorter_steps;
    return result;
}

StepResult ask(const deformable::MovingScene& scene, const StepQuestion& question)
{
    QueryOptions options = question.query;
    options.clearance = question.clearance.value_or(0.0);
    options.list_start = !question.clearance;
    if (question.verb == Verb::collides) return whether(scene, options);
    Statistics work;
    options.statistics = &work;
    StepResult result = question.verb == Verb::all_contacts ? all_of(scene, options)
                        : question.verb == Verb::safe_step  ? how_far(scene, options)
                                                            : first_only(scene, options);
    result.answer.statistics = work;
    return result;
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

StepResult answer_step(const deformable::MovingScene& scene, const StepQuestion& question)
{
    const Stopwatch watch;
    StepResult result = ask(scene, question);
    result.answer.answer_seconds = watch.seconds();
    if (!question.start_intersections) return result;
    result.intersections = start_intersections(scene, question.query);
    const auto crossing =
        static_cast<std::uint64_t>(std::count_if(result.intersections.begin(), result.intersections.end(),
                                                 [](const Intersection& pair) { return pair.crosses; }));
    result.answer.start_intersections = {.pairs = result.intersections.size(), .crossing = crossing};
    // What was assumed of the start is not so: no answer may say otherwise.
    if (crossing > 0) {
        Answer& first = result.answer.first;
        first.outcome = question.verb == Verb::collides ? Outcome::contact : Outcome::crossing_at_start;
        first.safe_until = result.answer.safe_step = 0.0;
        result.answer.all_shorter_steps = false;
    }
    result.answer.intersection_seconds = watch.seconds() - result.answer.answer_seconds;
    return result;
}

}  // namespace tocca::app
