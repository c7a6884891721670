// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/io/gltf_sampling.hpp"
#include "tocca/io/mesh_file.hpp"

namespace tocca {

/// An animation of a glTF file.
struct GltfAnimationSummary {
    std::string name;    ///< empty when it has none
    double begin = 0.0;  ///< its first key, in seconds
    double end = 0.0;    ///< its last
};

/// The scene of a glTF 2.0 file as one mesh that moves: all meshes of the scene with the transforms of their nodes,
/// skins and morph targets.
///
/// Vertices of one node that are the same in all that moves them are one vertex, since files repeat them for normals and
/// textures. Triangles in any arrangement are faces, lines are edges, points are vertices. Rotations are made unit
/// quaternions, weights of joints are made to sum to 1. Marks of contacts that glb_of draws beside a motion are left out.
/// Computed in double precision.
///
/// Keeps no state between calls: several threads may call positions_at at once. A moved-from object can only be assigned
/// to; any other call throws std::invalid_argument.
class GltfMotion {
public:
    /// `file` is the name of `bytes` in errors, and files that they name lie beside it.
    ///
    /// Throws: Error with the file and the place in the document: malformed_file, unreadable_file, not_finite,
    ///         index_out_of_range, malformed_mesh, interrupted.
    /// Source: registry.khronos.org/glTF/specs/2.0/glTF-2.0.html
    GltfMotion(std::string_view bytes, const std::string& file, const std::stop_token& stop = {});
    explicit GltfMotion(const std::filesystem::path& path, const std::stop_token& stop = {});
    ~GltfMotion();
    GltfMotion(GltfMotion&&) noexcept;
    GltfMotion& operator=(GltfMotion&&) noexcept;

    [[nodiscard]] std::size_t vertex_count() const;
    [[nodiscard]] std::span<const FaceVertices> faces() const;
    /// Of no face.
    [[nodiscard]] std::span<const EdgeVertices> edges() const;
    [[nodiscard]] std::span<const GltfAnimationSummary> animations() const;

    /// The number of the animation with this name, or else with this number; the first for an empty text; empty
    /// for an empty text and a file without animations.
    ///
    /// Throws: Error (malformed_file) if there is no such animation.
    [[nodiscard]] std::optional<std::size_t> animation_called(std::string_view text) const;

    /// The times of the frames that a sampling stands for: 0 alone if nothing moves.
    ///
    /// Throws: Error (malformed_file) if there is no such animation, or if it is too long to be sampled at the
    ///         default rate; std::invalid_argument for a time that is NaN or infinite.
    [[nodiscard]] std::vector<double> frame_times(const GltfSampling& sampling) const;

    /// Where the vertices are at a time of an animation, in seconds; without an animation, as the file shows them.
    ///
    /// Throws: Error (not_finite) if a coordinate grows beyond the doubles.
    [[nodiscard]] std::vector<Point> positions_at(std::optional<std::size_t> animation, double time) const;

private:
    struct Content;
    [[nodiscard]] const Content& content() const;
    std::unique_ptr<const Content> content_;
};

}  // namespace tocca
