// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "apps/tocca/answered_steps.hpp"
#include "apps/tocca/rigid.hpp"
#include "tocca/io/rigid_world_file.hpp"
#include "tocca/rigid/rigid_world.hpp"

namespace tocca::app {

/// What is kept of a run over many steps.
struct WorldRun {
    const RigidWorldFile& file;
    std::vector<std::shared_ptr<const RigidBody>> bodies = {};  ///< many may be one
    std::vector<AnsweredStep> steps = {};
    bool complete = false;  ///< every step is answered
    int threads = 1;
    double read_seconds = 0.0;
    double build_seconds = 0.0;
    double seconds = 0.0;  ///< of it all
    std::size_t body_bytes = 0;

    [[nodiscard]] Tally tally() const { return tally_of(steps); }
};

/// The answers, schema tocca.rigid-world/1. Holds no times that the work took, and no threads.
[[nodiscard]] std::string world_json(const RigidCommand& command, const WorldRun& run);

/// What the answers cost, schema tocca.rigid-world-stats/1.
[[nodiscard]] std::string world_stats_json(const RigidCommand& command, const WorldRun& run);

/// The head of the table of steps.
[[nodiscard]] std::string world_head(const RigidCommand& command, const WorldRun& run);

/// A step in one line.
[[nodiscard]] std::string world_step_line(const WorldRun& run, std::size_t number, const AnsweredStep& step);

/// The run in a few lines.
[[nodiscard]] std::string world_text(const RigidCommand& command, const WorldRun& run);

}  // namespace tocca::app
