// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "simulation/run.hpp"

namespace tocca::app {

/// The names of the show pieces and what happens in them, one per line.
[[nodiscard]] std::string show_piece_list();

/// A summary of a run in a few lines: crossings, stalled steps, times.
[[nodiscard]] std::string run_text(const simulation::RunSummary& summary);

}  // namespace tocca::app
