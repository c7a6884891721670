// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apps/tocca/robot/robot_question.hpp"
#include "tocca/report/html_report.hpp"
#include "tocca/report/recorded_motion.hpp"

namespace tocca::app {

/// The edges that are answered, as a recording.
[[nodiscard]] RecordedMotion robot_recording(const RobotCommand& command, const RobotRun& run);

/// What a report says beside the motion.
[[nodiscard]] ReportFacts robot_facts(const RobotCommand& command, const RobotRun& run);

}  // namespace tocca::app
