// SPDX-License-Identifier: Apache-2.0
#include "simulation/implicit_stepper.hpp"

#include <algorithm>
#include <utility>

namespace tocca::simulation {
namespace {

constexpr int max_halvings = 20;
/// Of a step that ends in contact so much is made: each pair keeps part of its distance, so that the barrier stays
/// finite and the next step is not zero. The rule of QueryOptions::reach would do the same, but computes the distances
/// of all candidates; here only contacts count.
constexpr double part_before_contact = 0.9;

}  // namespace

ImplicitStepper::ImplicitStepper(const World& world, const Judge& judge, const ImplicitOptions& options)
    : world_(world), judge_(judge), options_(options), scene_(world, options.threads)
{
    if (options_.wait_beyond == 0.0) options_.wait_beyond = 5.0 * options_.reach;
    // The later iterations of a step seldom go further.
    scene_.keep_candidates(options_.reach);
}

StepReport ImplicitStepper::step(State& state)
{
    const double h = options_.time_step;
    StepReport report;
    report.waited = !advance_schedule(world_, state, h, options_.wait_beyond);
    auto contacts = scene_.near_contacts(state.positions, options_.reach);
    report.contacts = contacts.size();
    const IncrementalPotential potential(world_, state, contacts,
                                         {.time_step = h,
                                          .barrier = {options_.reach, options_.barrier * world_.mean_mass() / (h * h)},
                                          .drive = options_.drive});
    Positions x = state.positions;
    double energy = potential.energy(x, contacts);
    while (report.iterations < options_.max_iterations) {
        const Positions direction =
            newton_direction(potential.derivatives(x, contacts), options_.residual, options_.max_linear_iterations);
        ++report.iterations;
        const Positions wanted = x + direction;
        const SafeMotion safe = judge_.safe_step(scene_, x, wanted, {});
        report.least_step = std::min(report.least_step, safe.step);
        bool lower = false;
        double step = safe.step < 1.0 ? part_before_contact * safe.step : 1.0;
        for (int halvings = 0; halvings < max_halvings; ++halvings, step *= 0.5) {
            Positions trial = ContactScene::after(x, wanted, step);
            // Rounded positions of a shorter step may be on other lines than those that were proven.
            if (step < 1.0 && !safe.all_shorter && !judge_.is_free(scene_, x, trial)) continue;
            auto near = scene_.near_contacts(trial, options_.reach);
            const double trial_energy = potential.energy(trial, near);
            lower = trial_energy <= energy;
            if (!lower) continue;
            x = std::move(trial);
            contacts = std::move(near);
            energy = trial_energy;
            break;
        }
        if (!lower || (step == 1.0 && direction.cwiseAbs().maxCoeff() < options_.tolerance * h)) break;
    }
    report.stalled = report.least_step < stalled_step;
    state.velocities = (x - state.positions) / h;
    state.positions = std::move(x);
    return report;
}

}  // namespace tocca::simulation
