// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/simulate/simulate_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "apps/tocca/output/output_paths.hpp"
#include "apps/tocca/scene/scene_text.hpp"
#include "apps/tocca/simulate/simulate_text.hpp"
#include "apps/tocca/terminal/exit_code.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "apps/tocca/terminal/interrupt.hpp"
#include "apps/tocca/terminal/options.hpp"
#include "apps/tocca/terminal/progress_line.hpp"
#include "apps/tocca/terminal/standard_streams.hpp"
#include "simulation/recording.hpp"
#include "simulation/run.hpp"
#include "simulation/show_piece.hpp"
#include "tocca/io/whole_file.hpp"

namespace tocca::app {
namespace {

namespace sim = simulation;

constexpr int max_frames = 1'000'000;
constexpr int recorded_steps = 100;  // the most that a report shows, evenly spaced

sim::ShowPiece piece_of(const SimulateCommand& command)
{
    auto piece = sim::show_piece(command.piece, command.triangles);
    if (piece) return *std::move(piece);
    throw std::invalid_argument(
        fmt::format("there is no show piece '{}'; the show pieces are\n{}", command.piece, show_piece_list()));
}

/// An option whose value is one of some names.
template <std::size_t count>
void add_name_option(CLI::App& app, const OptionText& option, const std::array<std::string_view, count>& names,
                     std::string& value)
{
    add_checked_option(
        app, option,
        [names](const std::string& text) {
            const bool known = std::find(names.begin(), names.end(), text) != names.end();
            return known ? "" : fmt::format("must be {}, got '{}'", fmt::join(names, " or "), text);
        },
        [&value](const std::string& text) { value = text; });
}

/// Collects what the outputs need from every step.
class SimulationOutput {
public:
    SimulationOutput(const SimulateCommand& command, const sim::World& world, int frames)
        : command_(command),
          world_(world),
          frames_(frames),
          every_(std::max(1, (frames + recorded_steps - 1) / recorded_steps)),
          files_(command.recording),
          recording_(command.piece, world)
    {
        if (!command.counts.empty()) {
            counts_.emplace(command.counts);
            counts_->write("step,crossings\n");
        }
        if (command.folder.empty()) return;
        make_folder(command.folder);
        sim::write_frame(world, world.start(), 0, command.folder);
    }

    void add(const sim::StepDone& done)
    {
        if (counts_) counts_->write(fmt::format("{},{}\n", done.step, done.crossings));
        if (!command_.folder.empty()) sim::write_frame(world_, done.state.positions, done.step, command_.folder);
        if (command_.recording.report.empty() || (done.step % every_ != 0 && done.step != frames_)) return;
        recording_.add(done.state.positions, recorded(done));
        last_recorded_ = done.step;
        last_crossings_ = done.crossings;
    }

    void write(const sim::RunSummary& summary)
    {
        files_.write(recording_.motion(),
                     {.kind = "mesh",
                      .command = command_.recording.command,
                      .settings = {{"stepper", command_.stepper}, {"judge", command_.judge}},
                      .statistics = {{"steps with crossings", std::to_string(summary.crossing_steps)},
                                     {"stalled steps", std::to_string(summary.stalled_steps)}},
                      .complete = summary.steps == frames_},
                     command_.threads);
        files_.commit();
        if (counts_) counts_->commit();
    }

    [[nodiscard]] std::string text() const
    {
        std::string text = files_.text();
        if (command_.folder.empty()) return text;
        text += "Next:  tocca mesh";
        for (const std::string& pattern : sim::frame_patterns(world_, command_.folder)) {
            text += fmt::format(" --object '{}'", pattern);
        }
        return text + "\n";
    }

private:
    /// Only a single step of the impact stepper with the exact judge is proven along the recorded straight line.
    [[nodiscard]] RecordedStep recorded(const sim::StepDone& done) const
    {
        RecordedStep step = {.name = every_ == 1 ? fmt::format("step {}", done.step)
                                                 : fmt::format("steps {} to {}", last_recorded_ + 1, done.step)};
        if (last_crossings_ > 0) {
            step.outcome = Outcome::crossing_at_start;
            step.safe_until = 0.0;
            step.crossing_count = last_crossings_;
        } else if (every_ > 1 || command_.stepper != "impact" || command_.judge != "exact") {
            step.outcome = Outcome::undecided;
            step.safe_until = 0.0;
            step.checked = false;
        }
        return step;
    }

    const SimulateCommand& command_;
    const sim::World& world_;
    int frames_, every_;
    RecordingOutput files_;
    std::optional<WholeFile> counts_;
    sim::Recording recording_;
    int last_recorded_ = 0;
    std::uint64_t last_crossings_ = 0;
};

}  // namespace

CLI::App* add_simulate(CLI::App& app, SimulateCommand& command)
{
    CLI::App* simulate = app.add_subcommand("simulate", "Simulate cloth, and count what passes through");
    show_examples_first(*simulate,
                        "  tocca simulate\n"
                        "  tocca simulate drape --triangles 20K --report drape.html\n"
                        "  tocca simulate press --stepper impact --judge cubic\n");
    simulate->add_option("PIECE", command.piece, "Show piece to simulate; without it, list them")->type_name("");
    add_name_option(*simulate, {"--stepper", "implicit|impact", "Time integrator; default implicit"},
                    std::array<std::string_view, 2>{"implicit", "impact"}, command.stepper);
    add_name_option(*simulate,
                    {"--judge", "exact|cubic|additive|bsc-float", "Contact test; default exact, which is tocca"},
                    std::array<std::string_view, 4>{"exact", "cubic", "additive", "bsc-float"}, command.judge);
    add_value_option(
        *simulate, {"--triangles", "N", "Approximate number of triangles, 1K to 1M; default 5K"},
        "must be 1K to 1M triangles, such as 20K", [](const std::string& text) { return triangle_count_of(text); },
        [&command](std::size_t count) { command.triangles = count; });
    add_value_option(
        *simulate, {"--frames", "N", "Number of steps of 0.01 s; default 500"}, "must be 1 to 1000000 steps",
        [](const std::string& text) { return integer_of<int>(text, 1, max_frames); },
        [&command](int count) { command.frames = count; });
    add_number_option(*simulate, {"--distance", "D", "Distance where contact forces begin; default 2e-3 or less"},
                      Zero::refused, [&command](double distance) { command.distance = distance; });
    add_threads_option(*simulate, command.threads);
    add_output_option(*simulate, {"--report", "FILE", "Write a page that shows the motion, .html"},
                      command.recording.report);
    add_output_option(*simulate, {"--counts", "FILE", "Write the number of crossings after every step, .csv"},
                      command.counts);
    add_output_option(*simulate, {"--out", "FOLDER", "Write the frames to a folder, as binary PLY"}, command.folder);
    simulate->footer(
        "Exit codes: 0 nothing passed through, 1 something did, 2 bad usage or\n"
        "file, 4 internal error, 130 interrupted. More: docs/simulation.md.");
    return simulate;
}

int run_simulate(const SimulateCommand& command, const std::stop_token& stop)
{
    if (command.piece.empty()) {
        if (command.recording.any() || !command.folder.empty() || !command.counts.empty()) {
            throw std::invalid_argument("--report, --counts and --out need the name of a show piece");
        }
        print(show_piece_list());
        return ExitCode::free;
    }
    std::vector<std::string> outputs = command.recording.names();
    outputs.push_back(command.counts);
    check_outputs(outputs, {});
    const sim::ShowPiece piece = piece_of(command);
    const auto judge = sim::judge_of_name(command.judge);
    sim::StepperSettings settings = sim::settings_for(piece);
    settings.distance = command.distance.value_or(settings.distance);
    settings.threads = command.threads;
    const auto stepper = sim::stepper_of_name(command.stepper, piece.world, *judge, settings);
    const int frames = command.frames.value_or(piece.steps);
    SimulationOutput output(command, piece.world, frames);
    print(fmt::format("{}: {}, {} vertices\n", command.piece,
                      counted(static_cast<std::uint64_t>(piece.world.triangle_count()), "triangle"),
                      with_commas(piece.world.vertex_count())));
    ProgressLine line("steps", static_cast<std::size_t>(frames));
    sim::State state = sim::start_of(piece.world);
    const sim::RunSummary summary = sim::run(state, *stepper, frames, [&](const sim::StepDone& done) {
        output.add(done);
        line.show(done.step);
        return !stop.stop_requested();
    });
    line.hide();
    output.write(summary);
    print(run_text(summary) + output.text());
    if (summary.steps < frames) return ExitCode::interrupted;
    return summary.crossing_steps > 0 ? ExitCode::contact : ExitCode::free;
}

}  // namespace tocca::app
