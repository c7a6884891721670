// SPDX-License-Identifier: Apache-2.0
#include "simulation/impact_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "simulation/impact_zones.hpp"

namespace tocca::simulation {
namespace {

constexpr double pushed_per_step = 0.25;  // of the thickness, by repulsion
constexpr double after_impact = 0.25;     // of the thickness, between features that would have touched
constexpr int sweeps = 4;                 // over all impacts, in a round

/// The inverse of the mass that resists a change of the stencil's vector.
double inverse_mass(const Stencil& stencil, const std::vector<double>& inverse_masses)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < 4; ++i) {
        sum += stencil.weights[i] * stencil.weights[i] * inverse_masses[stencil.vertices[i]];
    }
    return sum;
}

void shift(const Stencil& stencil, const std::vector<double>& inverse_masses, const Eigen::Vector3d& impulse,
           Positions& positions)
{
    for (std::size_t i = 0; i < 4; ++i) {
        const std::uint32_t vertex = stencil.vertices[i];
        positions.col(vertex) += inverse_masses[vertex] * stencil.weights[i] * impulse;
    }
}

}  // namespace

ImpactStepper::ImpactStepper(const World& world, const Judge& judge, const ImpactOptions& options)
    : world_(world), judge_(judge), options_(options), scene_(world, options.threads)
{
    if (options_.gap.clearance == 0.0) options_.gap.clearance = 0.01 * options_.thickness;
    if (options_.wait_beyond == 0.0) options_.wait_beyond = 0.5 * options_.thickness;
    scene_.keep_front();
    for (std::size_t i = 0; i < world.vertex_count(); ++i) {
        inverse_masses_.push_back(world.roles()[i] == Role::free ? 1.0 / world.masses()[i] : 0.0);
    }
}

void ImpactStepper::separate(const Separation& separation, const Positions& from, Positions& to) const
{
    const double lacking = separation.distance - separation.normal.dot(separation.stencil.of(to));
    if (lacking <= 0.0) return;
    const double mobility = inverse_mass(separation.stencil, inverse_masses_);
    if (mobility == 0.0) return;
    Eigen::Vector3d push = lacking * separation.normal;
    Eigen::Vector3d slide = separation.stencil.of(to) - separation.stencil.of(from);
    slide -= separation.normal * separation.normal.dot(slide);
    const double way = slide.norm();
    if (way > 0.0) push -= std::min(world_.surroundings().friction * lacking / way, 1.0) * slide;
    shift(separation.stencil, inverse_masses_, push / mobility, to);
}

void ImpactStepper::relax(const Positions& from, Positions& to, const std::vector<Separation>& repulsions) const
{
    const double h = options_.time_step;
    std::vector<double> multipliers(world_.terms().size(), 0.0);
    for (int iteration = 0; iteration < options_.iterations; ++iteration) {
        for (std::size_t i = 0; i < multipliers.size(); ++i) {
            const LengthTerm& term = world_.terms()[i];
            const Eigen::Vector3d vector = term.stencil.of(to);
            const double length = vector.norm();
            if (length == 0.0 || term.stiffness == 0.0) continue;
            const double compliance = 1.0 / (term.stiffness * h * h);
            const double change = -(length - term.rest + compliance * multipliers[i]) /
                                  (inverse_mass(term.stencil, inverse_masses_) + compliance);
            multipliers[i] += change;
            shift(term.stencil, inverse_masses_, change / length * vector, to);
        }
        for (const Separation& repulsion : repulsions) separate(repulsion, from, to);
    }
}

bool ImpactStepper::answer_impacts(const Positions& from, Positions& to, StepReport& report)
{
    std::vector<Separation> separations;
    ImpactZones zones(world_);
    const int zones_from = options_.impact_rounds, shifts_from = zones_from + options_.rigid_rounds,
              end = shifts_from + options_.translation_rounds;
    for (report.iterations = 0; report.iterations < end; ++report.iterations) {
        const auto impacts = judge_.impacts(scene_, from, to, options_.gap);
        if (impacts.empty()) return true;
        if (report.iterations < zones_from) {
            for (const Impact& impact : impacts) {
                separations.push_back({impact.stencil, impact.normal, after_impact * options_.thickness});
            }
            for (int sweep = 0; sweep < sweeps; ++sweep) {
                for (const Separation& separation : separations) separate(separation, from, to);
            }
            continue;
        }
        zones.join(impacts);
        zones.move_as_one(
            from, to, report.iterations < shifts_from ? ImpactZones::Motion::rigid : ImpactZones::Motion::translation);
        report.zones = zones.count();
    }
    return false;
}

StepReport ImpactStepper::step(State& state)
{
    const double h = options_.time_step;
    StepReport report;
    report.waited = !advance_schedule(world_, state, h, options_.wait_beyond);
    const Positions& from = state.positions;
    Positions to = world_.targets(state.schedule_time, from);
    const Positions accelerations = world_.accelerations(from, state.velocities);
    for (Eigen::Index i = 0; i < to.cols(); ++i) {
        if (world_.roles()[static_cast<std::size_t>(i)] != Role::free) continue;
        to.col(i) += h * state.velocities.col(i) + h * h * accelerations.col(i);
    }
    std::vector<Separation> repulsions;
    for (const NearContact& contact : scene_.near_contacts(from, options_.thickness)) {
        const double distance = contact.difference.norm();
        if (distance == 0.0) continue;
        repulsions.push_back({contact.stencil, contact.difference / distance,
                              std::min(options_.thickness, distance + pushed_per_step * options_.thickness)});
    }
    report.contacts = repulsions.size();
    relax(from, to, repulsions);
    if (!answer_impacts(from, to, report)) {
        const double safe = judge_.safe_step(scene_, from, to, options_.gap).step;
        report.least_step = safe;
        to = ContactScene::after(from, to, safe);
    }
    report.stalled = report.least_step < stalled_step;
    state.velocities = (to - from) / h;
    state.positions = std::move(to);
    return report;
}

}  // namespace tocca::simulation
