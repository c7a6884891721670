// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apps/tocca/rigid/rigid_question.hpp"
#include "tocca/report/html_report.hpp"
#include "tocca/report/recorded_motion.hpp"

namespace tocca::app {

/// The motion of two bodies, as pictures and pages show it.
[[nodiscard]] RecordedMotion pair_recording(const RigidCommand& command, const PairRun& run);

/// What a report says beside that motion.
[[nodiscard]] ReportFacts pair_facts(const RigidCommand& command, const PairRun& run);

/// The steps of a world that are answered.
[[nodiscard]] RecordedMotion world_recording(const RigidCommand& command, const WorldRun& run);

/// What a report says beside those.
[[nodiscard]] ReportFacts world_facts(const RigidCommand& command, const WorldRun& run);

}  // namespace tocca::app
