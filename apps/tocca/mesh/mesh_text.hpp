// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apps/tocca/mesh/mesh_run.hpp"

namespace tocca::app {

/// The head of the table of steps.
[[nodiscard]] std::string step_head(Verb verb);

/// A step in one line of at most 80 columns.
[[nodiscard]] std::string step_line(Verb verb, const StepAnswer& step);

/// A step that is not checked, since its triangles change.
[[nodiscard]] std::string change_line(std::size_t step, const std::vector<std::string>& from,
                                      const std::vector<std::string>& to);

/// The run in a few lines of at most 80 columns, unless names are long.
[[nodiscard]] std::string run_text(const MeshRun& run);

}  // namespace tocca::app
