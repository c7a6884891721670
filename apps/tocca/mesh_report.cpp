// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/mesh_report.hpp"

#include <fmt/format.h>

#include <span>

#include "apps/tocca/peak_memory.hpp"
#include "apps/tocca/rigid_answer_json.hpp"
#include "tocca/answer/option_rules.hpp"
#include "tocca/io/json_text.hpp"

namespace tocca::app {
namespace {

std::string json_names(const std::vector<std::string>& names)
{
    std::vector<std::string> quoted;
    quoted.reserve(names.size());
    for (const std::string& name : names) quoted.push_back(json_string(name));
    return fmt::format("[{}]", fmt::join(quoted, ","));
}

std::string object_json(const ObjectSummary& object)
{
    std::string text = fmt::format(R"({{"name":{},"vertices":{},"edges":{},"faces":{})", json_string(object.name),
                                   object.vertices, object.edges, object.faces);
    if (!object.file_vertices.empty()) {
        std::vector<std::string> runs;
        for (const auto& [first, last] : object.file_vertices) runs.push_back(fmt::format("[{},{}]", first, last));
        text += fmt::format(R"(,"file_vertices":[{}])", fmt::join(runs, ","));
    }
    return text + "}";
}

std::string contact_json(const Answer& first, bool with_objects)
{
    if (!first.contact) return "null";
    const Contact& contact = *first.contact;
    return fmt::format(
        R"({{"toc":{},"kind":"{}",{}"vertices":[{}],"weights":{},"point":{},"normal":{},"sooner_than_any_double":{}}})",
        json_numbers(std::array{contact.toc.lower, contact.toc.upper}), to_string(contact.kind),
        with_objects ? fmt::format(R"("objects":[{}],)", fmt::join(contact.objects, ",")) : "",
        fmt::join(contact.vertices, ","), json_numbers(contact.weights), json_numbers({contact.point.data(), 3}),
        json_numbers({contact.normal.data(), 3}), contact.sooner_than_any_double);
}

std::string counts_json(const MeshRun& run, const std::array<std::uint64_t, 2>& counts)
{
    if (run.question.verb != Verb::all_contacts) return "null";
    return fmt::format(R"({{"vf":{},"ee":{}}})", counts[0], counts[1]);
}

std::string near_json(const StepQuestion& question, const StepAnswer& step)
{
    if (!question.clearance || question.verb == Verb::collides) return "null";
    return std::to_string(step.first.start.near_count);
}

std::string crossings_json(const StepQuestion& question, const StepAnswer& step)
{
    if (question.query.assume_start_free || question.verb == Verb::collides) return "null";
    return std::to_string(step.first.start.crossing_count);
}

std::string intersections_json(const StepQuestion& question, const IntersectionCounts& counts)
{
    if (!question.start_intersections) return "null";
    return fmt::format(R"({{"pairs":{},"crossing":{}}})", counts.pairs, counts.crossing);
}

std::string step_json(const MeshRun& run, const StepAnswer& step)
{
    const StepQuestion& question = run.question;
    return fmt::format(
        R"({{"step":{},"from":{},"to":{},"outcome":"{}","safe_until":{},"contact":{},"counts":{},"safe_step":{},)"
        R"("crossing_at_start":{},"near_at_start":{},"start_intersections":{}}})",
        step.step, json_names(step.from), json_names(step.to), to_string(step.first.outcome),
        json_number(step.first.safe_until), contact_json(step.first, run.with_objects), counts_json(run, step.counts),
        question.verb == Verb::safe_step ? json_number(step.safe_step) : "null", crossings_json(question, step),
        near_json(question, step), intersections_json(question, step.start_intersections));
}

/// Members for the counts, or null in place of the object where none are kept.
std::string statistics_json(const MeshRun& run, const Statistics& statistics)
{
    return run.question.verb == Verb::collides
               ? "null"
               : fmt::format(R"({{"node_tests":{},{}}})", statistics.node_tests, feature_work_members(statistics));
}

std::string step_stats(const MeshRun& run, const StepAnswer& step)
{
    return fmt::format(R"({{"step":{},"seconds":{{"move":{},"answer":{},"intersections":{},"write":{}}},"work":{}}})",
                       step.step, json_number(step.move_seconds), json_number(step.answer_seconds),
                       json_number(step.intersection_seconds), json_number(step.write_seconds),
                       statistics_json(run, step.statistics));
}

Statistics sum_of(std::span<const StepAnswer> steps)
{
    Statistics sum;
    for (const StepAnswer& step : steps) sum += step.statistics;
    return sum;
}

}  // namespace

Tally MeshRun::tally() const
{
    Tally tally;
    for (const StepAnswer& step : steps) tally.add(step.first.outcome);
    return tally;
}

Verdict MeshRun::verdict() const
{
    return joined(tally().verdict(), steps_unanswered() > 0 ? Verdict::undecided : Verdict::nothing);
}

std::uint64_t MeshRun::steps_intersecting() const
{
    std::uint64_t count = 0;
    for (const StepAnswer& step : steps) count += step.start_intersections.pairs > 0 ? 1U : 0U;
    return count;
}

std::array<std::uint64_t, 2> MeshRun::counts() const
{
    std::array<std::uint64_t, 2> sum = {};
    for (const StepAnswer& step : steps) {
        for (std::size_t kind = 0; kind < 2; ++kind) sum[kind] += step.counts[kind];
    }
    return sum;
}

std::size_t MeshRun::triangles() const
{
    std::size_t sum = 0;
    for (const ObjectSummary& object : objects) sum += object.faces;
    return sum;
}

std::string mesh_json(const MeshRun& run)
{
    const Tally tally = run.tally();
    std::vector<std::string> objects;
    for (const ObjectSummary& object : run.objects) objects.push_back(object_json(object));
    std::string text = fmt::format(
        R"({{"schema":"tocca.mesh/1","verb":"{}","tolerance":{},"clearance":{},"self":{},"assume_start_free":{},"complete":{},"frames":{},"objects":[{}],)"
        R"("steps_answered":{},"steps_unanswered":{},"steps_in_contact":{},"steps_crossing_at_start":{},)"
        R"("steps_near_at_start":{},"counts":{},"topology_changes":[{}],"steps":[)",
        to_string(run.question.verb), json_number(bracket_width(run.question.query)),
        run.question.clearance ? json_number(*run.question.clearance) : "null", run.question.query.self,
        run.question.query.assume_start_free, run.complete(), run.frames, fmt::join(objects, ","), run.steps.size(),
        run.steps_unanswered(), tally.in_contact(), tally.with(Outcome::crossing_at_start),
        tally.with(Outcome::near_at_start), counts_json(run, run.counts()), fmt::join(run.topology_changes, ","));
    const char* before = "\n";
    for (const StepAnswer& step : run.steps) {
        text += before + step_json(run, step);
        before = ",\n";
    }
    return text + "]}\n";
}

std::string mesh_stats_json(const MeshRun& run)
{
    double move = 0.0;
    double answer = 0.0;
    double intersections = 0.0;
    double write = 0.0;
    for (const StepAnswer& step : run.steps) {
        move += step.move_seconds;
        answer += step.answer_seconds;
        intersections += step.intersection_seconds;
        write += step.write_seconds;
    }
    std::string text = fmt::format(
        R"({{"schema":"tocca.mesh-stats/1","threads":{},"target":{},"frames":{},"triangles":{},"steps_answered":{},)"
        R"("seconds":{{"all":{},"read":{},"build":{},"move":{},"answer":{},"intersections":{},"write":{}}},)"
        R"("steps_per_second":{},"peak_memory_bytes":{},"work":{},"steps":[)",
        run.threads, json_string(run.target), run.frames, run.triangles(), run.steps.size(), json_number(run.seconds),
        json_number(run.read_seconds), json_number(run.build_seconds), json_number(move), json_number(answer),
        json_number(intersections), json_number(write),
        json_number(run.seconds > 0.0 ? static_cast<double>(run.steps.size()) / run.seconds : 0.0), peak_memory(),
        statistics_json(run, sum_of(run.steps)));
    const char* before = "\n";
    for (const StepAnswer& step : run.steps) {
        text += before + step_stats(run, step);
        before = ",\n";
    }
    return text + "]}\n";
}

}  // namespace tocca::app
