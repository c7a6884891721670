// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/simulate/simulate_text.hpp"

#include <fmt/format.h>

#include <iterator>

#include "apps/tocca/terminal/human_text.hpp"
#include "simulation/show_piece.hpp"

namespace tocca::app {

std::string show_piece_list()
{
    std::string text;
    for (const simulation::ShowPieceEntry& entry : simulation::show_pieces()) {
        fmt::format_to(std::back_inserter(text), "  {:<8} {}\n", entry.name, entry.about);
    }
    return text;
}

std::string run_text(const simulation::RunSummary& summary)
{
    const auto steps = static_cast<std::uint64_t>(summary.steps);
    std::string text = fmt::format("{}: {} with crossings", counted(steps, "step"), summary.crossing_steps);
    if (summary.first_crossing) {
        text +=
            fmt::format(" (first: step {}; most: {})", *summary.first_crossing, with_commas(summary.most_crossings));
    }
    text += fmt::format(", {} stalled\n", summary.stalled_steps);
    text += fmt::format("{} with impact zones, {} in which driven vertices were waited for\n", summary.zone_steps,
                        summary.waiting_steps);
    text += fmt::format("{}, smallest safe part of a motion {:.3g}\n", counted(summary.iterations, "iteration"),
                        summary.least_step);
    if (summary.steps == 0) return text;
    text +=
        fmt::format("time: {} per step, {:.0f} % of it collision detection; counting crossings {} more\n",
                    duration_text(summary.seconds / summary.steps), 100.0 * summary.collision_seconds / summary.seconds,
                    duration_text(summary.checking_seconds / summary.steps));
    return text;
}

}  // namespace tocca::app
