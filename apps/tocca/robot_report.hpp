// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/tocca/robot.hpp"
#include "apps/tocca/tally.hpp"
#include "tocca/io/robot_file.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::app {

/// The answer for one motion.
struct RobotEdge {
    Answer first = {};
    std::vector<Answer> pairs = {};  ///< with --all
    Statistics statistics = {};
    double seconds = 0.0;
};

/// What is kept of a run over many motions.
struct RobotRun {
    const RobotChecker& checker;
    std::size_t edge_count = 0;
    std::optional<double> threshold = {};
    std::size_t unknown_pairs = 0;
    std::vector<std::string> notes = {};
    std::vector<SurfaceMesh> surfaces = {};
    int threads = 1;
    double read_seconds = 0.0;
    double build_seconds = 0.0;
    double answer_seconds = 0.0;
    double seconds = 0.0;  ///< of it all
    std::vector<RobotEdge> edges = {};
    bool complete = false;  ///< every edge is answered

    /// Those that start within a clearance too.
    [[nodiscard]] Tally tally() const;
};

/// The answers, schema tocca.robot/1. Holds no times that the work took, and no threads.
[[nodiscard]] std::string robot_json(const RobotCommand& command, const RobotRun& run);

/// What the answers cost, schema tocca.robot-stats/1.
[[nodiscard]] std::string robot_stats_json(const RobotCommand& command, const RobotRun& run);

/// What is checked, and the head of the table of edges.
[[nodiscard]] std::string robot_head(const RobotCommand& command, const RobotRun& run);

/// An edge in one line.
[[nodiscard]] std::string edge_line(const RobotRun& run, std::size_t number, const RobotEdge& edge);

/// The run in a few lines.
[[nodiscard]] std::string robot_text(const RobotCommand& command, const RobotRun& run);

/// The URDF file or the name of the builtin robot.
[[nodiscard]] const std::string& robot_title(const RobotCommand& command);

/// The vertices of a link or an object that no face and no edge uses, and that do not count.
[[nodiscard]] std::size_t ignored_vertices_of(const std::vector<RobotShape>& shapes);

/// The meshes that could not be solids, a line each.
[[nodiscard]] std::string surfaces_text(const std::vector<SurfaceMesh>& surfaces);

/// The same as a JSON array.
[[nodiscard]] std::string surfaces_json(const std::vector<SurfaceMesh>& surfaces);

/// The triangles of a link or an object.
[[nodiscard]] std::size_t triangles_of(const std::vector<RobotShape>& shapes);

}  // namespace tocca::app
