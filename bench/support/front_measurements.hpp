// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "support/mesh_step.hpp"

namespace tocca::bench {

/// A scene over several frames.
struct MeshSequence {
    std::string name;
    std::vector<std::vector<FaceVertices>> faces;  ///< of every object
    std::vector<scenes::ScenePositions> frames;
};

/// A step cut into `count` equal ones.
[[nodiscard]] MeshSequence sequence_of(const MeshStep& step, int count);
/// Frames `first` to `first + count` of a generated scene.
[[nodiscard]] MeshSequence sequence_of(const scenes::DeformingScene& scene, int first, int count);

/// all_contacts along a sequence with a front of some size kept from step to step, one thread.
struct FrontMeasurement {
    std::size_t most_pairs = 0;
    double seconds = 0.0;  ///< of processor time a step, the refit not counted; of each step the least of all passes
    std::uint64_t node_tests = 0;  ///< a step
    std::string hash;              ///< of all answers
};

/// Measures all sizes of a front in turn, step by step. The first step, which no front can serve, is not counted.
[[nodiscard]] std::vector<FrontMeasurement> measure_fronts(const MeshSequence& sequence,
                                                           std::span<const std::size_t> sizes, int passes);

}  // namespace tocca::bench
