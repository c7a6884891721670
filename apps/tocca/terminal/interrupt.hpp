// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

namespace tocca::app {

/// A token on which the first Ctrl-C requests a stop; the second ends the program at once.
[[nodiscard]] std::stop_token stop_on_interrupt();

/// Throws: Error (interrupted) after a stop request.
void throw_if_stopped(const std::stop_token& stop);

/// Does the work. If it is interrupted, what it found so far is kept.
void run_until_interrupted(const std::function<void()>& work);

}  // namespace tocca::app
