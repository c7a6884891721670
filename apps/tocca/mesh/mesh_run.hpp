// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "apps/tocca/mesh/mesh_question.hpp"
#include "apps/tocca/mesh/mesh_scene.hpp"
#include "apps/tocca/output/tally.hpp"

namespace tocca::app {

/// What a run over many frames keeps.
struct MeshRun {
    StepQuestion question = {};
    bool with_objects = false;                ///< whether contacts name their objects
    std::size_t frames = 0;                   ///< that there are
    std::vector<ObjectSummary> objects = {};  ///< of the first frame
    std::vector<StepAnswer> steps = {};
    std::vector<std::size_t> topology_changes = {};  ///< steps that are not checked, as their triangles change
    bool finished = false;                           ///< the last frame was reached

    int threads = 1;
    std::string target = {};
    double read_seconds = 0.0;
    double build_seconds = 0.0;
    double seconds = 0.0;  ///< of everything

    /// Every step is answered.
    [[nodiscard]] bool complete() const { return finished && steps_unanswered() == 0; }
    /// Steps that were not checked, or not reached.
    [[nodiscard]] std::size_t steps_unanswered() const { return frames - 1 - steps.size(); }
    /// Of the steps that are answered.
    [[nodiscard]] Tally tally() const;
    /// Of all steps: nothing is known of those that are not answered.
    [[nodiscard]] Verdict verdict() const;
    /// Steps at whose start edges and faces intersect.
    [[nodiscard]] std::uint64_t steps_intersecting() const;
    /// Of all steps, indexed by PairKind.
    [[nodiscard]] std::array<std::uint64_t, 2> counts() const;
    [[nodiscard]] std::size_t triangles() const;
    /// What answering all steps took, their moves included, in seconds.
    [[nodiscard]] double answering_seconds() const;
    [[nodiscard]] Statistics work() const;
};

}  // namespace tocca::app
