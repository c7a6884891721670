// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apps/tocca/mesh/mesh_run.hpp"

namespace tocca::app {

/// The answers, schema tocca.mesh/1. Neither seconds nor threads are in it.
[[nodiscard]] std::string mesh_json(const MeshRun& run);

/// The cost of the answers, schema tocca.mesh-stats/1.
[[nodiscard]] std::string mesh_stats_json(const MeshRun& run);

}  // namespace tocca::app
