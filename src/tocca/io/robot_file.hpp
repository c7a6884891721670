// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/io/load_robot.hpp"
#include "tocca/io/note.hpp"
#include "tocca/io/srdf_file.hpp"
#include "tocca/robot/robot.hpp"

namespace tocca {

/// A mesh that should have been a solid and could only be a surface.
struct SurfaceMesh {
    std::string file;
    std::string why;  ///< what keeps it from being a solid, with the vertices, edge or faces
};

/// What the files of a robot say.
struct RobotFile {
    RobotParts parts = {};
    SrdfFile srdf = {};
    std::vector<SrdfPair> unknown_pairs = {};  ///< disabled by the SRDF file, but not both are links of the robot
    std::vector<Note> notes = {};
    std::vector<SurfaceMesh> surfaces = {};  ///< with `solid_meshes`: each file once, in the order of the links
};

/// Reads a robot as load_robot does, with all that the SRDF file says.
[[nodiscard]] RobotFile read_robot(const std::filesystem::path& path, const RobotFileOptions& options = {},
                                   const std::stop_token& stop = {});

/// The same from text; `file` is its name in errors, and meshes are found from its folder. Safe on any bytes.
[[nodiscard]] RobotFile parse_robot(std::string_view text, const std::string& file,
                                    const RobotFileOptions& options = {}, const std::stop_token& stop = {});

}  // namespace tocca
