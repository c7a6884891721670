// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "apps/tocca/output/answer_files.hpp"
#include "apps/tocca/output/output_paths.hpp"
#include "apps/tocca/rigid/rigid_input.hpp"
#include "apps/tocca/rigid/rigid_json.hpp"
#include "apps/tocca/rigid/rigid_question.hpp"
#include "apps/tocca/rigid/rigid_recording.hpp"
#include "apps/tocca/rigid/rigid_text.hpp"
#include "tocca/io/shape_text.hpp"
#include "tocca/motion/rigid_path.hpp"

namespace tocca::app {
namespace {

void check_files(const RigidCommand& command)
{
    std::vector<std::filesystem::path> inputs;
    for (const std::string& body : command.bodies) {
        if (!names_a_shape(body)) inputs.emplace_back(body);
    }
    for (const MotionTexts& texts : {command.a, command.b}) {
        const auto files = pose_files(texts);
        inputs.insert(inputs.end(), files.begin(), files.end());
    }
    check_outputs(command.outputs(), inputs);
}

Eigen::Isometry3d pose_at(const RigidMotion& motion, double t)
{
    const RigidPath::Place place = RigidPath(motion).at(t);
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.linear() = place.rotation;
    pose.translation() = place.origin;
    return pose;
}

void answer(const RigidCommand& command, QueryOptions options, PairRun& run)
{
    const RigidBody& a = *run.bodies[0];
    const RigidBody& b = *run.bodies[1];
    const Stopwatch watch;
    AnsweredStep& step = run.steps.emplace_back();
    options.statistics = &step.statistics;
    step.first = command.collides ? collision_answer(options, a, run.motions[0], b, run.motions[1])
                                  : first_contact(a, run.motions[0], b, run.motions[1], options);
    run.answering_seconds = step.answer_seconds = watch.seconds();
    if (!command.contacts_within) return;
    run.near.emplace();
    if (!step.first.contact) return;
    const double t = step.first.contact->toc.lower;
    run.near = near_features(a, pose_at(run.motions[0], t), b, pose_at(run.motions[1], t), *command.contacts_within);
}

}  // namespace

int run_rigid_pair(const RigidCommand& command, const std::stop_token& stop)
{
    check_files(command);
    const Stopwatch watch;
    PairRun run;
    run.motions = {motion_of(command.a, "--", stop), motion_of(command.b, "--b-", stop)};
    BodyStore store("", command.threads, stop);
    for (std::size_t i = 0; i < 2; ++i) {
        run.bodies[i] = store.body(command.bodies[i], command.solid, command.isolated_vertices);
    }
    run.read_seconds = store.read_seconds();
    run.build_seconds = store.build_seconds();
    run.body_bytes = store.memory_bytes();

    AnswerFiles files(command.json_file, command.stats_file, command.recording);
    answer(command, query_options(command, stop), run);
    run.seconds = watch.seconds();
    files.write({.json = [&] { return pair_json(command, run); },
                 .stats = [&] { return pair_stats_json(command, run); },
                 .motion = [&] { return pair_recording(command, run); },
                 .facts = [&] { return pair_facts(command, run); },
                 .threads = command.threads});
    files.commit();
    return end_run(pair_text(command, run) + files.text(), {.verdict = verdict_of(run.answer().outcome)});
}

QueryOptions query_options(const RigidCommand& command, const std::stop_token& stop)
{
    return {.clearance = command.clearance.value_or(0.0),
            .threshold = command.threshold,
            .tolerance = command.time_tolerance,
            .budget = command.budget,
            .target = command.target,
            .stop = stop};
}

}  // namespace tocca::app
