// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/rigid_world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "apps/tocca/exit_code.hpp"
#include "apps/tocca/human_text.hpp"
#include "apps/tocca/option_text.hpp"
#include "apps/tocca/output_paths.hpp"
#include "apps/tocca/pair_answers.hpp"
#include "apps/tocca/progress_line.hpp"
#include "apps/tocca/rigid_bodies.hpp"
#include "apps/tocca/rigid_recording.hpp"
#include "apps/tocca/rigid_summary.hpp"
#include "apps/tocca/rigid_world_report.hpp"
#include "apps/tocca/standard_streams.hpp"
#include "apps/tocca/stopwatch.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/io/rigid_world_file.hpp"
#include "tocca/io/shape_text.hpp"
#include "tocca/io/whole_file.hpp"
#include "tocca/report/pose_recorder.hpp"
#include "tocca/rigid/rigid_world.hpp"

namespace tocca::app {
namespace {

void check_files(const RigidCommand& command, const RigidWorldFile& file)
{
    std::vector<std::filesystem::path> inputs = {command.world};
    for (const SceneFile::Body& body : file.bodies) {
        if (!names_a_shape(body.mesh)) inputs.emplace_back(body.mesh);
    }
    check_outputs(rigid_outputs(command), inputs);
}

/// A motion that is refused names its body and step.
template <class Work>
void at_step(const RigidCommand& command, const SceneFile::Body& body, std::size_t step, const Work& work)
{
    try {
        work(body.motion(step));
    } catch (const Error& error) {
        throw Error(error.code(), fmt::format("body '{}', step {}: {}", body.name, step, error.what()),
                    {.file = command.world});
    }
}

AnsweredStep whether(const rigid::RigidWorld& world, const QueryOptions& options)
{
    AnsweredStep step;
    step.first.outcome = collision_outcome(world, options);
    if (step.first.outcome != Outcome::free) step.first.safe_until = 0.0;
    return step;
}

AnsweredStep first_only(const rigid::RigidWorld& world, const QueryOptions& options)
{
    return {.first = first_contact(world, options)};
}

AnsweredStep every_pair(const rigid::RigidWorld& world, const QueryOptions& options)
{
    const Answers all = all_contacts(world, options);
    return {.first = without_lists(all), .pairs = pair_answers(all)};
}

/// Goes through the steps and keeps what is found.
class Scan {
public:
    Scan(const RigidCommand& command, const RigidWorldFile& file, const std::stop_token& stop, WorldRun& run)
        : command_(command),
          file_(file),
          run_(run),
          line_("steps", file.step_count),
          options_(pair_options(command, stop))
    {
        options_.ignored_groups = file.ignored_groups;
        options_.ignored_pairs = file.ignored_pairs;
        max_pairs_ = command.max_contacts.value_or(
            default_max_contacts(always_listed_pairs, file.bodies.size() * file.step_count));
        options_.max_contacts = max_pairs_;
        options_.threads = command.threads;
        options_.progress = [this](double fraction) { line_.show(static_cast<double>(run_.steps.size()) + fraction); };
    }
    Scan(const Scan&) = delete;
    Scan& operator=(const Scan&) = delete;

    /// Throws: Error (interrupted) after a stop request; what was answered before is kept.
    void run()
    {
        for (std::size_t step = 0; step < file_.step_count; ++step) {
            if (options_.stop.stop_requested()) throw Error(ErrorCode::interrupted, "interrupted");
            const Stopwatch moving;
            move_to(step);
            const double moved = moving.seconds();
            const Stopwatch watch;
            Statistics work;
            options_.statistics = &work;
            AnsweredStep answer = ask();
            answer.answer_seconds = watch.seconds();
            answer.statistics = work;
            answer.move_seconds = moved;
            options_.max_contacts -= answer.pairs.size();  // they are kept to the end
            line_.hide();
            print(world_step_line(run_, step, answer));
            run_.steps.push_back(std::move(answer));
        }
        run_.complete = true;
    }

private:
    void move_to(std::size_t step)
    {
        for (rigid::BodyId id = 0; id < file_.bodies.size(); ++id) {
            const SceneFile::Body& body = file_.bodies[id];
            at_step(command_, body, step, [&](const RigidMotion& motion) {
                if (step == 0) {
                    world_.add(run_.bodies[id], motion, {.name = body.name, .group = body.group});
                } else if (body.poses.size() > 1) {
                    world_.move(id, motion);
                }
            });
        }
    }

    AnsweredStep ask() const
    {
        if (command_.collides) return whether(world_, options_);
        if (!command_.all) return first_only(world_, options_);
        try {
            return every_pair(world_, options_);
        } catch (const Error& error) {
            if (error.code() != ErrorCode::too_many_contacts) throw;
            // The limit of this step is what the steps before have left.
            throw Error(error.code(), fmt::format("more than {} pairs of bodies to list, over all steps", max_pairs_));
        }
    }

    const RigidCommand& command_;
    const RigidWorldFile& file_;
    WorldRun& run_;
    ProgressLine line_;
    rigid::RigidWorld world_;
    QueryOptions options_;
    std::uint64_t max_pairs_ = 0;  // of all steps
};

/// Where no two bodies are checked, free would be said of nothing.
void check_question(const RigidCommand& command, const RigidWorldFile& file)
{
    const auto is_pair = [](const std::array<std::uint32_t, 2>& pair, std::size_t a, std::size_t b) {
        return (pair[0] == a && pair[1] == b) || (pair[0] == b && pair[1] == a);
    };
    const auto is_skipped = [&](std::size_t a, std::size_t b) {
        const auto groups = [&](const auto& pair) { return is_pair(pair, file.bodies[a].group, file.bodies[b].group); };
        const auto bodies = [&](const auto& pair) { return is_pair(pair, a, b); };
        return std::any_of(file.ignored_groups.begin(), file.ignored_groups.end(), groups) ||
               std::any_of(file.ignored_pairs.begin(), file.ignored_pairs.end(), bodies);
    };
    const std::size_t count = file.bodies.size();
    for (std::size_t a = 0; a < count; ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            if (!is_skipped(a, b)) return;
        }
    }
    throw Error(ErrorCode::malformed_file,
                count < 2 ? fmt::format("nothing to check: the world has {}", counted(count, "body"))
                          : "nothing to check: skip_groups and skip_pairs leave out every pair of bodies",
                {.file = command.world});
}

/// The steps that are answered.
RecordedMotion recording(const RigidCommand& command, const WorldRun& run)
{
    PoseRecorder recorder(file_name(command.world));
    std::vector<RigidMotion> motions;
    std::vector<Eigen::Isometry3d> start;
    for (std::size_t i = 0; i < run.bodies.size(); ++i) {
        recorder.add_body(run.file.bodies[i].name, *run.bodies[i]);
        start.push_back(run.file.bodies[i].motion(0).from);
    }
    recorder.place(start);
    for (std::size_t step = 0; step < run.steps.size(); ++step) {
        const AnsweredStep& answer = run.steps[step];
        std::vector<BodyContact> contacts;
        const auto add = [&](const Answer& found) {
            if (found.contact) contacts.push_back({*found.contact, found.contact->distance});
        };
        for (const Answer& pair : answer.pairs) add(pair);
        if (contacts.empty()) add(answer.first);
        motions.clear();
        for (const SceneFile::Body& body : run.file.bodies) motions.push_back(body.motion(step));
        recorder.add_step(motions, recorded_step(fmt::format("step {}", step), answer.first, contacts.size()),
                          contacts);
    }
    return recorder.motion();
}

ReportFacts world_facts(const RigidCommand& command, const WorldRun& run)
{
    ReportFacts facts = rigid_facts(command);
    facts.answers = world_json(command, run);
    facts.complete = run.complete;
    std::size_t triangles = 0;
    const StepCosts costs = costs_of(run.steps);
    for (const auto& body : run.bodies) triangles += body->mesh().faces().size();
    facts.statistics.insert(
        facts.statistics.begin(),
        {{"bodies", with_commas(run.bodies.size())},
         {"triangles", with_commas(triangles)},
         {"steps answered", fmt::format("{}{}", with_commas(run.steps.size()), run.complete ? "" : ", interrupted")},
         {"steps in contact", with_commas(run.tally().in_contact())}});
    if (!command.collides) add_work(facts, costs.work);
    facts.statistics.push_back({"answered in", duration_text(costs.move_seconds + costs.answer_seconds)});
    facts.statistics.push_back({"in all with reading and building", duration_text(run.seconds)});
    return facts;
}

}  // namespace

int run_rigid_world(const RigidCommand& command, const std::stop_token& stop)
{
    const Stopwatch watch;
    const RigidWorldFile file = read_rigid_world(command.world, {.package_paths = command.package_paths, .stop = stop});
    check_files(command, file);
    check_question(command, file);
    WorldRun run{.file = file};
    BodyStore store(command.world, command.threads, stop);
    for (const SceneFile::Body& body : file.bodies) {
        run.bodies.push_back(store.body(body.mesh, body.solid, body.isolated_vertices));
    }
    run.read_seconds = store.read_seconds();
    run.build_seconds = store.build_seconds();
    run.body_bytes = store.memory_bytes();
    run.threads = command.threads == 0 ? available_threads() : std::min(command.threads, available_threads());

    std::optional<WholeFile> json, stats;
    if (!command.json_file.empty()) json.emplace(command.json_file);
    if (!command.stats_file.empty()) stats.emplace(command.stats_file);
    std::optional<RecordingOutput> recorded;
    if (command.recording.any()) recorded.emplace(command.recording);
    print(world_head(command, run));
    try {
        Scan(command, file, stop, run).run();
    } catch (const Error& error) {
        if (error.code() != ErrorCode::interrupted) throw;
    }
    run.seconds = watch.seconds();
    if (json) json->write(world_json(command, run));
    if (stats) stats->write(world_stats_json(command, run));
    if (recorded) recorded->write(recording(command, run), world_facts(command, run), command.threads);
    if (json) json->commit();
    if (stats) stats->commit();
    if (recorded) recorded->commit();
    print(world_text(command, run) + (recorded ? recorded->text() : ""));
    if (!run.complete) {
        flush_output();
        complain(fmt::format("interrupted after {} of {}; the files hold what was found until then", run.steps.size(),
                             counted(file.step_count, "step")));
    }
    return run.complete ? exit_code_of(run.tally().verdict()) : ExitCode::interrupted;
}

}  // namespace tocca::app
