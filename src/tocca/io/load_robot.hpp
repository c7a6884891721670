// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "tocca/robot/robot.hpp"

namespace tocca {

struct RobotFileOptions {
    /// An SRDF file, whose disabled pairs may touch; none when empty.
    std::string srdf = {};
    /// Where `package://name/...` is looked for first: folders of that name, or folders that hold one.
    std::vector<std::string> package_paths = {};
    /// Meshes are solids, in place of surfaces; those that cannot be stay surfaces, and RobotFile lists them.
    bool solid_meshes = false;
    /// Vertices of meshes that no face and no edge uses are points of the link; ignored otherwise.
    bool isolated_vertices = false;
};

/// Reads a robot from a URDF file, with the meshes that its collision geometry names. docs/robot_files.md says what is
/// read and how meshes are found.
///
/// Guarantee: links and joints are in the order of the file. Boxes, spheres, cylinders and capsules are solids.
/// Throws:    Error with the file and the line: malformed_file, also for elements and attributes that are not known,
///            malformed_robot for links and joints that do not make a robot, not_finite, unreadable_file for a mesh
///            that is not found; as read_mesh does for malformed meshes; interrupted after a stop request.
[[nodiscard]] Robot load_robot(const std::filesystem::path& path, const RobotFileOptions& options = {},
                               const std::stop_token& stop = {});

}  // namespace tocca
