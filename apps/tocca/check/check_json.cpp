// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/check/check_json.hpp"

#include "apps/tocca/output/answer_json.hpp"
#include "apps/tocca/terminal/cost.hpp"
#include "apps/tocca/terminal/options.hpp"

namespace tocca::app {
namespace {

/// What differs between the kinds of parts: solid, self, objects, vertices and triangles.
Json shape_json(const Scene& scene, PartId part)
{
    const PartOptions& options = scene.options(part);
    if (scene.kind(part) == Scene::Kind::robot) {
        const Robot& robot = scene.checker(part).robot();
        return {{"solid", nullptr},
                {"self", options.self},
                {"objects", robot.links().size()},
                {"vertices", nullptr},
                {"triangles", robot.triangle_count()}};
    }
    const bool deforms = scene.kind(part) == Scene::Kind::mesh;
    const TriangleMesh& mesh = deforms ? scene.mesh(part) : scene.body(part)->mesh();
    return {{"solid", deforms ? options.solid : scene.body(part)->solid()},
            {"self", deforms && options.self},
            {"objects", 1},
            {"vertices", mesh.vertex_count()},
            {"triangles", mesh.faces().size()}};
}

Json parts_json(const Scene& scene)
{
    Json parts = Json::array();
    for (PartId part = 0; part < scene.part_count(); ++part) {
        const Json name = {{"name", scene.name(part)},
                           {"kind", to_string(scene.kind(part))},
                           {"group", scene.options(part).group},
                           {"thickness", scene.options(part).thickness}};
        parts.push_back(joined({name, shape_json(scene, part)}));
    }
    return parts;
}

Json object_names_json(const Scene& scene)
{
    Json names = Json::array();
    for (std::uint32_t object = 0; object < scene.object_count(); ++object) names.push_back(scene.object_name(object));
    return names;
}

}  // namespace

std::string check_json(const CheckCommand& command, const CheckRun& run)
{
    const Scene& scene = run.checked.scene;
    const Json head = {{"schema", "tocca.check/1"},
                       {"verb", command.verb()},
                       {"threshold", or_null(run.threshold)},
                       {"clearance", run.clearance},
                       {"budget", command.budget == 0 ? Json() : Json(command.budget)},
                       {"complete", run.complete},
                       {"parts", parts_json(scene)},
                       {"objects", object_names_json(scene)},
                       {"notes", run.checked.notes},
                       {"step_count", run.checked.step_count},
                       {"steps_answered", run.steps.size()},
                       {"steps_in_contact", run.tally().in_contact()}};
    const StepNames names = step_names(run);
    const auto pair = [&](const std::optional<ObjectPair>& which) { return named_pair_json("objects", names, which); };
    return json_document(head, "steps", run.steps, [&](std::size_t number, const AnsweredStep& step) {
        Json json = step_json(names, number, step, pair);
        json["crossing_at_start"] = command.collides ? Json() : Json(step.first.start.crossing_count);
        json["pairs"] = pairs_json(command, step, pair);
        return json;
    });
}

std::string check_stats_json(const CheckCommand& command, const CheckRun& run)
{
    const Scene& scene = run.checked.scene;
    const Json head = {{"schema", "tocca.check-stats/1"},       {"threads", run.threads},
                       {"target", used_target(command.target)}, {"parts", scene.part_count()},
                       {"objects", scene.object_count()},       {"triangles", triangle_count(scene)},
                       {"steps_answered", run.steps.size()},    {"seconds", seconds_json(run)},
                       {"peak_memory_bytes", peak_memory()}};
    return json_document(head, "steps", run.steps, [&](std::size_t number, const AnsweredStep& step) {
        Json json = step_stats_json(number, step, !command.collides);
        if (!command.collides) json["work"].update(feature_work_json(step.statistics));
        return json;
    });
}

}  // namespace tocca::app
