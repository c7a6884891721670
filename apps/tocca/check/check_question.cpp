// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/check/check_question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "apps/tocca/check/check_json.hpp"
#include "apps/tocca/check/check_recording.hpp"
#include "apps/tocca/check/check_text.hpp"
#include "apps/tocca/output/answer_files.hpp"
#include "apps/tocca/output/output_paths.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "apps/tocca/terminal/interrupt.hpp"
#include "apps/tocca/terminal/options.hpp"
#include "apps/tocca/terminal/progress_line.hpp"
#include "apps/tocca/terminal/standard_streams.hpp"
#include "tocca/base/error.hpp"
#include "tocca/report/scene_recorder.hpp"
#include "tocca/scene/scene_query.hpp"

namespace tocca::app {
namespace {

/// Contacts of a step that are listed however few triangles there are: some 600 MB.
constexpr std::uint64_t always_listed_contacts = 2'000'000;

/// Surfaces that cross at the start are no contact, but the answer is about two of them.
void name_crossing(Answer& answer)
{
    if (answer.outcome != Outcome::crossing_at_start || answer.start.crossings.empty()) return;
    const auto [a, b] = answer.start.crossings.front().objects;
    answer.pair = ObjectPair{.objects = {std::min(a, b), std::max(a, b)}};
}

void drop_lists(Start& start)
{
    start.crossings = {};
    start.near_pairs = {};
    start.near_objects = {};
    start.inside = {};
}

/// The answer of a step, and the contacts that are recorded.
struct FoundStep {
    AnsweredStep step = {};
    std::vector<Contact> contacts = {};
};

FoundStep first_only(const Scene& scene, const QueryOptions& options)
{
    // All that starts too near could be a long list.
    QueryOptions asked = options;
    asked.list_start = false;
    AnsweredStep step{.first = first_contact(scene, asked)};
    if (step.first.outcome == Outcome::crossing_at_start) {
        asked.list_start = true;
        asked.statistics = nullptr;
        step.first = first_contact(scene, asked);
        name_crossing(step.first);
    }
    drop_lists(step.first.start);
    FoundStep found{.step = std::move(step)};
    if (found.step.first.contact) found.contacts.push_back(*found.step.first.contact);
    return found;
}

FoundStep every_pair(const Scene& scene, const QueryOptions& options)
{
    Answers all = all_contacts(scene, options);
    AnsweredStep step{.pairs = pair_answers(all)};
    std::map<std::array<std::uint32_t, 2>, std::uint64_t> counts;
    for (const Contact& contact : all.contacts) {
        const auto [a, b] = contact.objects;
        ++counts[{std::min(a, b), std::max(a, b)}];
    }
    for (const Answer& pair : step.pairs) step.counts.push_back(counts[pair.pair->objects]);
    name_crossing(all);
    step.first = static_cast<const Answer&>(all);
    drop_lists(step.first.start);
    return {.step = std::move(step), .contacts = std::move(all.contacts)};
}

QueryOptions scene_options(const CheckCommand& command, const CheckedScene& checked, const std::stop_token& stop)
{
    QueryOptions options{.clearance = command.clearance ? *command.clearance : checked.clearance.value_or(0.0),
                         .threshold = command.threshold ? command.threshold : checked.threshold,
                         .ignored_pairs = checked.ignored_pairs,
                         .ignored_groups = checked.ignored_groups,
                         .max_contacts = command.max_contacts.value_or(
                             default_max_contacts(always_listed_contacts, triangle_count(checked.scene))),
                         .threads = command.threads,
                         .target = command.target,
                         .stop = stop};
    if (command.budget > 0) options.budget = command.budget;
    return options;
}

/// Goes through the steps and keeps what is found.
class SceneScan {
public:
    SceneScan(const CheckCommand& command, CheckedScene& checked, QueryOptions options, CheckRun& run)
        : command_(command),
          checked_(checked),
          run_(run),
          names_(step_names(run)),
          line_("steps", checked.step_count),
          options_(std::move(options))
    {}
    SceneScan(const SceneScan&) = delete;
    SceneScan& operator=(const SceneScan&) = delete;

    /// Throws: Error (interrupted) after a stop request; what was answered before is kept. Error (malformed_file) if nothing
    ///         of the scene can touch.
    void run()
    {
        for (std::size_t number = 0; number < checked_.step_count; ++number) {
            throw_if_stopped(options_.stop);
            const Stopwatch moving;
            checked_.move(checked_.scene, number);
            (void)checked_.scene.meshes(options_.threads);  // moves their tree
            const double moved = moving.seconds();
            if (number == 0) begin();
            const Stopwatch watch;
            Statistics work;
            options_.statistics = &work;
            auto [step, contacts] = answer();
            step.answer_seconds = watch.seconds();
            step.statistics = work;
            step.move_seconds = moved;
            line_.hide();
            print(step_table_line(names_, number, step));
            if (recorder_) {
                recorder_->add_step(checked_.scene,
                                    recorded_step(step_name(names_, number, step), step.first, contacts.size()),
                                    contacts);
            }
            run_.answering_seconds += moved + step.answer_seconds;
            run_.steps.push_back(std::move(step));
        }
        run_.complete = true;
    }

    [[nodiscard]] RecordedMotion recording() const
    {
        return recorder_ ? recorder_->motion() : SceneRecorder(file_name(checked_.title), checked_.scene).motion();
    }

private:
    /// Refuses a scene in which nothing can touch: "free" would be about nothing.
    void begin()
    {
        QueryOptions asked = options_;
        asked.until = 0.0;
        asked.list_start = false;
        if (first_contact(checked_.scene, asked).nothing_checked) {
            throw Error(ErrorCode::malformed_file, sentence_about_nothing(), {.file = checked_.title});
        }
        if (command_.recording.any()) recorder_.emplace(file_name(checked_.title), checked_.scene);
        print(check_head(run_));
        options_.progress = [this](double fraction) { line_.show(static_cast<double>(run_.steps.size()) + fraction); };
    }

    [[nodiscard]] std::string sentence_about_nothing() const
    {
        const std::size_t parts = checked_.scene.part_count();
        if (parts < 2)
            return fmt::format("nothing to check: the scene has {} that can touch nothing", counted(parts, "part"));
        return "nothing to check: ignored pairs, ignored groups and \"self\": false exclude every pair";
    }

    [[nodiscard]] FoundStep answer() const
    {
        if (command_.collides) return {.step = {.first = collision_answer(options_, checked_.scene)}};
        return command_.all ? every_pair(checked_.scene, options_) : first_only(checked_.scene, options_);
    }

    const CheckCommand& command_;
    CheckedScene& checked_;
    CheckRun& run_;
    StepNames names_;
    ProgressLine line_;
    QueryOptions options_;
    std::optional<SceneRecorder> recorder_;
};

}  // namespace

StepNames step_names(const CheckRun& run)
{
    return {.object = [&run](std::uint32_t object) { return run.checked.scene.object_name(object); }};
}

int check_steps(const CheckCommand& command, const std::stop_token& stop)
{
    const Stopwatch watch;
    CheckedScene checked =
        command.builtin.empty()
            ? read_checked_scene(command.scene,
                                 {.package_paths = command.package_paths, .threads = command.threads, .stop = stop})
            : builtin_checked_scene(command.builtin);
    check_outputs(command.outputs(), checked.inputs);
    const QueryOptions options = scene_options(command, checked, stop);
    CheckRun run{{.threads = used_threads(command.threads),
                  .read_seconds = checked.read_seconds,
                  .build_seconds = checked.build_seconds},
                 checked,
                 options.threshold,
                 options.clearance};

    AnswerFiles files(command.json_file, command.stats_file, command.recording);
    SceneScan scan(command, checked, options, run);
    run_until_interrupted([&] { scan.run(); });
    run.seconds = watch.seconds();
    files.write({.json = [&] { return check_json(command, run); },
                 .stats = [&] { return check_stats_json(command, run); },
                 .motion = [&] { return scan.recording(); },
                 .facts = [&] { return check_facts(command, run); },
                 .threads = command.threads});
    files.commit();
    return end_run("\n" + steps_text(step_names(run), run, run.clearance) + run_cost_text(run, command) + files.text(),
                   {run.steps.size(), checked.step_count, "step", run.complete, run.tally().verdict()});
}

}  // namespace tocca::app
