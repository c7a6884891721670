// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tocca/base/error.hpp"
#include "tocca/io/read_options.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/scene/scene.hpp"

namespace tocca {

/// A scene over many steps, format tocca.scene/1.
struct SceneFile {
    struct Mesh;
    struct Body;
    struct Robot;
    struct Hold;
    struct Part;

    std::vector<Part> parts;  // no initializer: a Part is not complete here
    /// Parts by name, or links as "arm/hand"; a robot by name stands for its links.
    struct IgnoredPair {
        std::array<std::string, 2> names = {};
        ErrorPlace place = {};
    };
    std::vector<IgnoredPair> ignored_pairs = {};
    std::vector<std::array<std::uint32_t, 2>> ignored_groups = {};
    std::optional<double> clearance = {};
    std::optional<double> threshold = {};
};

/// A deforming mesh.
struct SceneFile::Mesh {
    std::string mesh = {};                 ///< the file with its faces, and where it is without frames
    std::vector<std::string> frames = {};  ///< files, patterns and folders, as frame_files_at takes them

    /// The files of the frames in order, `mesh` too if a pattern matches it; none for a mesh at rest.
    ///
    /// Throws: Error, as frame_files_at; Error (unreadable_file) for a file that must not be named (docs/files.md).
    [[nodiscard]] std::vector<std::filesystem::path> frame_files(const std::string& scene_file,
                                                                 const std::vector<std::string>& package_paths) const;
};

/// A rigid body, and where it is from step to step.
struct SceneFile::Body {
    std::string name = {};
    std::string mesh = {};  ///< a mesh file, found from the folder of the document, or a shape of shape_of_text
    bool solid = false;
    bool isolated_vertices = false;  ///< as in RigidBodyOptions
    std::uint32_t group = 0;
    bool screw = false;  ///< moves on screws from pose to pose, in place of turning about the reference point
    Eigen::Vector3d reference = Eigen::Vector3d::Zero();
    /// One: at rest. Otherwise one more than there are steps.
    std::vector<Eigen::Isometry3d> poses = {};

    [[nodiscard]] RigidMotion motion(std::size_t step) const;
};

/// Something that a link of a robot holds.
struct SceneFile::Hold {
    std::string name = {};
    std::string link = {};
    std::string body = {};  ///< a mesh file or a shape of shape_of_text
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    std::vector<std::string> touch_links = {};
};

/// A robot.
struct SceneFile::Robot {
    /// All values of the robot, or a text of configuration_of_text.
    using Waypoint = std::variant<std::vector<double>, std::string>;

    std::string urdf = {};
    std::string srdf = {};                       ///< empty: none
    std::optional<Eigen::Isometry3d> pose = {};  ///< of its root
    std::string path_file = {};                  ///< of read_joint_path,
    std::vector<Waypoint> waypoints = {};        ///< or what the scene says itself; neither: at rest
    std::vector<Hold> holds = {};
    bool isolated_vertices = false;
    ErrorPlace path_place = {};  ///< of the member `path`, for errors
};

/// What the file says of one part.
struct SceneFile::Part {
    PartOptions options = {};  ///< `solid` of all kinds
    std::variant<Mesh, Body, Robot> what = {};
    ErrorPlace place = {};  ///< for errors

    [[nodiscard]] Scene::Kind kind() const { return static_cast<Scene::Kind>(what.index()); }
};

/// Reads a scene from JSON. docs/check_command.md describes the members; one that it does not describe is an error.
///
/// Throws: Error with `file`, the line and the way to the value at fault: malformed_file, not_finite, not_a_rotation;
///         unreadable_file for a file that must not be named (docs/files.md) or is no plain file.
[[nodiscard]] SceneFile parse_scene(std::string_view text, const std::string& file, const ReadOptions& options = {});

/// Reads such a file; the files that it names are not read yet. Throws: as parse_scene and read_file do.
[[nodiscard]] SceneFile read_scene(const std::filesystem::path& path, const ReadOptions& options = {});

}  // namespace tocca
