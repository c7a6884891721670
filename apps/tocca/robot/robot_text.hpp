// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "apps/tocca/robot/robot_question.hpp"

namespace tocca::app {

/// What is checked, and the head of the table of edges.
[[nodiscard]] std::string robot_head(const RobotCommand& command, const RobotRun& run);

/// What readers have to say of the files: meshes that are no solids, ignored pairs of unknown names, and notes.
[[nodiscard]] std::string setting_text(const RobotSetting& setting);

/// The triangles of a link or an object.
[[nodiscard]] std::size_t triangles_of(const std::vector<RobotShape>& shapes);

/// Its vertices that no face and no edge uses, and that do not count.
[[nodiscard]] std::size_t ignored_vertices_of(const std::vector<RobotShape>& shapes);

}  // namespace tocca::app
