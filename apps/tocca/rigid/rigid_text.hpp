// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apps/tocca/rigid/rigid_question.hpp"

namespace tocca::app {

/// The answer about two bodies in a few lines.
[[nodiscard]] std::string pair_text(const RigidCommand& command, const PairRun& run);

/// What is checked in a world, and the head of the table of steps.
[[nodiscard]] std::string world_head(const RigidCommand& command, const WorldRun& run);

}  // namespace tocca::app
