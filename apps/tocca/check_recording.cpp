// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/check_recording.hpp"

#include <fmt/format.h>

#include "apps/tocca/human_text.hpp"
#include "apps/tocca/option_text.hpp"
#include "apps/tocca/rigid_recording.hpp"
#include "apps/tocca/rigid_summary.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca::app {

RecordedStep recorded_scene_step(const CheckRun& run, std::size_t number, const AnsweredStep& step,
                                 std::size_t contact_count)
{
    std::string name = fmt::format("step {}", number);
    if (step.first.pair) {
        const auto& [a, b] = step.first.pair->objects;
        name += fmt::format(": {}, {}", run.checked.scene.object_name(a), run.checked.scene.object_name(b));
    }
    RecordedStep recorded = recorded_step(name, step.first, contact_count);
    recorded.crossing_count = step.first.start.crossing_count;
    return recorded;
}

ReportFacts check_facts(const CheckCommand& command, const CheckRun& run)
{
    const Scene& scene = run.checked.scene;
    const StepCosts costs = costs_of(run.steps);
    ReportFacts facts{.kind = "check",
                      .command = command.recording.command,
                      .complete = run.complete,
                      .answers = check_json(command, run)};
    facts.settings = {
        {"asked", command.collides ? "whether anything touches"
                  : command.all    ? "every contact"
                                   : "the first contact of each step"},
        {"threshold", run.threshold ? shortest_text(*run.threshold)
                                    : "1e-5 of the smaller object's diameter; none of two deforming meshes"},
        {"clearance", run.clearance > 0.0 ? shortest_text(run.clearance) : "none"},
        {"budget", command.budget == 0 ? "the default" : with_commas(command.budget)}};
    facts.statistics = {
        {"deforming meshes", with_commas(scene.parts(PartKind::mesh).size())},
        {"rigid bodies", with_commas(scene.parts(PartKind::body).size())},
        {"robots", with_commas(scene.parts(PartKind::robot).size())},
        {"triangles", with_commas(triangle_count(scene))},
        {"steps answered", fmt::format("{}{}", with_commas(run.steps.size()), run.complete ? "" : ", interrupted")},
        {"steps in contact", with_commas(run.tally().in_contact())}};
    if (!command.collides) {
        add_work(facts, costs.work);
        facts.statistics.push_back({"pairs of features decided exactly", with_commas(costs.work.elementary_tests)});
    }
    facts.statistics.push_back({"answered in", duration_text(costs.move_seconds + costs.answer_seconds)});
    facts.statistics.push_back({"in all with reading and building", duration_text(run.seconds)});
    facts.statistics.push_back({"threads", fmt::format("{} ({})", run.threads, target_or_best(command.target))});
    return facts;
}

}  // namespace tocca::app
