// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apps/tocca/check/check_question.hpp"
#include "tocca/report/html_report.hpp"

namespace tocca::app {

/// What a report says beside the motion.
[[nodiscard]] ReportFacts check_facts(const CheckCommand& command, const CheckRun& run);

}  // namespace tocca::app
