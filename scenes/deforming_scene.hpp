// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/geometry/point.hpp"
#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca::scenes {

/// An object of a scene: what does not change from frame to frame.
struct DeformingObject {
    std::string name;
    std::vector<FaceVertices> faces;
};

/// The positions of the vertices of every object, in the order of the objects.
using ScenePositions = std::vector<std::vector<Point>>;

/// A sequence of frames, generated when they are asked for: any frame, in any order, always with the same numbers.
struct DeformingScene {
    std::string name;
    int frames = 0;
    /// With the faces of the first frame.
    std::vector<DeformingObject> objects;
    /// The positions at a frame from 0 to frames - 1.
    std::function<ScenePositions(int frame)> positions;
    /// The faces of every object at a frame, only where they change: a change comes between two frames of one shape, the
    /// first with the old triangles, the second with the new ones.
    std::function<std::vector<std::vector<FaceVertices>>(int frame)> changing_faces = {};
};

/// How many triangles a scene has, in its first frame.
[[nodiscard]] std::size_t triangle_count(const DeformingScene& scene);

/// The objects of a scene at a frame, as checked meshes.
[[nodiscard]] std::vector<TriangleMesh> meshes_at(const DeformingScene& scene, int frame);

/// An entry of the list of scenes.
struct DeformingSceneEntry {
    std::string_view name;
    std::string_view about;  ///< what happens, in a few words
    std::size_t triangles;   ///< its usual size
    DeformingScene (*make)(std::size_t triangles);
};

/// All scenes of deforming meshes.
[[nodiscard]] const std::vector<DeformingSceneEntry>& deforming_scenes();

/// The scene of that name, with about as many triangles as asked for, from 1,000 to 1,000,000 (a scene made of few
/// parts of one kind comes as near as it can), or of its usual size; nothing if there is none of that name.
///
/// Guarantee: the same numbers for the same name and size, as far as the C library's sine and cosine agree.
[[nodiscard]] std::optional<DeformingScene> deforming_scene(std::string_view name,
                                                            std::optional<std::size_t> triangles = {});

}  // namespace tocca::scenes
