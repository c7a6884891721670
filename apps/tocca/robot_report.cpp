// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/robot_report.hpp"

#include <fmt/format.h>

#include <algorithm>

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

constexpr const char* edge_row = "  {:>5}  {:<17} {:>14}  {:<34} {:>10}\n";

std::string_view verb_of(const RobotCommand& command)
{
    if (command.collides) return "collides";
    return command.all ? "all_contacts" : "first_contact";
}

std::string bodies_json(const RobotRun& run, const Answer& first)
{
    if (!first.pair) return R"("bodies":null,"shapes":null)";
    const auto& [a, b] = first.pair->objects;
    return fmt::format(R"("bodies":[{},{}],"shapes":[{},{}])", json_string(run.checker.body_name(a)),
                       json_string(run.checker.body_name(b)), first.pair->shapes[0], first.pair->shapes[1]);
}

std::string answer_json(const RobotRun& run, const Answer& first)
{
    return bodies_json(run, first) + "," + answer_members(first);
}

std::string pairs_json(const RobotCommand& command, const RobotRun& run, const RobotEdge& edge)
{
    if (!command.all) return "null";
    std::vector<std::string> pairs;
    for (const Answer& pair : edge.pairs) pairs.push_back("{" + answer_json(run, pair) + "}");
    return fmt::format("[{}]", fmt::join(pairs, ",\n "));
}

/// Links and objects in the order of their numbers.
std::string all_bodies_json(const RobotRun& run)
{
    std::vector<std::string> bodies;
    const auto add = [&](const std::string& name, const char* kind, const std::vector<RobotShape>& shapes) {
        bodies.push_back(fmt::format(R"({{"name":{},"kind":"{}","shapes":{},"triangles":{},"ignored_vertices":{}}})",
                                     json_string(name), kind, shapes.size(), triangles_of(shapes),
                                     ignored_vertices_of(shapes)));
    };
    for (const Link& link : run.checker.robot().links()) add(link.name, "link", link.shapes);
    for (const Obstacle& object : run.checker.scene().objects) add(object.name, "object", object.shapes);
    return fmt::format("[{}]", fmt::join(bodies, ",\n "));
}

std::string values_json(const Robot& robot)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < robot.value_count(); ++i) names.push_back(json_string(robot.value_name(i)));
    return fmt::format("[{}]", fmt::join(names, ","));
}

std::string question_members(const RobotCommand& command, const RobotRun& run)
{
    std::vector<std::string> pairs;
    for (const std::string& text : command.pair_clearances) pairs.push_back(json_string(text));
    return fmt::format(
        R"("self":{},"threshold":{},"clearance":{},"pair_clearances":[{}],"time_tolerance":{},"budget":{})",
        command.self, run.threshold ? json_number(*run.threshold) : "null",
        json_number(command.clearance.value_or(0.0)), fmt::join(pairs, ","), json_number(command.time_tolerance),
        command.budget);
}

std::string statistics_json(const RobotCommand& command, const Statistics& statistics)
{
    if (command.collides) return "null";
    return fmt::format(R"({{"pairs":{},"near_pairs":{},"started_pairs":{},"finished_pairs":{},{}}})",
                       statistics.object_pairs, statistics.near_pairs, statistics.searched_pairs,
                       statistics.finished_pairs, work_members(statistics));
}

std::string target_name(const RobotCommand& command) { return target_or_best(command.target); }

std::string names_cell(const RobotRun& run, const Answer& first)
{
    if (!first.pair) return "";
    const auto& [a, b] = first.pair->objects;
    return printable(run.checker.body_name(a) + ", " + run.checker.body_name(b));
}

std::string contact_lines(const RobotRun& run, const Answer& first)
{
    const auto& objects = first.contact->objects;
    return contact_text(first, run.checker.body_name(objects[0]), run.checker.body_name(objects[1]));
}

}  // namespace

Tally RobotRun::tally() const
{
    Tally tally;
    for (const RobotEdge& edge : edges) tally.add(edge.first.outcome);
    return tally;
}

std::string robot_json(const RobotCommand& command, const RobotRun& run)
{
    const Robot& robot = run.checker.robot();
    std::string text = fmt::format(
        R"({{"schema":"tocca.robot/1","verb":"{}",{},"complete":{},"robot":{},"values":{},)"
        "\n"
        R"("bodies":{},"surfaces":{},)"
        "\n"
        R"("notes":{},"pairs_checked":{},"edge_count":{},"edges_answered":{},"edges_in_contact":{},"edges":[)",
        verb_of(command), question_members(command, run), run.complete, json_string(robot.name()), values_json(robot),
        all_bodies_json(run), surfaces_json(run.surfaces), notes_json(run.notes), run.checker.pair_count(),
        run.edge_count, run.edges.size(), run.tally().in_contact());
    const char* before = "\n";
    for (std::size_t i = 0; i < run.edges.size(); ++i) {
        const RobotEdge& edge = run.edges[i];
        text += fmt::format(R"({}{{"edge":{},{},"pairs":{}}})", before, i, answer_json(run, edge.first),
                            pairs_json(command, run, edge));
        before = ",\n";
    }
    return text + "]}\n";
}

std::string robot_stats_json(const RobotCommand& command, const RobotRun& run)
{
    std::string text = fmt::format(
        R"({{"schema":"tocca.robot-stats/1","threads":{},"target":{},"edges_answered":{},)"
        R"("seconds":{{"all":{},"read":{},"build":{},"answer":{}}},"peak_memory_bytes":{},"edges":[)",
        run.threads, json_string(target_name(command)), run.edges.size(), json_number(run.seconds),
        json_number(run.read_seconds), json_number(run.build_seconds), json_number(run.answer_seconds), peak_memory());
    const char* before = "\n";
    for (std::size_t i = 0; i < run.edges.size(); ++i) {
        const RobotEdge& edge = run.edges[i];
        text += fmt::format(R"({}{{"edge":{},"seconds":{},"work":{}}})", before, i, json_number(edge.seconds),
                            statistics_json(command, edge.statistics));
        before = ",\n";
    }
    return text + "]}\n";
}

std::string robot_head(const RobotCommand& command, const RobotRun& run)
{
    const Robot& robot = run.checker.robot();
    const auto& objects = run.checker.scene().objects;
    std::size_t triangles = 0;
    std::size_t ignored_here = 0, ignored_around = 0;
    for (const Link& link : robot.links()) ignored_here += ignored_vertices_of(link.shapes);
    for (const Obstacle& object : objects) {
        triangles += triangles_of(object.shapes);
        ignored_around += ignored_vertices_of(object.shapes);
    }
    std::string text = fmt::format("{}: {}, {}, {}{}\n", printable(robot_title(command)),
                                   counted(robot.links().size(), "link"), counted(robot.value_count(), "value"),
                                   counted(robot.triangle_count(), "triangle"), ignored_text(ignored_here));
    if (!objects.empty()) {
        text += fmt::format("{} around it, {}{}\n", counted(objects.size(), "object"), counted(triangles, "triangle"),
                            ignored_text(ignored_around));
    }
    text += surfaces_text(run.surfaces);
    text += fmt::format("{} checked{}; {} of links may touch, see --info\n", counted(run.checker.pair_count(), "pair"),
                        command.self ? ", of links with each other too" : ", not of links with each other",
                        counted(robot.allowed_pairs().size(), "pair"));
    if (run.unknown_pairs > 0) {
        text += fmt::format("{} passed over that name what is not there\n", counted(run.unknown_pairs, "allowed pair"));
    }
    text += notes_text(run.notes);
    return text + "\n" + fmt::format(edge_row, "edge", "answer", "first contact", "links and objects", "time");
}

std::string edge_line(const RobotRun& run, std::size_t number, const RobotEdge& edge)
{
    const std::string answer =
        edge.pairs.empty() ? std::string(to_string(edge.first.outcome)) : counted(edge.pairs.size(), "pair");
    return fmt::format(edge_row, number, answer, contact_time(edge.first), names_cell(run, edge.first),
                       duration_text(edge.seconds));
}

std::string robot_text(const RobotCommand& command, const RobotRun& run)
{
    const Tally tally = run.tally();
    std::string text = "\n" + tally_text(tally, "edge", command.clearance) + "\n";
    const auto near =
        std::count_if(run.edges.begin(), run.edges.end(), [](const RobotEdge& edge) { return edge.first.start.near; });
    if (static_cast<std::uint64_t>(near) > tally.with(Outcome::near_at_start)) {
        text += fmt::format("{} nearer than the clearance at the start\n",
                            counted(static_cast<std::uint64_t>(near), "edge"));
    }
    const auto found = std::find_if(run.edges.begin(), run.edges.end(),
                                    [](const RobotEdge& edge) { return edge.first.contact.has_value(); });
    if (found != run.edges.end()) {
        const std::string when = found->first.outcome == Outcome::touching_at_start
                                     ? "at the start"
                                     : fmt::format("at {:.10g}", found->first.contact->toc.lower);
        text += fmt::format("first contact: edge {}, {},\n", found - run.edges.begin(), when) +
                contact_lines(run, found->first);
    }
    return text + fmt::format("answered in {}, {} in all with reading and building, on {} ({})\n",
                              duration_text(run.answer_seconds), duration_text(run.seconds),
                              counted(static_cast<std::uint64_t>(run.threads), "thread"), target_name(command));
}

const std::string& robot_title(const RobotCommand& command)
{
    return command.builtin.empty() ? command.robot : command.builtin;
}

std::size_t ignored_vertices_of(const std::vector<RobotShape>& shapes)
{
    std::size_t sum = 0;
    for (const RobotShape& shape : shapes) sum += shape.body->ignored_vertices();
    return sum;
}

std::string surfaces_text(const std::vector<SurfaceMesh>& surfaces)
{
    std::string text;
    for (const SurfaceMesh& mesh : surfaces)
        text += fmt::format("a surface, not a solid: {}: {}\n", mesh.file, mesh.why);
    return text;
}

std::string surfaces_json(const std::vector<SurfaceMesh>& surfaces)
{
    std::vector<std::string> objects;
    for (const SurfaceMesh& mesh : surfaces) {
        objects.push_back(fmt::format(R"({{"mesh":{},"why":{}}})", json_string(mesh.file), json_string(mesh.why)));
    }
    return fmt::format("[{}]", fmt::join(objects, ",\n "));
}

std::size_t triangles_of(const std::vector<RobotShape>& shapes)
{
    std::size_t sum = 0;
    for (const RobotShape& shape : shapes) sum += shape.body->mesh().faces().size();
    return sum;
}

}  // namespace tocca::app
