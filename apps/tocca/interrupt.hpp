// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

namespace tocca::app {

/// A token on which a stop is requested by the first Ctrl-C; the second ends the program at once.
[[nodiscard]] std::stop_token stop_on_interrupt();

}  // namespace tocca::app
