// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apps/tocca/output/answer_json.hpp"
#include "apps/tocca/robot/robot_question.hpp"

namespace tocca::app {

/// The answers, schema tocca.robot/1. Neither seconds nor threads are in it.
[[nodiscard]] std::string robot_json(const RobotCommand& command, const RobotRun& run);

/// The cost of the answers, schema tocca.robot-stats/1.
[[nodiscard]] std::string robot_stats_json(const RobotCommand& command, const RobotRun& run);

/// The counts of a link or an object: shapes, triangles and ignored_vertices.
[[nodiscard]] Json shapes_json(const std::vector<RobotShape>& shapes);

/// The meshes that could not be solids.
[[nodiscard]] Json surfaces_json(const std::vector<SurfaceMesh>& surfaces);

}  // namespace tocca::app
