// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "apps/tocca/robot_report.hpp"
#include "tocca/report/html_report.hpp"
#include "tocca/report/recorded_motion.hpp"

namespace tocca::app {

/// The edges that are answered, as a recording.
[[nodiscard]] RecordedMotion robot_recording(const RobotCommand& command, const RobotRun& run,
                                             std::span<const JointMotion> motions);

/// What a report says of a run beside its motion.
[[nodiscard]] ReportFacts robot_facts(const RobotCommand& command, const RobotRun& run);

}  // namespace tocca::app
