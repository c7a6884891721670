// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apps/tocca/rigid/rigid_question.hpp"

namespace tocca::app {

/// The answer about two bodies, schema tocca.rigid/1. Neither seconds nor threads are in it.
[[nodiscard]] std::string pair_json(const RigidCommand& command, const PairRun& run);

/// The cost of that answer, schema tocca.rigid-stats/1.
[[nodiscard]] std::string pair_stats_json(const RigidCommand& command, const PairRun& run);

/// The answers about a world, schema tocca.rigid-world/1. Neither seconds nor threads are in it.
[[nodiscard]] std::string world_json(const RigidCommand& command, const WorldRun& run);

/// The cost of those answers, schema tocca.rigid-world-stats/1.
[[nodiscard]] std::string world_stats_json(const RigidCommand& command, const WorldRun& run);

}  // namespace tocca::app
