// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "apps/tocca/rigid.hpp"
#include "tocca/report/html_report.hpp"
#include "tocca/report/recorded_motion.hpp"

namespace tocca::app {

/// All files that the command writes.
[[nodiscard]] std::vector<std::string> rigid_outputs(const RigidCommand& command);

/// What a path is called without its folders.
[[nodiscard]] std::string file_name(const std::string& path);

/// What a recording says of a step.
[[nodiscard]] RecordedStep recorded_step(const std::string& name, const Answer& answer, std::size_t contact_count);

/// What a report says of a question about rigid bodies: its kind, command and settings, and the SIMD target.
[[nodiscard]] ReportFacts rigid_facts(const RigidCommand& command);

/// Adds what answers took.
void add_work(ReportFacts& facts, const Statistics& work);

}  // namespace tocca::app
