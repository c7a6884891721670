// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "apps/tocca/output/answered_steps.hpp"
#include "apps/tocca/rigid/rigid_command.hpp"
#include "tocca/io/rigid_world_file.hpp"
#include "tocca/rigid/placed_bodies.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca::app {

/// Pairs of all steps that are listed however few bodies there are: some 600 MB with the text of a report.
inline constexpr std::uint64_t always_listed_pairs = 250'000;

/// What a run keeps of two bodies: they have one step.
struct PairRun : StepsRun {
    std::array<std::shared_ptr<const RigidBody>, 2> bodies = {};
    std::array<RigidMotion, 2> motions = {};
    std::optional<std::vector<NearFeatures>> near = {};  ///< where they touch, if wanted
    std::size_t body_bytes = 0;

    [[nodiscard]] const Answer& answer() const { return steps.front().first; }
};

/// What a run keeps of a world.
struct WorldRun : StepsRun {
    RigidWorldFile file = {};
    std::vector<std::shared_ptr<const RigidBody>> bodies = {};  ///< many may be one
    std::size_t body_bytes = 0;

    [[nodiscard]] std::size_t triangles() const;
};

/// How the bodies of a world are named.
[[nodiscard]] StepNames step_names(const WorldRun& run);

/// How the library is asked.
[[nodiscard]] QueryOptions query_options(const RigidCommand& command, const std::stop_token& stop);

/// Answers for the two bodies of the command, writes what is asked for, and returns the exit code.
[[nodiscard]] int run_rigid_pair(const RigidCommand& command, const std::stop_token& stop);

/// Answers for the world of the command, step by step, writes what is asked for, and returns the exit code.
[[nodiscard]] int run_rigid_world(const RigidCommand& command, const std::stop_token& stop);

}  // namespace tocca::app
