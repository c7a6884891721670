// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/io/read_options.hpp"
#include "tocca/io/scene_file.hpp"

namespace tocca {

/// A world of bodies over many steps, schema tocca.world/1.
struct RigidWorldFile {
    std::vector<SceneFile::Body> bodies = {};
    std::size_t step_count = 1;  ///< one for a world at rest
    std::vector<std::array<std::uint32_t, 2>> ignored_groups = {};
    std::vector<std::array<std::uint32_t, 2>> ignored_pairs = {};  ///< by the numbers of the bodies
};

/// Reads a world from JSON. docs/rigid.md describes the members; one that it does not describe is an error.
///
/// Throws: Error with `file`, and the way to the value at fault: malformed_file, not_finite, not_a_rotation,
///         mismatched_frames for bodies with different numbers of poses; unreadable_file for a mesh that must not be
///         named (docs/files.md) or is no plain file.
[[nodiscard]] RigidWorldFile parse_rigid_world(std::string_view text, const std::string& file,
                                               const ReadOptions& options = {});

/// Reads such a file; its meshes are not read yet. Throws: as parse_rigid_world and read_file do.
[[nodiscard]] RigidWorldFile read_rigid_world(const std::filesystem::path& path, const ReadOptions& options = {});

}  // namespace tocca
