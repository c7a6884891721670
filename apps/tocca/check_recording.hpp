// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "apps/tocca/check_report.hpp"
#include "tocca/report/html_report.hpp"
#include "tocca/report/recorded_motion.hpp"

namespace tocca::app {

/// What a recording says of a step.
[[nodiscard]] RecordedStep recorded_scene_step(const CheckRun& run, std::size_t number, const AnsweredStep& step,
                                               std::size_t contact_count);

/// What a report says beside the motion.
[[nodiscard]] ReportFacts check_facts(const CheckCommand& command, const CheckRun& run);

}  // namespace tocca::app
