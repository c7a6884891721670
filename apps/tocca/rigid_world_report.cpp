// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/rigid_world_report.hpp"

#include <fmt/format.h>

#include <iterator>

#include "apps/tocca/human_text.hpp"
#include "apps/tocca/peak_memory.hpp"
#include "apps/tocca/rigid_answer_json.hpp"
#include "apps/tocca/rigid_summary.hpp"
#include "tocca/base/printable_text.hpp"
#include "tocca/io/json_text.hpp"

namespace tocca::app {
namespace {

constexpr const char* pair_row = "  {:>5}  {:<17} {:>14}  {:<26} {:>10}\n";

std::string_view verb_of(const RigidCommand& command)
{
    if (command.collides) return "collides";
    return command.all ? "all_contacts" : "first_contact";
}

std::string bodies_json(const std::optional<ObjectPair>& pair)
{
    return pair ? fmt::format("[{}]", fmt::join(pair->objects, ",")) : "null";
}

std::string pairs_json(const RigidCommand& command, const AnsweredStep& step)
{
    if (!command.all) return "null";
    std::string text = "[";
    for (const Answer& pair : step.pairs) {
        fmt::format_to(std::back_inserter(text), R"({}{{"bodies":{},{}}})", text.size() > 1 ? ",\n " : "",
                       bodies_json(pair.pair), answer_members(pair));
    }
    return text + "]";
}

std::string statistics_json(const RigidCommand& command, const Statistics& statistics)
{
    if (command.collides) return "null";
    return fmt::format(R"({{"candidates":{},"asked":{},{}}})", statistics.near_pairs, statistics.searched_pairs,
                       work_members(statistics));
}

/// What bodies are called, by their numbers.
ObjectName names_of(const WorldRun& run)
{
    return [&run](std::uint32_t body) { return run.file.bodies[body].name; };
}

std::size_t triangles(const WorldRun& run)
{
    std::size_t sum = 0;
    for (const auto& body : run.bodies) sum += body->mesh().faces().size();
    return sum;
}

}  // namespace

std::string world_json(const RigidCommand& command, const WorldRun& run)
{
    std::vector<std::string> bodies;
    for (std::size_t i = 0; i < run.bodies.size(); ++i) {
        const SceneFile::Body& body = run.file.bodies[i];
        bodies.push_back(body_json(body.name, *run.bodies[i], fmt::format(R"(,"group":{})", body.group)));
    }
    std::string text = fmt::format(R"({{"schema":"tocca.rigid-world/1","verb":"{}",{},"complete":{},"bodies":[{}],)"
                                   R"("steps_answered":{},"steps_in_contact":{},"steps":[)",
                                   verb_of(command), question_members(command), run.complete, fmt::join(bodies, ","),
                                   run.steps.size(), run.tally().in_contact());
    const char* before = "\n";
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
        const AnsweredStep& step = run.steps[i];
        text += fmt::format(R"({}{{"step":{},"bodies":{},{},"pairs":{}}})", before, i, bodies_json(step.first.pair),
                            answer_members(step.first), pairs_json(command, step));
        before = ",\n";
    }
    return text + "]}\n";
}

std::string world_stats_json(const RigidCommand& command, const WorldRun& run)
{
    const StepCosts costs = costs_of(run.steps);
    std::string text =
        fmt::format(R"({{"schema":"tocca.rigid-world-stats/1","threads":{},"target":{},"bodies":{},"triangles":{},)"
                    R"("steps_answered":{},"seconds":{{"all":{},"read":{},"build":{},"move":{},"answer":{}}},)"
                    R"("body_bytes":{},"peak_memory_bytes":{},"steps":[)",
                    run.threads, json_string(target_name(command)), run.bodies.size(), triangles(run), run.steps.size(),
                    json_number(run.seconds), json_number(run.read_seconds), json_number(run.build_seconds),
                    json_number(costs.move_seconds), json_number(costs.answer_seconds), run.body_bytes, peak_memory());
    const char* before = "\n";
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
        const AnsweredStep& step = run.steps[i];
        text += fmt::format(R"({}{{"step":{},"seconds":{{"move":{},"answer":{}}},"work":{}}})", before, i,
                            json_number(step.move_seconds), json_number(step.answer_seconds),
                            statistics_json(command, step.statistics));
        before = ",\n";
    }
    return text + "]}\n";
}

std::string world_head(const RigidCommand& command, const WorldRun& run)
{
    std::size_t ignored = 0;
    for (const auto& body : run.bodies) ignored += body->ignored_vertices();
    return fmt::format("{}: {}, {}{}\n\n", printable(command.world), counted(run.bodies.size(), "body"),
                       counted(triangles(run), "triangle"), ignored_text(ignored)) +
           fmt::format(pair_row, "step", "answer", "first contact", "bodies", "time");
}

std::string world_step_line(const WorldRun& run, std::size_t number, const AnsweredStep& step)
{
    const std::string answer = step.pairs.empty() ? std::string(to_string(step.first.outcome))
                                                  : fmt::format("{} pairs", with_commas(step.pairs.size()));
    return fmt::format(pair_row, number, answer, contact_time(step.first), names_cell(step, names_of(run)),
                       duration_text(step.move_seconds + step.answer_seconds));
}

std::string world_text(const RigidCommand& command, const WorldRun& run)
{
    return "\n" + steps_text(run.steps, command.clearance, names_of(run)) +
           fmt::format("{} in all with reading and building, on {} ({})\n", duration_text(run.seconds),
                       counted(static_cast<std::uint64_t>(run.threads), "thread"), target_name(command));
}

}  // namespace tocca::app
