// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/output/answered_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/tocca/output/answer_json.hpp"
#include "apps/tocca/output/answer_text.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "apps/tocca/terminal/options.hpp"
#include "tocca/base/printable_text.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca::app {
namespace {

constexpr const char* table_row = "  {:>5}  {:<17} {:>14}  {:<34} {:>10}\n";

std::string object_names(const StepNames& names, const AnsweredStep& step)
{
    if (!step.first.pair) return "";
    const auto& [a, b] = step.first.pair->objects;
    return names.object(a) + ", " + names.object(b);
}

std::string when_cell(const Answer& first)
{
    if (first.outcome == Outcome::undecided) return fmt::format("> {:.9g}", first.safe_until);
    if (!first.contact) return "";
    return first.outcome == Outcome::touching_at_start ? "at the start" : fmt::format("{:.9g}", first.safe_until);
}

}  // namespace

Tally StepsRun::tally() const
{
    Tally tally;
    for (const AnsweredStep& step : steps) tally.add(step.first.outcome);
    return tally;
}

std::string step_name(const StepNames& names, std::size_t number, const AnsweredStep& step)
{
    const std::string objects = object_names(names, step);
    return fmt::format("{} {}{}{}", names.noun, number, objects.empty() ? "" : ": ", objects);
}

std::string step_table_head(const StepNames& names)
{
    return fmt::format(table_row, names.noun, "answer", "first contact", names.objects, "time");
}

std::string step_table_line(const StepNames& names, std::size_t number, const AnsweredStep& step)
{
    const std::string answer =
        step.pairs.empty() ? std::string(to_string(step.first.outcome)) : counted(step.pairs.size(), "pair");
    return fmt::format(table_row, number, answer, when_cell(step.first), printable(object_names(names, step)),
                       duration_text(step.move_seconds + step.answer_seconds));
}

std::string steps_text(const StepNames& names, const StepsRun& run, const std::optional<double>& clearance)
{
    const Tally tally = run.tally();
    std::string text = tally_text(tally, names.noun, clearance) + "\n";
    const auto near = static_cast<std::uint64_t>(std::count_if(
        run.steps.begin(), run.steps.end(), [](const AnsweredStep& step) { return step.first.start.near; }));
    if (near > tally.with(Outcome::near_at_start)) {
        text += fmt::format("{} nearer than the clearance at the start\n", counted(near, names.noun));
    }
    const auto found = std::find_if(run.steps.begin(), run.steps.end(),
                                    [](const AnsweredStep& step) { return step.first.contact.has_value(); });
    if (found == run.steps.end()) return text;
    const Contact& contact = *found->first.contact;
    return text +
           fmt::format("first contact: {} {}, {},\n", names.noun, found - run.steps.begin(),
                       when_text(found->first.outcome, contact.toc.lower)) +
           contact_text(found->first, names.object(contact.objects[0]), names.object(contact.objects[1]));
}

std::string run_cost_text(const StepsRun& run, const MotionOptions& options)
{
    return fmt::format("answered in {}, {} in all with reading and building, on {} ({})\n",
                       duration_text(run.answering_seconds), duration_text(run.seconds),
                       counted(static_cast<std::uint64_t>(run.threads), "thread"), used_target(options.target));
}

Json named_pair_json(const std::string& member, const StepNames& names, const std::optional<ObjectPair>& pair)
{
    if (!pair) return {{member, nullptr}, {"shapes", nullptr}};
    const auto& [a, b] = pair->objects;
    return {{member, Json::array({names.object(a), names.object(b)})}, {"shapes", pair->shapes}};
}

Json step_json(const StepNames& names, std::size_t number, const AnsweredStep& step, const PairMembers& pair_members)
{
    return joined({{{names.noun, number}}, pair_members(step.first.pair), body_answer_json(step.first)});
}

Json pairs_json(const MotionOptions& options, const AnsweredStep& step, const PairMembers& pair_members)
{
    if (!options.all) return nullptr;
    Json pairs = Json::array();
    for (std::size_t i = 0; i < step.pairs.size(); ++i) {
        pairs.push_back(joined({pair_members(step.pairs[i].pair), body_answer_json(step.pairs[i])}));
        if (i < step.counts.size()) pairs.back()["contacts"] = step.counts[i];
    }
    return pairs;
}

Json seconds_json(const StepsRun& run)
{
    double move = 0.0, answer = 0.0;
    for (const AnsweredStep& step : run.steps) {
        move += step.move_seconds;
        answer += step.answer_seconds;
    }
    return {{"all", run.seconds},
            {"read", run.read_seconds},
            {"build", run.build_seconds},
            {"move", move},
            {"answer", answer}};
}

Json step_stats_json(std::size_t number, const AnsweredStep& step, bool counts_work)
{
    const Statistics& work = step.statistics;
    return {{"step", number},
            {"seconds", {{"move", step.move_seconds}, {"answer", step.answer_seconds}}},
            {"work", counts_work ? joined({{{"candidates", work.near_pairs}, {"asked", work.searched_pairs}},
                                           body_work_json(work)})
                                 : Json()}};
}

std::vector<Contact> contacts_of(const AnsweredStep& step)
{
    std::vector<Contact> contacts;
    const auto add = [&](const Answer& answer) {
        if (answer.contact) contacts.push_back(*answer.contact);
    };
    for (const Answer& pair : step.pairs) add(pair);
    if (contacts.empty()) add(step.first);
    return contacts;
}

RecordedStep recorded_step(const std::string& name, const Answer& answer, std::size_t contact_count)
{
    return {.name = name,
            .outcome = answer.outcome,
            .safe_until = answer.safe_until,
            .contact_count = contact_count,
            .crossing_count = answer.start.crossing_count};
}

std::vector<ReportFact> limit_facts(const MotionOptions& options, const std::string& default_threshold)
{
    return {{"threshold", options.threshold ? shortest_text(*options.threshold) : default_threshold},
            {"clearance", options.clearance ? shortest_text(*options.clearance) : "none"},
            {"time tolerance", shortest_text(options.time_tolerance)},
            {"budget", with_commas(options.budget)}};
}

void add_run_facts(ReportFacts& facts, const MotionOptions& options, const StepNames& names, const StepsRun& run)
{
    facts.complete = run.complete;
    facts.statistics.push_back(
        {names.noun + "s answered", with_commas(run.steps.size()) + (run.complete ? "" : ", interrupted")});
    facts.statistics.push_back({names.noun + "s in contact", with_commas(run.tally().in_contact())});
    Statistics work;
    for (const AnsweredStep& step : run.steps) work += step.statistics;
    if (!options.collides) add_work_facts(facts, work);
    add_time_facts(facts, run.answering_seconds, run.seconds);
    facts.statistics.push_back({"threads", fmt::format("{} ({})", run.threads, used_target(options.target))});
}

void add_work_facts(ReportFacts& facts, const Statistics& work)
{
    facts.statistics.push_back({"distances of volumes bounded", with_commas(work.node_tests)});
    facts.statistics.push_back({"distances of triangles computed", with_commas(work.triangle_tests)});
    if (work.elementary_tests > 0) {
        facts.statistics.push_back({"pairs of features decided exactly", with_commas(work.elementary_tests)});
    }
}

void add_time_facts(ReportFacts& facts, double answering, double all)
{
    facts.statistics.push_back({"answered in", duration_text(answering)});
    facts.statistics.push_back({"in all with reading and building", duration_text(all)});
}

}  // namespace tocca::app
