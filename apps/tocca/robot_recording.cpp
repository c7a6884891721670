// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/robot_recording.hpp"

#include <fmt/format.h>

#include <vector>

#include "apps/tocca/human_text.hpp"
#include "apps/tocca/rigid_recording.hpp"
#include "apps/tocca/rigid_summary.hpp"
#include "tocca/io/number_text.hpp"
#include "tocca/report/robot_recorder.hpp"

namespace tocca::app {
namespace {

/// The bodies that an edge is about, for the list of edges.
std::string edge_name(const RobotRun& run, std::size_t number, const Answer& first)
{
    if (!first.pair) return fmt::format("edge {}", number);
    const auto& [a, b] = first.pair->objects;
    return fmt::format("edge {}: {}, {}", number, run.checker.body_name(a), run.checker.body_name(b));
}

}  // namespace

RecordedMotion robot_recording(const RobotCommand& command, const RobotRun& run, std::span<const JointMotion> motions)
{
    RobotRecorder recorder(file_name(robot_title(command)), run.checker);
    if (!motions.empty()) recorder.place(motions.front().from);
    std::vector<Contact> contacts;
    for (std::size_t i = 0; i < run.edges.size(); ++i) {
        const RobotEdge& edge = run.edges[i];
        contacts.clear();
        const auto add = [&](const Answer& found) {
            if (found.contact) contacts.push_back(*found.contact);
        };
        for (const Answer& pair : edge.pairs) add(pair);
        if (contacts.empty()) add(edge.first);
        recorder.add_edge(motions[i], recorded_step(edge_name(run, i, edge.first), edge.first, contacts.size()),
                          contacts);
    }
    return recorder.motion();
}

ReportFacts robot_facts(const RobotCommand& command, const RobotRun& run)
{
    const Robot& robot = run.checker.robot();
    ReportFacts facts{.kind = "robot",
                      .command = command.recording.command,
                      .complete = run.complete,
                      .answers = robot_json(command, run)};
    facts.settings = {
        {"asked", command.collides ? "whether anything touches"
                  : command.all    ? "the first contact of every pair"
                                   : "the first contact of each edge"},
        {"links against each other", command.self ? "yes" : "no"},
        {"threshold", run.threshold ? shortest_text(*run.threshold) : "1e-5 of the smaller shape's diameter"},
        {"clearance", command.clearance ? shortest_text(*command.clearance) : "none"},
        {"time tolerance", shortest_text(command.time_tolerance)},
        {"budget", with_commas(command.budget)}};
    std::size_t triangles = robot.triangle_count();
    for (const Obstacle& object : run.checker.scene().objects) triangles += triangles_of(object.shapes);
    facts.statistics = {
        {"links", with_commas(robot.links().size())},
        {"objects around", with_commas(run.checker.scene().objects.size())},
        {"joint values", with_commas(robot.value_count())},
        {"triangles", with_commas(triangles)},
        {"pairs of shapes checked", with_commas(run.checker.pair_count())},
        {"edges answered", fmt::format("{}{}", with_commas(run.edges.size()), run.complete ? "" : ", interrupted")},
        {"edges in contact", with_commas(run.tally().in_contact())}};
    if (!command.collides) {
        Statistics work;
        for (const RobotEdge& edge : run.edges) {
            work += edge.statistics;
        }
        add_work(facts, work);
    }
    facts.statistics.push_back({"answered in", duration_text(run.answer_seconds)});
    facts.statistics.push_back({"in all with reading and building", duration_text(run.seconds)});
    facts.statistics.push_back({"threads", std::to_string(run.threads)});
    return facts;
}

}  // namespace tocca::app
