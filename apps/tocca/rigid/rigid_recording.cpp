// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/rigid/rigid_recording.hpp"

#include <fmt/format.h>

#include "apps/tocca/rigid/rigid_json.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "apps/tocca/terminal/options.hpp"
#include "tocca/report/pose_recorder.hpp"

namespace tocca::app {
namespace {

ReportFacts rigid_facts(const RigidCommand& command, std::string answers)
{
    ReportFacts facts{.kind = "rigid",
                      .command = command.recording.command,
                      .settings = limit_facts(command, "1e-5 of the smaller body's diameter"),
                      .answers = std::move(answers)};
    facts.settings.insert(facts.settings.begin(), {"asked", command.collides ? "whether they touch"
                                                            : command.all    ? "the first contact of every pair"
                                                                             : "the first contact"});
    return facts;
}

bool same_features(const Contact& a, const Contact& b) { return a.features() == b.features(); }

}  // namespace

RecordedMotion pair_recording(const RigidCommand& command, const PairRun& run)
{
    PoseRecorder recorder(file_name(command.bodies[0]) + " and " + file_name(command.bodies[1]));
    for (std::size_t i = 0; i < 2; ++i) recorder.add_body(file_name(command.bodies[i]), *run.bodies[i]);
    const Answer& answer = run.answer();
    std::vector<Contact> contacts = contacts_of(run.steps.front());
    for (const NearFeatures& features : run.near.value_or(std::vector<NearFeatures>{})) {
        if (same_features(features.contact, *answer.contact)) continue;
        contacts.push_back(features.contact);
        contacts.back().distance = features.distance;
        contacts.back().toc = answer.contact->toc;
    }
    recorder.add_step(run.motions, recorded_step("", answer, contacts.size()), contacts);
    return recorder.motion();
}

ReportFacts pair_facts(const RigidCommand& command, const PairRun& run)
{
    ReportFacts facts = rigid_facts(command, pair_json(command, run));
    const std::size_t triangles = run.bodies[0]->mesh().faces().size() + run.bodies[1]->mesh().faces().size();
    facts.statistics = {{"triangles", with_commas(triangles)}, {"SIMD target", used_target(command.target)}};
    if (!command.collides) add_work_facts(facts, run.steps.front().statistics);
    add_time_facts(facts, run.answering_seconds, run.seconds);
    return facts;
}

RecordedMotion world_recording(const RigidCommand& command, const WorldRun& run)
{
    PoseRecorder recorder(file_name(command.world));
    std::vector<Eigen::Isometry3d> start;
    for (std::size_t i = 0; i < run.bodies.size(); ++i) {
        recorder.add_body(run.file.bodies[i].name, *run.bodies[i]);
        start.push_back(run.file.bodies[i].motion(0).from);
    }
    recorder.place(start);
    for (std::size_t number = 0; number < run.steps.size(); ++number) {
        const AnsweredStep& step = run.steps[number];
        std::vector<RigidMotion> motions;
        for (const SceneFile::Body& body : run.file.bodies) motions.push_back(body.motion(number));
        const std::vector<Contact> contacts = contacts_of(step);
        recorder.add_step(motions, recorded_step(fmt::format("step {}", number), step.first, contacts.size()),
                          contacts);
    }
    return recorder.motion();
}

ReportFacts world_facts(const RigidCommand& command, const WorldRun& run)
{
    ReportFacts facts = rigid_facts(command, world_json(command, run));
    facts.statistics = {{"bodies", with_commas(run.bodies.size())}, {"triangles", with_commas(run.triangles())}};
    add_run_facts(facts, command, step_names(run), run);
    return facts;
}

}  // namespace tocca::app
