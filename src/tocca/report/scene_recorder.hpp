// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tocca/answer/answer.hpp"
#include "tocca/report/recorded_motion.hpp"
#include "tocca/scene/scene.hpp"

namespace tocca {

class PoseRecorder;

/// Records a scene of deforming meshes, rigid bodies and robots step by step. Rigid bodies and every shape of every link
/// come first, then the meshes.
class SceneRecorder {
public:
    /// The parts of the scene, and where its meshes start.
    explicit SceneRecorder(std::string title, const Scene& scene);
    SceneRecorder(SceneRecorder&&) noexcept;
    SceneRecorder& operator=(SceneRecorder&&) noexcept;
    ~SceneRecorder();

    /// The step of the scene with the answer that first_contact or all_contacts gave about it.
    ///
    /// Throws: std::invalid_argument for meshes that do not start where they ended the step before.
    void add_step(const Scene& scene, const Answer& answer);
    void add_step(const Scene& scene, const Answers& answers);
    /// The same in the caller's words, with contacts whose objects are those of the scene.
    void add_step(const Scene& scene, RecordedStep step, std::span<const Contact> contacts);

    /// What is recorded so far; before the first step, the scene at its start. Recording may continue.
    [[nodiscard]] RecordedMotion motion() const;

private:
    [[nodiscard]] RecordedContact recorded(const Contact& contact) const;

    std::unique_ptr<PoseRecorder> poses_;
    std::vector<std::size_t> first_body_ = {};  // of each object, in the recording
    std::vector<PartId> mesh_parts_ = {};
    RecordedMotion meshes_ = {};  // with a key before and after each step
    std::vector<RecordedContact> contacts_ = {};
    std::size_t steps_ = 0;
};

}  // namespace tocca
