// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/check/check_recording.hpp"

#include "apps/tocca/check/check_json.hpp"
#include "apps/tocca/terminal/human_text.hpp"

namespace tocca::app {

ReportFacts check_facts(const CheckCommand& command, const CheckRun& run)
{
    const Scene& scene = run.checked.scene;
    ReportFacts facts{.kind = "check", .command = command.recording.command, .answers = check_json(command, run)};
    facts.settings = {
        {"asked", command.collides ? "whether anything touches"
                  : command.all    ? "every contact"
                                   : "the first contact of each step"},
        {"threshold", run.threshold ? shortest_text(*run.threshold)
                                    : "1e-5 of the smaller object's diameter; none of two deforming meshes"},
        {"clearance", run.clearance > 0.0 ? shortest_text(run.clearance) : "none"},
        {"budget", command.budget == 0 ? "the default" : with_commas(command.budget)}};
    facts.statistics = {{"deforming meshes", with_commas(scene.parts(Scene::Kind::mesh).size())},
                        {"rigid bodies", with_commas(scene.parts(Scene::Kind::body).size())},
                        {"robots", with_commas(scene.parts(Scene::Kind::robot).size())},
                        {"triangles", with_commas(triangle_count(scene))}};
    add_run_facts(facts, command, step_names(run), run);
    return facts;
}

}  // namespace tocca::app
