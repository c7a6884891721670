// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/robot/robot_question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/tocca/output/answer_files.hpp"
#include "apps/tocca/robot/robot_json.hpp"
#include "apps/tocca/robot/robot_recording.hpp"
#include "apps/tocca/robot/robot_text.hpp"
#include "apps/tocca/terminal/interrupt.hpp"
#include "apps/tocca/terminal/options.hpp"
#include "apps/tocca/terminal/progress_line.hpp"
#include "apps/tocca/terminal/standard_streams.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/parallel.hpp"

namespace tocca::app {
namespace {

/// Goes through the edges, several at a time, and keeps what is found in their order.
class EdgeScan {
public:
    EdgeScan(const RobotCommand& command, const std::stop_token& stop, RobotRun& run)
        : command_(command),
          motions_(run.setting.motions),
          run_(run),
          names_(step_names(run)),
          line_("edges", motions_.size())
    {
        options_.tolerance = command.time_tolerance;
        options_.budget = command.budget;
        options_.target = command.target;
        options_.stop = stop;
    }
    EdgeScan(const EdgeScan&) = delete;
    EdgeScan& operator=(const EdgeScan&) = delete;

    /// Ends after a stop request; then what was answered before is kept.
    void run()
    {
        std::size_t at_once = 4 * static_cast<std::size_t>(run_.threads);
        while (run_.steps.size() < motions_.size()) {
            const Stopwatch watch;
            const std::size_t count = std::min(at_once, motions_.size() - run_.steps.size());
            if (!answer_next(count)) return;
            // Lines come a few times a second, whatever an edge takes.
            if (watch.seconds() < 0.1) at_once *= 2;
        }
        run_.complete = true;
    }

private:
    /// Returns whether all of them are answered.
    bool answer_next(std::size_t count)
    {
        const std::size_t first = run_.steps.size();
        std::vector<std::optional<AnsweredStep>> answers(count);
        for_each_piece(count, command_.threads, [&](std::size_t i) {
            try {
                if (options_.stop.stop_requested()) return;
                answers[i] = answer_step(command_, options_, run_.checker, motions_[first + i]);
            } catch (const Error& error) {
                if (error.code() == ErrorCode::interrupted) return;
                throw Error(error.code(), fmt::format("edge {}: {}", first + i, error.what()), {.file = command_.path});
            }
        });
        line_.hide();
        for (std::optional<AnsweredStep>& answer : answers) {
            if (!answer) return false;
            print(step_table_line(names_, run_.steps.size(), *answer));
            run_.steps.push_back(std::move(*answer));
        }
        line_.show(static_cast<double>(run_.steps.size()));
        return true;
    }

    const RobotCommand& command_;
    const std::vector<JointMotion>& motions_;
    RobotRun& run_;
    StepNames names_;
    ProgressLine line_;
    QueryOptions options_;
};

/// Refuses a robot that nothing can touch: "free" would be about nothing.
void check_question(const RobotCommand& command, const RobotChecker& checker)
{
    if (checker.pair_count() > 0) return;
    const auto links = checker.robot().links();
    const bool no_shapes =
        std::all_of(links.begin(), links.end(), [](const Link& link) { return link.shapes.empty(); });
    const std::string sentence = no_shapes
                                     ? "nothing to check: no link has collision geometry (<visual> is not checked)"
                                 : checker.scene().objects.empty() && !command.self
                                     ? "nothing to check: --no-self excludes pairs of links, and there are no obstacles"
                                     : "nothing to check: every pair of links and objects is ignored, see --info";
    throw Error(ErrorCode::malformed_robot, sentence, {.file = command.robot});
}

}  // namespace

StepNames step_names(const RobotRun& run)
{
    return {.noun = "edge", .objects = "links and objects", .object = [&run](std::uint32_t body) {
                return run.checker.body_name(body);
            }};
}

int run_robot_edges(const RobotCommand& command, const std::stop_token& stop)
{
    check_robot_files(command);
    const Stopwatch watch;
    RobotSetting setting = read_setting(command, stop);
    const double read_seconds = watch.seconds();
    const Stopwatch building;
    const RobotCheckOptions check = check_options(command, setting);
    const RobotChecker checker(std::move(setting.robot), std::move(setting.scene), check);
    check_question(command, checker);
    RobotRun run{
        {.threads = used_threads(command.threads), .read_seconds = read_seconds, .build_seconds = building.seconds()},
        checker,
        setting,
        check.threshold};

    AnswerFiles files(command.json_file, command.stats_file, command.recording);
    print(robot_head(command, run));
    const Stopwatch answering;
    EdgeScan(command, stop, run).run();
    run.answering_seconds = answering.seconds();
    run.seconds = watch.seconds();
    files.write({.json = [&] { return robot_json(command, run); },
                 .stats = [&] { return robot_stats_json(command, run); },
                 .motion = [&] { return robot_recording(command, run); },
                 .facts = [&] { return robot_facts(command, run); },
                 .threads = command.threads});
    files.commit();
    return end_run(
        "\n" + steps_text(step_names(run), run, command.clearance) + run_cost_text(run, command) + files.text(),
        {run.steps.size(), setting.motions.size(), "edge", run.complete, run.tally().verdict()});
}

}  // namespace tocca::app
