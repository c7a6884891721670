// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apps/tocca/cli_forward.hpp"

namespace tocca::app {

/// Makes the help of a command begin with examples, one line each.
void show_examples_first(CLI::App& command, const std::string& examples);

}  // namespace tocca::app
