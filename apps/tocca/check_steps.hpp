// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "apps/tocca/check.hpp"

namespace tocca::app {

/// Answers for the scene of the command, step by step, writes what is asked for, and gives the exit code.
[[nodiscard]] int check_steps(const CheckCommand& command, const std::stop_token& stop);

}  // namespace tocca::app
