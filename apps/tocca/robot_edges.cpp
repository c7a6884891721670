// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/robot_edges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "apps/tocca/exit_code.hpp"
#include "apps/tocca/human_text.hpp"
#include "apps/tocca/pair_answers.hpp"
#include "apps/tocca/progress_line.hpp"
#include "apps/tocca/robot_recording.hpp"
#include "apps/tocca/robot_report.hpp"
#include "apps/tocca/robot_setting.hpp"
#include "apps/tocca/standard_streams.hpp"
#include "apps/tocca/stopwatch.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/io/whole_file.hpp"

namespace tocca::app {
namespace {

RobotEdge whether(const RobotChecker& checker, const JointMotion& motion, const QueryOptions& options)
{
    RobotEdge edge;
    edge.first.outcome = collision_outcome(checker, motion, options);
    if (edge.first.outcome != Outcome::free) edge.first.safe_until = 0.0;
    return edge;
}

RobotEdge every_pair(const RobotChecker& checker, const JointMotion& motion, const QueryOptions& options)
{
    const Answers all = all_contacts(checker, motion, options);
    return {.first = without_lists(all), .pairs = pair_answers(all)};
}

/// Goes through the edges, several at a time, and keeps what is found in their order.
class EdgeScan {
public:
    EdgeScan(const RobotCommand& command, const std::vector<JointMotion>& motions, const std::stop_token& stop,
             RobotRun& run)
        : command_(command), motions_(motions), run_(run), line_("edges", motions.size())
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
        while (run_.edges.size() < motions_.size()) {
            const Stopwatch watch;
            const std::size_t count = std::min(at_once, motions_.size() - run_.edges.size());
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
        const std::size_t first = run_.edges.size();
        std::vector<std::optional<RobotEdge>> answers(count);
        for_each_piece(count, command_.threads, [&](std::size_t i) {
            try {
                if (options_.stop.stop_requested()) return;
                const Stopwatch watch;
                answers[i] = ask(motions_[first + i]);
                answers[i]->seconds = watch.seconds();
            } catch (const Error& error) {
                if (error.code() == ErrorCode::interrupted) return;
                throw Error(error.code(), fmt::format("edge {}: {}", first + i, error.what()), {.file = command_.path});
            }
        });
        line_.hide();
        for (std::optional<RobotEdge>& answer : answers) {
            if (!answer) return false;
            print(edge_line(run_, run_.edges.size(), *answer));
            run_.edges.push_back(std::move(*answer));
        }
        line_.show(static_cast<double>(run_.edges.size()));
        return true;
    }

    [[nodiscard]] RobotEdge ask(const JointMotion& motion) const
    {
        if (command_.collides) return whether(run_.checker, motion, options_);
        Statistics work;
        QueryOptions options = options_;
        options.statistics = &work;
        RobotEdge edge = command_.all ? every_pair(run_.checker, motion, options)
                                      : RobotEdge{.first = first_contact(run_.checker, motion, options)};
        edge.statistics = work;
        return edge;
    }

    const RobotCommand& command_;
    const std::vector<JointMotion>& motions_;
    RobotRun& run_;
    ProgressLine line_;
    QueryOptions options_;
};

/// Where nothing can touch, free would be said of nothing.
void check_question(const RobotCommand& command, const RobotChecker& checker)
{
    if (checker.pair_count() > 0) return;
    const auto links = checker.robot().links();
    const bool no_shapes =
        std::all_of(links.begin(), links.end(), [](const Link& link) { return link.shapes.empty(); });
    const std::string sentence =
        no_shapes ? "nothing to check: no link has collision geometry (<visual> is not checked)"
        : checker.scene().objects.empty() && !command.self
            ? "nothing to check: --no-self leaves out pairs of links, and there is nothing around the robot"
            : "nothing to check: every pair of links and objects is allowed to touch, see --info";
    throw Error(ErrorCode::malformed_robot, sentence, {.file = command.robot});
}

}  // namespace

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
    RobotRun run{.checker = checker,
                 .edge_count = setting.motions.size(),
                 .threshold = check.threshold,
                 .unknown_pairs = setting.unknown_pairs,
                 .notes = setting.notes,
                 .surfaces = std::move(setting.surfaces),
                 .threads = command.threads == 0 ? available_threads() : std::min(command.threads, available_threads()),
                 .read_seconds = read_seconds,
                 .build_seconds = building.seconds()};

    std::optional<WholeFile> json, stats;
    if (!command.json_file.empty()) json.emplace(command.json_file);
    if (!command.stats_file.empty()) stats.emplace(command.stats_file);
    std::optional<RecordingOutput> recorded;
    if (command.recording.any()) recorded.emplace(command.recording);
    print(robot_head(command, run));
    const Stopwatch answering;
    EdgeScan(command, setting.motions, stop, run).run();
    run.answer_seconds = answering.seconds();
    run.seconds = watch.seconds();
    if (json) json->write(robot_json(command, run));
    if (stats) stats->write(robot_stats_json(command, run));
    if (recorded) {
        recorded->write(robot_recording(command, run, setting.motions), robot_facts(command, run), command.threads);
    }
    if (json) json->commit();
    if (stats) stats->commit();
    if (recorded) recorded->commit();
    print(robot_text(command, run) + (recorded ? recorded->text() : ""));
    if (!run.complete) {
        flush_output();
        complain(fmt::format("interrupted after {} of {}; the files hold what was found until then", run.edges.size(),
                             counted(run.edge_count, "edge")));
    }
    return run.complete ? exit_code_of(run.tally().verdict()) : ExitCode::interrupted;
}

}  // namespace tocca::app
