// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/mesh/mesh_json.hpp"

#include "apps/tocca/output/answer_json.hpp"
#include "apps/tocca/terminal/cost.hpp"
#include "tocca/answer/option_rules.hpp"

namespace tocca::app {
namespace {

Json object_json(const ObjectSummary& object)
{
    Json json = {
        {"name", object.name}, {"vertices", object.vertices}, {"edges", object.edges}, {"faces", object.faces}};
    if (!object.file_vertices.empty()) json["file_vertices"] = object.file_vertices;
    return json;
}

Json counts_json(const MeshRun& run, const std::array<std::uint64_t, 2>& counts)
{
    if (run.question.verb != Verb::all_contacts) return nullptr;
    return {{"vf", counts[0]}, {"ee", counts[1]}};
}

Json step_json(const MeshRun& run, const StepAnswer& step)
{
    const StepQuestion& question = run.question;
    const bool counts_start = question.verb != Verb::collides;
    const Start& start = step.first.start;
    const IntersectionCounts& at_start = step.start_intersections;
    Json json = joined({{{"step", step.step}, {"from", step.from}, {"to", step.to}},
                        Json(step.first),
                        {{"counts", counts_json(run, step.counts)}}});
    if (step.first.contact && !run.with_objects) json["contact"].erase("objects");
    json["safe_step"] = question.verb == Verb::safe_step ? Json(step.safe_step) : Json();
    json["all_shorter_steps"] = question.verb == Verb::safe_step ? Json(step.all_shorter_steps) : Json();
    json["crossing_at_start"] = counts_start && !question.query.assume_start_free ? Json(start.crossing_count) : Json();
    json["near_at_start"] = counts_start && question.clearance ? Json(start.near_count) : Json();
    json["start_intersections"] =
        question.start_intersections ? Json{{"pairs", at_start.pairs}, {"crossing", at_start.crossing}} : Json();
    return json;
}

/// Null where no work is counted.
Json work_json(const MeshRun& run, const Statistics& work)
{
    if (run.question.verb == Verb::collides) return nullptr;
    return joined({{{"node_tests", work.node_tests}}, feature_work_json(work)});
}

}  // namespace

std::string mesh_json(const MeshRun& run)
{
    const Tally tally = run.tally();
    Json objects = Json::array();
    for (const ObjectSummary& object : run.objects) objects.push_back(object_json(object));
    const Json head = {{"schema", "tocca.mesh/1"},
                       {"verb", to_string(run.question.verb)},
                       {"tolerance", bracket_width(run.question.query)},
                       {"clearance", or_null(run.question.clearance)},
                       {"keep", or_null(run.question.query.keep)},
                       {"reach", or_null(run.question.query.reach)},
                       {"self", run.question.query.self},
                       {"assume_start_free", run.question.query.assume_start_free},
                       {"complete", run.complete()},
                       {"frames", run.frames},
                       {"objects", objects},
                       {"steps_answered", run.steps.size()},
                       {"steps_unanswered", run.steps_unanswered()},
                       {"steps_in_contact", tally.in_contact()},
                       {"steps_crossing_at_start", tally.with(Outcome::crossing_at_start)},
                       {"steps_near_at_start", tally.with(Outcome::near_at_start)},
                       {"counts", counts_json(run, run.counts())},
                       {"topology_changes", run.topology_changes}};
    return json_document(head, "steps", run.steps,
                         [&](std::size_t, const StepAnswer& step) { return step_json(run, step); });
}

std::string mesh_stats_json(const MeshRun& run)
{
    StepAnswer sum;
    for (const StepAnswer& step : run.steps) {
        sum.move_seconds += step.move_seconds;
        sum.answer_seconds += step.answer_seconds;
        sum.intersection_seconds += step.intersection_seconds;
        sum.write_seconds += step.write_seconds;
    }
    const auto seconds = [](const StepAnswer& step) -> Json {
        return {{"move", step.move_seconds},
                {"answer", step.answer_seconds},
                {"intersections", step.intersection_seconds},
                {"write", step.write_seconds}};
    };
    const Json head = {
        {"schema", "tocca.mesh-stats/1"},
        {"threads", run.threads},
        {"target", run.target},
        {"frames", run.frames},
        {"triangles", run.triangles()},
        {"steps_answered", run.steps.size()},
        {"seconds",
         joined({{{"all", run.seconds}, {"read", run.read_seconds}, {"build", run.build_seconds}}, seconds(sum)})},
        {"steps_per_second", run.seconds > 0.0 ? static_cast<double>(run.steps.size()) / run.seconds : 0.0},
        {"peak_memory_bytes", peak_memory()},
        {"work", work_json(run, run.work())}};
    return json_document(head, "steps", run.steps, [&](std::size_t, const StepAnswer& step) -> Json {
        return {{"step", step.step}, {"seconds", seconds(step)}, {"work", work_json(run, step.statistics)}};
    });
}

}  // namespace tocca::app
