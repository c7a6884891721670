// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/robot/robot_json.hpp"

#include "apps/tocca/robot/robot_text.hpp"
#include "apps/tocca/terminal/cost.hpp"
#include "apps/tocca/terminal/options.hpp"

namespace tocca::app {
namespace {

/// Links and objects in the order of their numbers.
Json bodies_json(const RobotRun& run)
{
    Json bodies = Json::array();
    const auto add = [&](const std::string& name, const char* kind, const std::vector<RobotShape>& shapes) {
        bodies.push_back(joined({{{"name", name}, {"kind", kind}}, shapes_json(shapes)}));
    };
    for (const Link& link : run.checker.robot().links()) add(link.name, "link", link.shapes);
    for (const Obstacle& object : run.checker.scene().objects) add(object.name, "object", object.shapes);
    return bodies;
}

Json values_json(const Robot& robot)
{
    Json names = Json::array();
    for (std::size_t i = 0; i < robot.value_count(); ++i) names.push_back(robot.value_name(i));
    return names;
}

}  // namespace

std::string robot_json(const RobotCommand& command, const RobotRun& run)
{
    const Robot& robot = run.checker.robot();
    const Json head = {{"schema", "tocca.robot/1"},
                       {"verb", command.verb()},
                       {"self", command.self},
                       {"threshold", or_null(run.threshold)},
                       {"clearance", command.clearance.value_or(0.0)},
                       {"pair_clearances", command.pair_clearances},
                       {"time_tolerance", command.time_tolerance},
                       {"budget", command.budget},
                       {"complete", run.complete},
                       {"robot", robot.name()},
                       {"values", values_json(robot)},
                       {"bodies", bodies_json(run)},
                       {"surfaces", surfaces_json(run.setting.surfaces)},
                       {"notes", run.setting.notes},
                       {"pairs_checked", run.checker.pair_count()},
                       {"edge_count", run.setting.motions.size()},
                       {"edges_answered", run.steps.size()},
                       {"edges_in_contact", run.tally().in_contact()}};
    const StepNames names = step_names(run);
    const auto pair = [&](const std::optional<ObjectPair>& which) { return named_pair_json("bodies", names, which); };
    return json_document(head, "edges", run.steps, [&](std::size_t number, const AnsweredStep& edge) {
        Json json = step_json(names, number, edge, pair);
        json["pairs"] = pairs_json(command, edge, pair);
        return json;
    });
}

std::string robot_stats_json(const RobotCommand& command, const RobotRun& run)
{
    const Json head = {{"schema", "tocca.robot-stats/1"},
                       {"threads", run.threads},
                       {"target", used_target(command.target)},
                       {"edges_answered", run.steps.size()},
                       {"seconds",
                        {{"all", run.seconds},
                         {"read", run.read_seconds},
                         {"build", run.build_seconds},
                         {"answer", run.answering_seconds}}},
                       {"peak_memory_bytes", peak_memory()}};
    return json_document(head, "edges", run.steps, [&](std::size_t number, const AnsweredStep& edge) -> Json {
        const Statistics& work = edge.statistics;
        const Json pairs = {{"pairs", work.object_pairs},
                            {"near_pairs", work.near_pairs},
                            {"started_pairs", work.searched_pairs},
                            {"finished_pairs", work.finished_pairs}};
        return {{"edge", number},
                {"seconds", edge.answer_seconds},
                {"work", command.collides ? Json() : joined({pairs, body_work_json(work)})}};
    });
}

Json shapes_json(const std::vector<RobotShape>& shapes)
{
    return {{"shapes", shapes.size()},
            {"triangles", triangles_of(shapes)},
            {"ignored_vertices", ignored_vertices_of(shapes)}};
}

Json surfaces_json(const std::vector<SurfaceMesh>& surfaces)
{
    Json list = Json::array();
    for (const SurfaceMesh& mesh : surfaces) list.push_back({{"mesh", mesh.file}, {"why", mesh.why}});
    return list;
}

}  // namespace tocca::app
