// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "apps/tocca/mesh/mesh_input.hpp"
#include "tocca/deformable/moving_scene.hpp"

namespace tocca::app {

/// What a report says about an object.
struct ObjectSummary {
    std::string name;
    std::size_t vertices = 0;
    std::size_t isolated_vertices = 0;  ///< of no face and no edge: points
    std::size_t edges = 0;
    std::size_t faces = 0;
    /// Of a connected part: the runs of vertices of its file that it consists of, first and last, in increasing order.
    std::vector<std::array<VertexId, 2>> file_vertices = {};
};

/// The scene of a run, moved from frame to frame.
class FrameScene {
public:
    /// With `components` every connected part of an object is an object of its own. `many_steps`: the scene keeps a front
    /// from step to step, see deformable::MovingScene::keep_front.
    FrameScene(std::vector<std::string> object_names, bool components, bool many_steps);

    /// Goes to the next frame. False if it has a new topology, so that there is no step between it and the one before.
    bool advance(Frame frame, int threads);

    [[nodiscard]] const deformable::MovingScene& scene() const { return scene_; }
    [[nodiscard]] std::vector<ObjectSummary> objects() const;
    /// The names of the frames at the start and at the end of the step, by file object.
    [[nodiscard]] const std::vector<std::string>& from() const { return from_; }
    [[nodiscard]] const std::vector<std::string>& to() const { return to_; }

private:
    void build(std::vector<MeshFile> meshes, int threads);
    void move(const std::vector<MeshFile>& meshes, int threads);

    std::vector<std::string> object_names_;
    bool components_;
    bool many_steps_;
    deformable::MovingScene scene_;
    std::vector<std::vector<std::vector<VertexId>>> parts_;  ///< by file object: the vertices of its parts
    std::vector<std::string> from_;
    std::vector<std::string> to_;
};

}  // namespace tocca::app
