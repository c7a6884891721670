// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/tocca/output/answer_files.hpp"
#include "apps/tocca/output/output_paths.hpp"
#include "apps/tocca/rigid/rigid_input.hpp"
#include "apps/tocca/rigid/rigid_json.hpp"
#include "apps/tocca/rigid/rigid_question.hpp"
#include "apps/tocca/rigid/rigid_recording.hpp"
#include "apps/tocca/rigid/rigid_text.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "apps/tocca/terminal/interrupt.hpp"
#include "apps/tocca/terminal/options.hpp"
#include "apps/tocca/terminal/progress_line.hpp"
#include "apps/tocca/terminal/standard_streams.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/shape_text.hpp"
#include "tocca/rigid/rigid_world.hpp"

namespace tocca::app {
namespace {

void check_files(const RigidCommand& command, const RigidWorldFile& file)
{
    std::vector<std::filesystem::path> inputs = {command.world};
    for (const SceneFile::Body& body : file.bodies) {
        if (!names_a_shape(body.mesh)) inputs.emplace_back(body.mesh);
    }
    check_outputs(command.outputs(), inputs);
}

/// Goes through the steps and keeps what is found.
class WorldScan {
public:
    WorldScan(const RigidCommand& command, const std::stop_token& stop, WorldRun& run)
        : command_(command),
          run_(run),
          names_(step_names(run)),
          line_("steps", run.file.step_count),
          options_(query_options(command, stop))
    {
        options_.ignored_groups = run.file.ignored_groups;
        options_.ignored_pairs = run.file.ignored_pairs;
        max_pairs_ = command.max_contacts.value_or(
            default_max_contacts(always_listed_pairs, run.bodies.size() * run.file.step_count));
        options_.max_contacts = max_pairs_;
        options_.threads = command.threads;
        options_.progress = [this](double fraction) { line_.show(static_cast<double>(run_.steps.size()) + fraction); };
    }
    WorldScan(const WorldScan&) = delete;
    WorldScan& operator=(const WorldScan&) = delete;

    /// Throws: Error (interrupted) after a stop request; what was answered before is kept.
    void run()
    {
        for (std::size_t number = 0; number < run_.file.step_count; ++number) {
            throw_if_stopped(options_.stop);
            const Stopwatch moving;
            for (rigid::BodyId id = 0; id < run_.bodies.size(); ++id) move_to(number, id);
            const double moved = moving.seconds();
            AnsweredStep step = answer();
            step.move_seconds = moved;
            options_.max_contacts -= step.pairs.size();  // they are kept to the end
            line_.hide();
            print(step_table_line(names_, number, step));
            run_.answering_seconds += moved + step.answer_seconds;
            run_.steps.push_back(std::move(step));
        }
        run_.complete = true;
    }

private:
    void move_to(std::size_t step, rigid::BodyId id)
    {
        const SceneFile::Body& body = run_.file.bodies[id];
        try {
            if (step == 0) {
                world_.add(run_.bodies[id], body.motion(step), {.name = body.name, .group = body.group});
            } else if (body.poses.size() > 1) {
                world_.move(id, body.motion(step));
            }
        } catch (const Error& error) {
            throw Error(error.code(), fmt::format("body '{}', step {}: {}", body.name, step, error.what()),
                        {.file = command_.world});
        }
    }

    [[nodiscard]] AnsweredStep answer() const
    {
        try {
            return answer_step(command_, options_, world_);
        } catch (const Error& error) {
            if (error.code() != ErrorCode::too_many_contacts) throw;
            // The limit of this step is what the steps before have left.
            throw Error(error.code(), fmt::format("more than {} pairs of bodies to list, over all steps", max_pairs_));
        }
    }

    const RigidCommand& command_;
    WorldRun& run_;
    StepNames names_;
    ProgressLine line_;
    rigid::RigidWorld world_;
    QueryOptions options_;
    std::uint64_t max_pairs_ = 0;  // of all steps
};

/// Refuses a world in which no two bodies are checked: "free" would be about nothing.
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
                          : "nothing to check: skip_groups and skip_pairs exclude every pair of bodies",
                {.file = command.world});
}

}  // namespace

std::size_t WorldRun::triangles() const
{
    std::size_t sum = 0;
    for (const auto& body : bodies) sum += body->mesh().faces().size();
    return sum;
}

StepNames step_names(const WorldRun& run)
{
    return {.objects = "bodies", .object = [&run](std::uint32_t body) { return run.file.bodies[body].name; }};
}

int run_rigid_world(const RigidCommand& command, const std::stop_token& stop)
{
    const Stopwatch watch;
    WorldRun run;
    run.file = read_rigid_world(command.world, {.package_paths = command.package_paths, .stop = stop});
    check_files(command, run.file);
    check_question(command, run.file);
    BodyStore store(command.world, command.threads, stop);
    for (const SceneFile::Body& body : run.file.bodies) {
        run.bodies.push_back(store.body(body.mesh, body.solid, body.isolated_vertices));
    }
    run.read_seconds = store.read_seconds();
    run.build_seconds = store.build_seconds();
    run.body_bytes = store.memory_bytes();
    run.threads = used_threads(command.threads);

    AnswerFiles files(command.json_file, command.stats_file, command.recording);
    print(world_head(command, run));
    run_until_interrupted([&] { WorldScan(command, stop, run).run(); });
    run.seconds = watch.seconds();
    files.write({.json = [&] { return world_json(command, run); },
                 .stats = [&] { return world_stats_json(command, run); },
                 .motion = [&] { return world_recording(command, run); },
                 .facts = [&] { return world_facts(command, run); },
                 .threads = command.threads});
    files.commit();
    return end_run(
        "\n" + steps_text(step_names(run), run, command.clearance) + run_cost_text(run, command) + files.text(),
        {run.steps.size(), run.file.step_count, "step", run.complete, run.tally().verdict()});
}

}  // namespace tocca::app
