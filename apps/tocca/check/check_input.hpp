// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "tocca/scene/scene.hpp"

namespace tocca::app {

/// A scene, and how its parts move from step to step.
struct CheckedScene {
    std::string title = {};  ///< the file, or the name of a builtin scene
    Scene scene = {};
    std::size_t step_count = 1;
    /// Moves all parts by a step. Steps come in order, from 0.
    std::function<void(Scene& scene, std::size_t step)> move = {};
    std::vector<std::array<std::uint32_t, 2>> ignored_pairs = {};  ///< by the numbers of objects
    std::vector<std::array<std::uint32_t, 2>> ignored_groups = {};
    std::optional<double> clearance = {};
    std::optional<double> threshold = {};
    std::vector<std::string> notes = {};             ///< what is to be said of the files
    std::vector<std::filesystem::path> inputs = {};  ///< that the scene names, and its own
    std::size_t ignored_vertices = 0;                ///< of bodies: of no face and no edge
    double read_seconds = 0.0;
    double build_seconds = 0.0;
};

struct CheckedSceneOptions {
    std::vector<std::string> package_paths = {};
    int threads = 0;
    std::stop_token stop = {};
};

/// Reads a scene file and what it names; only the frames of meshes after the first are read later.
///
/// Throws: Error, as read_scene and the readers of what it names do; Error with the place for parts that make no scene.
[[nodiscard]] CheckedScene read_checked_scene(const std::string& file, const CheckedSceneOptions& options);

/// A builtin scene by its name. Throws: std::invalid_argument for a name that none has.
[[nodiscard]] CheckedScene builtin_checked_scene(const std::string& name);

/// The triangles of all parts.
[[nodiscard]] std::size_t triangle_count(const Scene& scene);

}  // namespace tocca::app
