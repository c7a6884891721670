// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apps/tocca/check/check_question.hpp"

namespace tocca::app {

/// The answers, schema tocca.check/1. Neither seconds nor threads are in it.
[[nodiscard]] std::string check_json(const CheckCommand& command, const CheckRun& run);

/// The cost of the answers, schema tocca.check-stats/1.
[[nodiscard]] std::string check_stats_json(const CheckCommand& command, const CheckRun& run);

}  // namespace tocca::app
