// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/base/error.hpp"
#include "tocca/io/joint_state.hpp"
#include "tocca/io/read_options.hpp"
#include "tocca/robot/robot_scene.hpp"

namespace tocca {

/// The surroundings of a robot as a file describes them, before the robot is known.
///
/// Objects are in the scene's own coordinates, which are those of the robot's root unless the state places it elsewhere.
struct PlanningScene {
    /// An object in the coordinates of a link, by its name, or of the scene when there is none.
    struct Object {
        Obstacle object;
        std::string frame = {};
        ErrorPlace place = {};
    };
    struct Attached {
        AttachedObject object;
        std::string frame = {};  ///< that of its pose; empty: the link that holds it
        ErrorPlace place = {};
    };
    struct Allowed {
        RobotParts::NamedPair names;
        ErrorPlace place = {};
    };

    std::string name = {};
    std::vector<Object> objects = {};
    std::vector<Attached> attached = {};
    std::vector<Allowed> allowed = {};
    /// Names that may touch everything, but for the pairs listed as not allowed.
    std::vector<std::string> allowed_with_all = {};
    std::vector<RobotParts::NamedPair> not_allowed = {};
    /// Whether pairs may have names that nothing has, as those of planning tools do.
    bool names_are_free = false;
    JointState state = {};
    std::vector<Note> notes = {};
};

/// Reads a scene from JSON, schema tocca.robot-scene/1. docs/robot_command.md describes the members; one that it does not
/// describe is an error. Meshes are read, from the folder of `file`.
///
/// Throws: Error with the file, and the way to the value at fault: malformed_file, not_finite, not_a_rotation; as
///         load_mesh and RigidBody do, for meshes.
[[nodiscard]] PlanningScene parse_scene_json(std::string_view text, const std::string& file,
                                             const ReadOptions& options = {});

/// Reads a scene of MoveIt or MotionBenchMaker from YAML, also as ROS prints it: the message PlanningScene, the answer of
/// the service get_planning_scene, or PlanningSceneWorld. docs/robot_command.md describes what is read. Members that no
/// such message has are errors, and so are those that say something about obstacles and are not read, such as planes and
/// octomaps.
///
/// Throws: Error with the file and the line, as parse_scene_json.
[[nodiscard]] PlanningScene parse_scene_yaml(std::string_view text, const std::string& file,
                                             const ReadOptions& options = {});

/// Reads a scene from a file: JSON if its name ends in .json, YAML if it ends in .yaml or .yml, and otherwise JSON if it
/// begins with a brace.
///
/// Throws: as parse_scene_json, parse_scene_yaml and read_file.
[[nodiscard]] PlanningScene load_scene(const std::filesystem::path& path, const ReadOptions& options = {});

/// A robot in its scene, ready for RobotChecker.
struct RobotInScene {
    Robot robot;            ///< with the objects that it holds
    RobotScene scene;       ///< in the coordinates of the robot's root
    Eigen::VectorXd start;  ///< of the scene's state; values that it does not give are those of `rest`
    /// Pairs that were left out because nothing has one of their names.
    std::vector<RobotParts::NamedPair> left_out = {};
    std::vector<Note> notes = {};  ///< the scene's, and about joints of its state that the robot lacks
};

/// Puts a robot into a scene; `state`, if given, overrules the scene's, joint by joint, and what neither gives is as in
/// `rest`, or zero.
///
/// Throws: Error (malformed_robot) with the place for frames, links and names that do not exist or are not unique; as
///         configuration_of.
[[nodiscard]] RobotInScene place_robot(const Robot& robot, const PlanningScene& scene, const JointState& state = {},
                                       const std::optional<Eigen::VectorXd>& rest = {});

}  // namespace tocca
