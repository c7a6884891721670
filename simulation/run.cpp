// SPDX-License-Identifier: Apache-2.0
#include "simulation/run.hpp"

#include <algorithm>
#include <limits>

#include "simulation/impact_stepper.hpp"
#include "simulation/implicit_stepper.hpp"

namespace tocca::simulation {
namespace {

/// Contact forces begin at 2 mm, or at a fifth of an edge of the cloth if that is less.
constexpr double usual_distance = 2e-3, part_of_edge = 0.2;

}  // namespace

RunSummary run(State& state, Stepper& stepper, int steps, const std::function<bool(const StepDone&)>& done)
{
    RunSummary summary;
    ContactScene& scene = stepper.contact_scene();
    scene.seconds = scene.checking_seconds = 0.0;
    for (int step = 1; step <= steps; ++step) {
        StepReport report;
        {
            const TimeSpent time(summary.seconds);
            report = stepper.step(state);
        }
        const std::uint64_t crossings = scene.crossings(state.positions);
        ++summary.steps;
        summary.most_crossings = std::max(summary.most_crossings, crossings);
        if (crossings > 0) {
            ++summary.crossing_steps;
            if (!summary.first_crossing) summary.first_crossing = step;
        }
        summary.stalled_steps += report.stalled ? 1 : 0;
        summary.waiting_steps += report.waited ? 1 : 0;
        summary.zone_steps += report.zones > 0 ? 1 : 0;
        summary.least_step = std::min(summary.least_step, report.least_step);
        summary.iterations += static_cast<std::uint64_t>(report.iterations);
        summary.contacts += report.contacts;
        if (done && !done({step, state, report, crossings})) break;
    }
    summary.collision_seconds = scene.seconds;
    summary.checking_seconds = scene.checking_seconds;
    return summary;
}

std::unique_ptr<Stepper> stepper_of_name(std::string_view name, const World& world, const Judge& judge,
                                         const StepperSettings& settings)
{
    const double wait_beyond = settings.waits ? 0.0 : std::numeric_limits<double>::infinity();
    if (name == "implicit") {
        return std::make_unique<ImplicitStepper>(
            world, judge,
            ImplicitOptions{.reach = settings.distance, .wait_beyond = wait_beyond, .threads = settings.threads});
    }
    if (name == "impact") {
        return std::make_unique<ImpactStepper>(
            world, judge,
            ImpactOptions{.thickness = settings.distance, .wait_beyond = wait_beyond, .threads = settings.threads});
    }
    return nullptr;
}

StepperSettings settings_for(const ShowPiece& piece)
{
    const double usual = std::min(usual_distance, part_of_edge * piece.edge);
    return {.distance = piece.distance > 0.0 ? piece.distance : usual, .waits = piece.waits};
}

}  // namespace tocca::simulation
