// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "calls.hpp"
#include "options.hpp"
#include "tocca/rigid/rigid_body.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca::python {

/// How Python holds a body: worlds and shapes share it.
using BodyHandle = std::shared_ptr<RigidBody>;

/// Reads the options of a pair of bodies.
void read_rigid(Options& options, RigidQueryOptions& query);

/// Runs `ask(query)`, a first contact within a budget, where it is asked if it takes few steps, as most do. Only what
/// takes more is asked again with its whole budget, and watched for Ctrl-C.
///
/// Guarantee: the answer with the whole budget. Where less than half of a budget was spent, it ended nothing early.
template <class Query, class Ask>
auto run_budgeted(Call& call, Query query, const Ask& ask, const RigidStatistics& (*statistics)(decltype(ask(query))&))
{
    constexpr std::uint64_t few_steps = 10'000;  // some milliseconds
    if (query.budget > few_steps) {
        Query brief = query;
        brief.budget = few_steps;
        auto answer = call.run(Duration::short_, [&] { return ask(brief); });
        const RigidStatistics& took = statistics(answer);
        if (took.node_pairs + took.triangle_tests < few_steps / 2) return answer;
    }
    return call.run(Duration::maybe_long, [&] { return ask(query); });
}

}  // namespace tocca::python
