// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "apps/tocca/rigid.hpp"

namespace tocca::app {

/// Answers for the world of the command, step by step, writes what is asked for, and gives the exit code.
[[nodiscard]] int run_rigid_world(const RigidCommand& command, const std::stop_token& stop);

}  // namespace tocca::app
