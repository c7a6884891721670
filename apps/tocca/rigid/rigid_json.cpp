// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/rigid/rigid_json.hpp"

#include "apps/tocca/output/answer_json.hpp"
#include "apps/tocca/terminal/cost.hpp"
#include "apps/tocca/terminal/options.hpp"

namespace tocca::app {
namespace {

/// What the answers depend on.
Json question_json(const RigidCommand& command)
{
    return {{"threshold", or_null(command.threshold)},
            {"clearance", command.clearance.value_or(0.0)},
            {"time_tolerance", command.time_tolerance},
            {"budget", command.budget}};
}

Json near_json(const PairRun& run)
{
    if (!run.near) return nullptr;
    Json list = Json::array();
    for (const NearFeatures& features : *run.near) list.push_back(near_features_json(features));
    return list;
}

Json numbered_pair_json(const std::optional<ObjectPair>& pair)
{
    return {{"bodies", pair ? Json(pair->objects) : Json()}};
}

}  // namespace

std::string pair_json(const RigidCommand& command, const PairRun& run)
{
    const Json bodies =
        Json::array({body_json(command.bodies[0], *run.bodies[0]), body_json(command.bodies[1], *run.bodies[1])});
    return json_text(joined({{{"schema", "tocca.rigid/1"}, {"verb", command.verb()}},
                             question_json(command),
                             {{"bodies", bodies}},
                             body_answer_json(run.answer()),
                             {{"near_features", near_json(run)}}})) +
           "\n";
}

std::string pair_stats_json(const RigidCommand& command, const PairRun& run)
{
    const AnsweredStep& step = run.steps.front();
    return json_text({{"schema", "tocca.rigid-stats/1"},
                      {"target", used_target(command.target)},
                      {"seconds",
                       {{"all", run.seconds},
                        {"read", run.read_seconds},
                        {"build", run.build_seconds},
                        {"answer", step.answer_seconds}}},
                      {"body_bytes", run.body_bytes},
                      {"peak_memory_bytes", peak_memory()},
                      {"work", command.collides ? Json() : body_work_json(step.statistics)}}) +
           "\n";
}

std::string world_json(const RigidCommand& command, const WorldRun& run)
{
    Json bodies = Json::array();
    for (std::size_t i = 0; i < run.bodies.size(); ++i) {
        bodies.push_back(body_json(run.file.bodies[i].name, *run.bodies[i]));
        bodies.back()["group"] = run.file.bodies[i].group;
    }
    const Json head = joined({{{"schema", "tocca.rigid-world/1"}, {"verb", command.verb()}},
                              question_json(command),
                              {{"complete", run.complete},
                               {"bodies", bodies},
                               {"steps_answered", run.steps.size()},
                               {"steps_in_contact", run.tally().in_contact()}}});
    const StepNames names = step_names(run);
    return json_document(head, "steps", run.steps, [&](std::size_t number, const AnsweredStep& step) {
        Json json = step_json(names, number, step, numbered_pair_json);
        json["pairs"] = pairs_json(command, step, numbered_pair_json);
        return json;
    });
}

std::string world_stats_json(const RigidCommand& command, const WorldRun& run)
{
    const Json head = {{"schema", "tocca.rigid-world-stats/1"}, {"threads", run.threads},
                       {"target", used_target(command.target)}, {"bodies", run.bodies.size()},
                       {"triangles", run.triangles()},          {"steps_answered", run.steps.size()},
                       {"seconds", seconds_json(run)},          {"body_bytes", run.body_bytes},
                       {"peak_memory_bytes", peak_memory()}};
    return json_document(head, "steps", run.steps, [&](std::size_t number, const AnsweredStep& step) {
        return step_stats_json(number, step, !command.collides);
    });
}

}  // namespace tocca::app
