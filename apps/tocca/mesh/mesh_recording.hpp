// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "apps/tocca/mesh/mesh_run.hpp"
#include "tocca/report/html_report.hpp"
#include "tocca/report/recorded_motion.hpp"

namespace tocca::app {

/// What a recording is called: the names of the objects.
[[nodiscard]] std::string recording_title(const std::vector<std::string>& object_names);

/// "a.ply to b.ply": the frames at the start and the end of a step, of the first object that has two.
[[nodiscard]] std::string step_name(const std::vector<std::string>& from, const std::vector<std::string>& to);

/// What a report says of a run beside its motion; `command` is what was typed.
[[nodiscard]] ReportFacts mesh_facts(const MeshRun& run, const std::string& command);

}  // namespace tocca::app
