// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "scenes/deforming_scene.hpp"
#include "tocca/deformable/moving_scene.hpp"

namespace tocca::bench {

/// Two frames of a scene: what there is before a library does anything with it.
struct MeshStep {
    std::string name;
    std::vector<std::vector<FaceVertices>> faces;  ///< of every object
    scenes::ScenePositions start;
    scenes::ScenePositions end;

    [[nodiscard]] std::size_t triangle_count() const;
};

/// The step from a frame of a generated scene to the next one.
[[nodiscard]] MeshStep step_of(const scenes::DeformingScene& scene, int frame);

/// A step of the published sequences, with the number of its contacts by exact arithmetic.
struct PublishedStep {
    MeshStep step;
    std::size_t vertex_face;
    std::size_t edge_edge;
};

/// The three published steps with exact answers: those that are in the folder.
///
/// Throws: Error for files that are there but cannot be read.
[[nodiscard]] std::vector<PublishedStep> published_steps(const std::filesystem::path& data);

/// The scene at the start of the step.
[[nodiscard]] deformable::MovingScene scene_at_start(const MeshStep& step);

/// Sets the step, as a simulator does each time.
void set_step(deformable::MovingScene& scene, const MeshStep& step, int threads);

}  // namespace tocca::bench
