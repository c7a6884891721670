// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "tocca/deformable/moving_scene.hpp"
#include "tocca/report/recorded_motion.hpp"

namespace tocca {

/// Records a deforming scene step by step.
///
/// Every object is a body, with its name without folders. Objects at rest take the space of one frame. A step that does
/// not start where the previous one ended is a cut.
class MeshRecorder {
public:
    explicit MeshRecorder(std::string title);

    /// The scene as it is at the end of its step: what is recorded from here on.
    ///
    /// Throws: std::invalid_argument the second time.
    void begin(const deformable::MovingScene& scene);

    /// A scene with other triangles takes the place of the one before, and its objects are new bodies. That is a step about
    /// which nothing is proven: the old bodies stay, and are replaced at its end.
    ///
    /// Throws: std::invalid_argument before `begin`.
    void change(const deformable::MovingScene& scene, std::string name);

    /// The step of the scene, the answer about it and its contacts, whose objects are those of the scene.
    ///
    /// Throws: std::invalid_argument before `begin`, and for a scene with other objects than the one that began.
    void add_step(const deformable::MovingScene& scene, RecordedStep step, std::span<const Contact> contacts);

    /// What is recorded so far; empty before `begin`. Recording may continue.
    [[nodiscard]] const RecordedMotion& motion() const { return motion_; }

private:
    enum class Moment { start, end };
    void add_bodies(const deformable::MovingScene& scene);
    void add_key(const deformable::MovingScene& scene, Moment moment);
    [[nodiscard]] bool goes_on(const deformable::MovingScene& scene) const;

    RecordedMotion motion_;
    std::size_t first_body_ = 0;  ///< of the scene that is recorded
    bool begun_ = false;
};

}  // namespace tocca
