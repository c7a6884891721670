// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>

#include "apps/tocca/rigid.hpp"

namespace tocca::app {

/// Pairs of all steps that are listed however few bodies there are: some 600 MB with the text of a report.
inline constexpr std::uint64_t always_listed_pairs = 250'000;

/// Answers for the world of the command, step by step, writes what is asked for, and gives the exit code.
[[nodiscard]] int run_rigid_world(const RigidCommand& command, const std::stop_token& stop);

}  // namespace tocca::app
