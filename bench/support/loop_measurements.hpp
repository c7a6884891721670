// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/benchmark_program.hpp"

namespace tocca::bench {

/// What a simulator's line search and a planner of soft bodies ask for again and again: small scenes, steps brought up to
/// date, one instant, and trials from the same start. Refits are compared with a plain loop over boxes.
void measure_loop(Benchmark& benchmark);

}  // namespace tocca::bench
