// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apps/tocca/check/check_question.hpp"

namespace tocca::app {

/// What is checked, and the head of the table of steps.
[[nodiscard]] std::string check_head(const CheckRun& run);

}  // namespace tocca::app
