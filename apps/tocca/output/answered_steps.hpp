// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/tocca/output/motion_options.hpp"
#include "apps/tocca/output/pair_answers.hpp"
#include "apps/tocca/output/tally.hpp"
#include "apps/tocca/terminal/cost.hpp"
#include "tocca/answer/answer.hpp"
#include "tocca/answer/options.hpp"
#include "tocca/answer/statistics.hpp"
#include "tocca/io/json_text.hpp"
#include "tocca/report/html_report.hpp"

namespace tocca::app {

/// The answer about one step of bodies or of a scene, or about one edge of a robot's path.
struct AnsweredStep {
    Answer first = {};
    std::vector<Answer> pairs = {};          ///< with --all
    std::vector<std::uint64_t> counts = {};  ///< of a scene, with --all: how many contacts each of the pairs has
    Statistics statistics = {};
    double move_seconds = 0.0;
    double answer_seconds = 0.0;
};

/// Whether a subject of a query touches anything, and no more: `collision_outcome` of the library.
template <class... Subject>
[[nodiscard]] Answer collision_answer(const QueryOptions& options, const Subject&... subject)
{
    const Outcome outcome = collision_outcome(subject..., options);
    return {.outcome = outcome, .safe_until = outcome == Outcome::free ? 1.0 : 0.0};
}

/// The answer to the question of a command about a subject, such as a world, or a robot and its motion.
template <class... Subject>
[[nodiscard]] AnsweredStep answer_step(const MotionOptions& asked, QueryOptions options, const Subject&... subject)
{
    AnsweredStep step;
    options.statistics = &step.statistics;
    const Stopwatch watch;
    if (asked.collides) {
        step.first = collision_answer(options, subject...);
    } else if (asked.all) {
        const Answers all = all_contacts(subject..., options);
        step.first = without_lists(all);
        step.pairs = pair_answers(all);
    } else {
        step.first = first_contact(subject..., options);
    }
    step.answer_seconds = watch.seconds();
    return step;
}

/// What a run over many steps keeps.
struct StepsRun {
    std::vector<AnsweredStep> steps = {};
    bool complete = false;  ///< every step is answered
    int threads = 1;
    double read_seconds = 0.0;
    double build_seconds = 0.0;
    double answering_seconds = 0.0;  ///< moves included
    double seconds = 0.0;            ///< of everything

    [[nodiscard]] Tally tally() const;
};

/// How a command names its steps and the objects in them.
struct StepNames {
    std::string noun = "step";
    std::string objects = "objects";  ///< what they are, as the head of a column
    std::function<std::string(std::uint32_t)> object = {};
};

/// "step 3: a, b": its number, and the two objects it is about.
[[nodiscard]] std::string step_name(const StepNames& names, std::size_t number, const AnsweredStep& step);

/// The head of the table of steps.
[[nodiscard]] std::string step_table_head(const StepNames& names);

/// A step in one line of the table.
[[nodiscard]] std::string step_table_line(const StepNames& names, std::size_t number, const AnsweredStep& step);

/// What was found, in a few lines.
[[nodiscard]] std::string steps_text(const StepNames& names, const StepsRun& run,
                                     const std::optional<double>& clearance);

/// The time of a run and the machine it ran on, in a line.
[[nodiscard]] std::string run_cost_text(const StepsRun& run, const MotionOptions& options);

/// Members that name two objects in JSON.
using PairMembers = std::function<Json(const std::optional<ObjectPair>&)>;

/// {"bodies":[...],"shapes":[...]}, where `member` is "bodies": two objects by their names; null for none.
[[nodiscard]] Json named_pair_json(const std::string& member, const StepNames& names,
                                   const std::optional<ObjectPair>& pair);

/// A step: its number, the two objects it is about, and its answer.
[[nodiscard]] Json step_json(const StepNames& names, std::size_t number, const AnsweredStep& step,
                             const PairMembers& pair_members);

/// The answers about the pairs of a step; null without --all.
[[nodiscard]] Json pairs_json(const MotionOptions& options, const AnsweredStep& step, const PairMembers& pair_members);

/// The seconds of a run whose steps are answered one after the other: all, read, build, move and answer.
[[nodiscard]] Json seconds_json(const StepsRun& run);

/// The cost of one of its steps: seconds, and the work of bodies unless it is not counted; null then.
[[nodiscard]] Json step_stats_json(std::size_t number, const AnsweredStep& step, bool counts_work);

/// The contacts of a step that are recorded: those of its pairs, or else the first.
[[nodiscard]] std::vector<Contact> contacts_of(const AnsweredStep& step);

/// What a recording says of a step.
[[nodiscard]] RecordedStep recorded_step(const std::string& name, const Answer& answer, std::size_t contact_count);

/// The threshold, the clearance and the budget of a question as a report shows them; `default_threshold` is shown for no
/// threshold.
[[nodiscard]] std::vector<ReportFact> limit_facts(const MotionOptions& options, const std::string& default_threshold);

/// Adds the number of steps and of those in contact, the work unless only --collides was asked, and the times.
void add_run_facts(ReportFacts& facts, const MotionOptions& options, const StepNames& names, const StepsRun& run);

/// Adds the work of answers about bodies.
void add_work_facts(ReportFacts& facts, const Statistics& work);

/// Adds the time of the answers and that of everything, in seconds.
void add_time_facts(ReportFacts& facts, double answering, double all);

}  // namespace tocca::app
