// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "simulation/run.hpp"

namespace tocca::app {

/// The names of the show pieces with what happens in them, a line each.
[[nodiscard]] std::string show_piece_list();

/// What a run was like, in a few lines: crossings, stalled steps, times.
[[nodiscard]] std::string run_text(const simulation::RunSummary& summary);

}  // namespace tocca::app
