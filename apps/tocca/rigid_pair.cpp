// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/rigid_pair.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "apps/tocca/human_text.hpp"
#include "apps/tocca/output_paths.hpp"
#include "apps/tocca/peak_memory.hpp"
#include "apps/tocca/rigid_answer_json.hpp"
#include "apps/tocca/rigid_bodies.hpp"
#include "apps/tocca/rigid_recording.hpp"
#include "apps/tocca/rigid_summary.hpp"
#include "apps/tocca/standard_streams.hpp"
#include "apps/tocca/stopwatch.hpp"
#include "apps/tocca/tally.hpp"
#include "tocca/io/json_text.hpp"
#include "tocca/io/number_text.hpp"
#include "tocca/io/shape_text.hpp"
#include "tocca/io/whole_file.hpp"
#include "tocca/motion/rigid_path.hpp"
#include "tocca/report/pose_recorder.hpp"
#include "tocca/rigid/placed_bodies.hpp"

namespace tocca::app {
namespace {

/// What is kept of one question.
struct PairRun {
    std::array<std::shared_ptr<const RigidBody>, 2> bodies = {};
    std::array<RigidMotion, 2> motions = {};
    Answer answer = {};
    Statistics statistics = {};
    std::optional<std::vector<NearFeatures>> near = {};  ///< where they touch, if asked for
    double read_seconds = 0.0;
    double build_seconds = 0.0;
    double answer_seconds = 0.0;
    double seconds = 0.0;  ///< of it all
    std::size_t body_bytes = 0;
};

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
    check_outputs(rigid_outputs(command), inputs);
}

Eigen::Isometry3d pose_at(const RigidMotion& motion, double t)
{
    const RigidPath::Place place = RigidPath(motion).at(t);
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.linear() = place.rotation;
    pose.translation() = place.origin;
    return pose;
}

void ask(const RigidCommand& command, QueryOptions options, PairRun& run)
{
    options.statistics = &run.statistics;
    const RigidBody& a = *run.bodies[0];
    const RigidBody& b = *run.bodies[1];
    const Stopwatch watch;
    if (command.collides) {
        run.answer.outcome = collision_outcome(a, run.motions[0], b, run.motions[1], options);
        if (run.answer.outcome != Outcome::free) run.answer.safe_until = 0.0;
    } else {
        run.answer = first_contact(a, run.motions[0], b, run.motions[1], options);
    }
    run.answer_seconds = watch.seconds();
    if (!command.contacts_within) return;
    run.near.emplace();
    if (!run.answer.contact) return;
    const double t = run.answer.contact->toc.lower;
    run.near = near_features(a, pose_at(run.motions[0], t), b, pose_at(run.motions[1], t), *command.contacts_within);
}

std::string near_json(const PairRun& run)
{
    if (!run.near) return "null";
    std::vector<std::string> objects;
    for (const NearFeatures& features : *run.near) objects.push_back(near_features_json(features));
    return fmt::format("[{}]", fmt::join(objects, ",\n"));
}

std::string pair_json(const RigidCommand& command, const PairRun& run)
{
    return fmt::format(R"({{"schema":"tocca.rigid/1","verb":"{}",{},"bodies":[{},{}],)"
                       "\n{},\n"
                       R"("near_features":{}}})"
                       "\n",
                       command.collides ? "collides" : "first_contact", question_members(command),
                       body_json(command.bodies[0], *run.bodies[0]), body_json(command.bodies[1], *run.bodies[1]),
                       answer_members(run.answer), near_json(run));
}

std::string pair_stats_json(const RigidCommand& command, const PairRun& run)
{
    return fmt::format(
        R"({{"schema":"tocca.rigid-stats/1","target":{},"seconds":{{"all":{},"read":{},"build":{},"answer":{}}},)"
        R"("body_bytes":{},"peak_memory_bytes":{},"work":{}}})"
        "\n",
        json_string(target_name(command)), json_number(run.seconds), json_number(run.read_seconds),
        json_number(run.build_seconds), json_number(run.answer_seconds), run.body_bytes, peak_memory(),
        command.collides ? "null" : "{" + work_members(run.statistics) + "}");
}

std::string outcome_text(const RigidCommand& command, const PairRun& run)
{
    const Answer& answer = run.answer;
    const double clearance = command.clearance.value_or(0.0);
    const std::string gap = clearance > 0.0 ? shortest_text(clearance) : "";
    switch (answer.outcome) {
        case Outcome::free:
            return gap.empty() ? "free, proven\n" : fmt::format("free, proven: they stay more than {} apart\n", gap);
        case Outcome::contact:
            if (command.collides) {
                return gap.empty() ? "they touch on the way\n" : fmt::format("they come as near as {}\n", gap);
            }
            return fmt::format("contact at {:.10g}, proven free until then\n", answer.contact->toc.lower);
        case Outcome::touching_at_start: return "they touch at the start\n";
        case Outcome::crossing_at_start: return "they cross at the start\n";
        case Outcome::near_at_start:
            return fmt::format("they start nearer than {}; proven not to touch until {:.10g}\n", gap,
                               answer.safe_until);
        case Outcome::inside: return "inside: one starts within the other, which is a solid\n";
        case Outcome::undecided: break;
    }
    if (command.collides) return "undecided: the budget is spent, or rounding hides whether they touch\n";
    return fmt::format("undecided: the budget is spent, or rounding hides the rest; proven free until {:.10g}\n",
                       answer.safe_until);
}

std::string pair_text(const RigidCommand& command, const PairRun& run)
{
    const auto body_text = [&](std::size_t i) {
        return fmt::format("{}, {}{}", command.bodies[i], counted(run.bodies[i]->mesh().faces().size(), "triangle"),
                           ignored_text(run.bodies[i]->ignored_vertices()));
    };
    std::string text = fmt::format("{}\n{}\n\n{}", body_text(0), body_text(1), outcome_text(command, run));
    if (run.answer.contact) {
        const auto& objects = run.answer.contact->objects;
        const bool same_name = command.bodies[0] == command.bodies[1];
        const std::array<std::string, 2> names = {same_name ? "the first" : command.bodies[0],
                                                  same_name ? "the second" : command.bodies[1]};
        text += contact_text(run.answer, names[objects[0]], names[objects[1]]);
    }
    if (run.near && run.answer.contact) {
        text += fmt::format("  {} of features within {} of each other then\n", counted(run.near->size(), "pair"),
                            shortest_text(*command.contacts_within));
    }
    return text + fmt::format("answered in {}, {} in all with reading and building ({})\n",
                              duration_text(run.answer_seconds), duration_text(run.seconds), target_name(command));
}

RecordedMotion recording(const RigidCommand& command, const PairRun& run)
{
    PoseRecorder recorder(file_name(command.bodies[0]) + " and " + file_name(command.bodies[1]));
    for (std::size_t i = 0; i < 2; ++i) recorder.add_body(file_name(command.bodies[i]), *run.bodies[i]);
    std::vector<BodyContact> contacts;
    if (run.answer.contact)
        contacts.push_back({.contact = *run.answer.contact, .distance = run.answer.contact->distance});
    for (const NearFeatures& features : run.near.value_or(std::vector<NearFeatures>{})) {
        const bool is_known = features.contact.kind == run.answer.contact->kind &&
                              features.contact.objects == run.answer.contact->objects &&
                              features.contact.vertices == run.answer.contact->vertices;
        if (is_known) continue;
        contacts.push_back({.contact = features.contact, .distance = features.distance});
        contacts.back().contact.toc = run.answer.contact->toc;
    }
    recorder.add_step(run.motions, recorded_step("", run.answer, contacts.size()), contacts);
    return recorder.motion();
}

ReportFacts pair_facts(const RigidCommand& command, const PairRun& run)
{
    ReportFacts facts = rigid_facts(command);
    facts.answers = pair_json(command, run);
    const std::size_t triangles = run.bodies[0]->mesh().faces().size() + run.bodies[1]->mesh().faces().size();
    facts.statistics.insert(facts.statistics.begin(), {"triangles", with_commas(triangles)});
    if (!command.collides) add_work(facts, run.statistics);
    facts.statistics.push_back({"answered in", duration_text(run.answer_seconds)});
    facts.statistics.push_back({"in all with reading and building", duration_text(run.seconds)});
    return facts;
}

}  // namespace

int run_rigid_pair(const RigidCommand& command, const std::stop_token& stop)
{
    check_files(command);
    const Stopwatch watch;
    PairRun run;
    run.motions = {motion_of(command.a, "--", stop), motion_of(command.b, "--b-", stop)};
    BodyStore store("", command.threads, stop);
    for (std::size_t i = 0; i < 2; ++i)
        run.bodies[i] = store.body(command.bodies[i], command.solid, command.isolated_vertices);
    run.read_seconds = store.read_seconds();
    run.build_seconds = store.build_seconds();
    run.body_bytes = store.memory_bytes();

    std::optional<WholeFile> json, stats;
    if (!command.json_file.empty()) json.emplace(command.json_file);
    if (!command.stats_file.empty()) stats.emplace(command.stats_file);
    std::optional<RecordingOutput> recorded;
    if (command.recording.any()) recorded.emplace(command.recording);
    ask(command, pair_options(command, stop), run);
    run.seconds = watch.seconds();
    if (json) json->write(pair_json(command, run));
    if (stats) stats->write(pair_stats_json(command, run));
    if (recorded) recorded->write(recording(command, run), pair_facts(command, run), command.threads);
    if (json) json->commit();
    if (stats) stats->commit();
    if (recorded) recorded->commit();
    print(pair_text(command, run) + (recorded ? recorded->text() : ""));
    return exit_code_of(verdict_of(run.answer.outcome));
}

}  // namespace tocca::app
