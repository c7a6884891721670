// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/mesh/mesh_run.hpp"

namespace tocca::app {

Tally MeshRun::tally() const
{
    Tally tally;
    for (const StepAnswer& step : steps) tally.add(step.first.outcome);
    return tally;
}

Verdict MeshRun::verdict() const
{
    return joined(tally().verdict(), steps_unanswered() > 0 ? Verdict::undecided : Verdict::nothing);
}

std::uint64_t MeshRun::steps_intersecting() const
{
    std::uint64_t count = 0;
    for (const StepAnswer& step : steps) count += step.start_intersections.pairs > 0 ? 1U : 0U;
    return count;
}

std::array<std::uint64_t, 2> MeshRun::counts() const
{
    std::array<std::uint64_t, 2> sum = {};
    for (const StepAnswer& step : steps) {
        for (std::size_t kind = 0; kind < 2; ++kind) sum[kind] += step.counts[kind];
    }
    return sum;
}

std::size_t MeshRun::triangles() const
{
    std::size_t sum = 0;
    for (const ObjectSummary& object : objects) sum += object.faces;
    return sum;
}

double MeshRun::answering_seconds() const
{
    double sum = 0.0;
    for (const StepAnswer& step : steps) sum += step.move_seconds + step.answer_seconds;
    return sum;
}

Statistics MeshRun::work() const
{
    Statistics sum;
    for (const StepAnswer& step : steps) sum += step.statistics;
    return sum;
}

}  // namespace tocca::app
