// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tocca/report/pose_recorder.hpp"
#include "tocca/report/recorded_motion.hpp"
#include "tocca/scene/scene.hpp"

namespace tocca {

/// Records a scene of deforming meshes, rigid bodies and robots step by step. Rigid bodies and every shape of every link come
/// first, then the meshes.
class SceneRecorder {
public:
    /// The parts of the scene, and where its meshes start.
    explicit SceneRecorder(std::string title, const Scene& scene);

    /// The step of the scene, the answer about it and its contacts, whose objects are those of the scene.
    ///
    /// Throws: std::invalid_argument for meshes that do not start where they ended the step before.
    void add_step(const Scene& scene, RecordedStep step, std::span<const Contact> contacts);

    /// What is recorded so far; before the first step the scene at its start. It may go on.
    [[nodiscard]] RecordedMotion motion() const;

private:
    struct RecordedMesh {
        PartId part;
        RecordedBody body;
        std::vector<std::vector<Point>> frames;  ///< where it is at the start and after each step
    };

    [[nodiscard]] RecordedContact recorded(const Contact& contact) const;

    PoseRecorder poses_;
    std::size_t posed_count_ = 0;
    std::vector<std::size_t> first_body_ = {};  // of each object, in the recording
    std::vector<RecordedMesh> meshes_ = {};
    std::vector<RecordedContact> contacts_ = {};
    std::size_t steps_ = 0;
};

}  // namespace tocca
