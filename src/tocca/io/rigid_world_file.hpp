// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/motion/rigid_motion.hpp"

namespace tocca {

/// A body of a world in a file, and where it is from step to step.
struct WorldFileBody {
    std::string name = {};
    std::string mesh = {};  ///< a mesh file, found from the folder of the world's file, or a shape of shape_of_text
    bool solid = false;
    bool isolated_vertices = false;  ///< as in RigidBodyOptions
    std::uint32_t group = 0;
    bool screw = false;  ///< moves on screws from pose to pose, in place of turning about the reference point
    Eigen::Vector3d reference = Eigen::Vector3d::Zero();
    /// One: at rest. Otherwise one more than there are steps.
    std::vector<Eigen::Isometry3d> poses = {};

    [[nodiscard]] RigidMotion motion(std::size_t step) const;
};

/// A world of bodies over many steps, schema tocca.world/1.
struct RigidWorldFile {
    std::vector<WorldFileBody> bodies = {};
    std::size_t step_count = 1;  ///< one for a world at rest
    std::vector<std::array<std::uint32_t, 2>> ignored_groups = {};
    std::vector<std::array<std::uint32_t, 2>> ignored_pairs = {};  ///< by the numbers of the bodies
};

struct RigidWorldFileOptions {
    /// Folders whose meshes may be named, beside those below the file or in its package.
    std::vector<std::string> package_paths = {};
};

/// Reads a world from JSON. docs/rigid.md describes the members; one that it does not describe is an error.
///
/// Throws: Error with `file`, and the way to the value at fault: malformed_file, not_finite, not_a_rotation,
///         mismatched_frames for bodies with different numbers of poses; unreadable_file for a mesh that must not be
///         named (docs/files.md) or is no plain file.
[[nodiscard]] RigidWorldFile parse_rigid_world(std::string_view text, const std::string& file,
                                               const RigidWorldFileOptions& options = {});

/// Reads such a file; its meshes are not read yet. Throws: as parse_rigid_world and read_file do.
[[nodiscard]] RigidWorldFile read_rigid_world(const std::filesystem::path& path,
                                              const RigidWorldFileOptions& options = {},
                                              const std::stop_token& stop = {});

}  // namespace tocca
