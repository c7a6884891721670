// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tocca::app {

/// The whole program: reads the arguments, runs the command, says what went wrong on standard error, and gives the
/// exit code.
[[nodiscard]] int run(int argc, const char* const* argv);

}  // namespace tocca::app
