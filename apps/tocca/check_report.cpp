// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/check_report.hpp"

#include <fmt/format.h>

#include <iterator>

#include "apps/tocca/human_text.hpp"
#include "apps/tocca/notes.hpp"
#include "apps/tocca/option_text.hpp"
#include "apps/tocca/peak_memory.hpp"
#include "apps/tocca/rigid_answer_json.hpp"
#include "apps/tocca/rigid_summary.hpp"
#include "tocca/base/printable_text.hpp"
#include "tocca/io/json_text.hpp"

namespace tocca::app {
namespace {

constexpr const char* object_row = "  {:>5}  {:<17} {:>14}  {:<34} {:>10}\n";

std::string_view verb_of(const CheckCommand& command)
{
    if (command.collides) return "collides";
    return command.all ? "all_contacts" : "first_contact";
}

ObjectName names_of(const CheckRun& run)
{
    return [&run](std::uint32_t object) { return run.checked.scene.object_name(object); };
}

std::string part_json(const Scene& scene, PartId part)
{
    const PartOptions& options = scene.options(part);
    const std::string common =
        fmt::format(R"("name":{},"kind":"{}","group":{},"thickness":{})", json_string(scene.name(part)),
                    to_string(scene.kind(part)), options.group, json_number(options.thickness));
    switch (scene.kind(part)) {
        case PartKind::mesh: {
            const TriangleMesh& mesh = scene.mesh(part);
            return fmt::format(R"({{{},"solid":{},"self":{},"objects":1,"vertices":{},"triangles":{}}})", common,
                               options.solid, options.self, mesh.vertex_count(), mesh.faces().size());
        }
        case PartKind::body: {
            const RigidBody& body = *scene.body(part);
            return fmt::format(R"({{{},"solid":{},"self":false,"objects":1,"vertices":{},"triangles":{}}})", common,
                               body.solid(), body.mesh().vertex_count(), body.mesh().faces().size());
        }
        case PartKind::robot: break;
    }
    const Robot& robot = scene.checker(part).robot();
    return fmt::format(R"({{{},"solid":null,"self":{},"objects":{},"vertices":null,"triangles":{}}})", common,
                       options.self, robot.links().size(), robot.triangle_count());
}

std::string parts_json(const Scene& scene)
{
    std::vector<std::string> parts;
    for (PartId part = 0; part < scene.part_count(); ++part) parts.push_back(part_json(scene, part));
    return fmt::format("[{}]", fmt::join(parts, ",\n "));
}

std::string object_names_json(const Scene& scene)
{
    std::vector<std::string> names;
    for (std::uint32_t object = 0; object < scene.object_count(); ++object)
        names.push_back(json_string(scene.object_name(object)));
    return fmt::format("[{}]", fmt::join(names, ","));
}

std::string pair_members(const Scene& scene, const std::optional<ObjectPair>& pair)
{
    if (!pair) return R"("objects":null,"shapes":null)";
    const auto& [a, b] = pair->objects;
    return fmt::format(R"("objects":[{},{}],"shapes":[{},{}])", json_string(scene.object_name(a)),
                       json_string(scene.object_name(b)), pair->shapes[0], pair->shapes[1]);
}

std::string pairs_json(const CheckCommand& command, const CheckRun& run, const AnsweredStep& step)
{
    if (!command.all) return "null";
    std::vector<std::string> pairs;
    for (std::size_t i = 0; i < step.pairs.size(); ++i) {
        const Answer& pair = step.pairs[i];
        pairs.push_back(fmt::format(R"({{{},{},"contacts":{}}})", pair_members(run.checked.scene, pair.pair),
                                    answer_members(pair), step.counts[i]));
    }
    return fmt::format("[{}]", fmt::join(pairs, ",\n "));
}

std::string work_json(const CheckCommand& command, const Statistics& work)
{
    if (command.collides) return "null";
    return fmt::format(R"({{"candidates":{},"asked":{},{},{}}})", work.near_pairs, work.searched_pairs,
                       work_members(work), feature_work_members(work));
}

std::string check_target(const CheckCommand& command) { return target_or_best(command.target); }

}  // namespace

std::string check_json(const CheckCommand& command, const CheckRun& run)
{
    const Scene& scene = run.checked.scene;
    std::string text = fmt::format(
        R"({{"schema":"tocca.check/1","verb":"{}","threshold":{},"clearance":{},"budget":{},"complete":{},)"
        R"("parts":{},"objects":{},"notes":{},"step_count":{},"steps_answered":{},"steps_in_contact":{},"steps":[)",
        verb_of(command), run.threshold ? json_number(*run.threshold) : "null", json_number(run.clearance),
        command.budget == 0 ? "null" : std::to_string(command.budget), run.complete, parts_json(scene),
        object_names_json(scene), notes_json(run.checked.notes), run.checked.step_count, run.steps.size(),
        run.tally().in_contact());
    const char* before = "\n";
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
        const AnsweredStep& step = run.steps[i];
        text += fmt::format(R"({}{{"step":{},{},{},"crossing_at_start":{},"pairs":{}}})", before, i,
                            pair_members(scene, step.first.pair), answer_members(step.first),
                            command.collides ? "null" : std::to_string(step.first.start.crossing_count),
                            pairs_json(command, run, step));
        before = ",\n";
    }
    return text + "]}\n";
}

std::string check_stats_json(const CheckCommand& command, const CheckRun& run)
{
    const StepCosts costs = costs_of(run.steps);
    const Scene& scene = run.checked.scene;
    std::string text = fmt::format(
        R"({{"schema":"tocca.check-stats/1","threads":{},"target":{},"parts":{},"objects":{},"triangles":{},)"
        R"("steps_answered":{},"seconds":{{"all":{},"read":{},"build":{},"move":{},"answer":{}}},)"
        R"("peak_memory_bytes":{},"steps":[)",
        run.threads, json_string(check_target(command)), scene.part_count(), scene.object_count(),
        triangle_count(scene), run.steps.size(), json_number(run.seconds), json_number(run.checked.read_seconds),
        json_number(run.checked.build_seconds), json_number(costs.move_seconds), json_number(costs.answer_seconds),
        peak_memory());
    const char* before = "\n";
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
        const AnsweredStep& step = run.steps[i];
        text += fmt::format(R"({}{{"step":{},"seconds":{{"move":{},"answer":{}}},"work":{}}})", before, i,
                            json_number(step.move_seconds), json_number(step.answer_seconds),
                            work_json(command, step.statistics));
        before = ",\n";
    }
    return text + "]}\n";
}

std::string check_head(const CheckRun& run)
{
    const Scene& scene = run.checked.scene;
    std::vector<std::string> kinds;
    for (const auto& [kind, noun] :
         {std::pair{PartKind::mesh, "deforming mesh"}, {PartKind::body, "rigid body"}, {PartKind::robot, "robot"}}) {
        if (const auto count = scene.parts(kind).size(); count > 0) kinds.push_back(counted(count, noun));
    }
    return fmt::format("{}: {}; {}, {}{}\n", printable(run.checked.title), fmt::join(kinds, ", "),
                       counted(triangle_count(scene), "triangle"), counted(run.checked.step_count, "step"),
                       ignored_text(run.checked.ignored_vertices)) +
           notes_text(run.checked.notes) + "\n" +
           fmt::format(object_row, "step", "answer", "first contact", "objects", "time");
}

std::string check_step_line(const CheckRun& run, std::size_t number, const AnsweredStep& step)
{
    const std::string answer =
        step.pairs.empty() ? std::string(to_string(step.first.outcome)) : counted(step.pairs.size(), "pair");
    return fmt::format(object_row, number, answer, contact_time(step.first), names_cell(step, names_of(run)),
                       duration_text(step.move_seconds + step.answer_seconds));
}

std::string check_text(const CheckCommand& command, const CheckRun& run)
{
    return "\n" + steps_text(run.steps, run.clearance, names_of(run)) +
           fmt::format("{} in all with reading and building, on {} ({})\n", duration_text(run.seconds),
                       counted(static_cast<std::uint64_t>(run.threads), "thread"), check_target(command));
}

}  // namespace tocca::app
