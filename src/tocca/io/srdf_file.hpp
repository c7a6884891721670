// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <filesystem>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/io/note.hpp"
#include "tocca/robot/robot.hpp"

namespace tocca {

/// Two links that an SRDF file names together.
struct SrdfPair {
    std::string link1;
    std::string link2;
    std::string reason;    ///< "disabled" where the file gives none
    std::size_t line = 0;  ///< counted from 1
};

/// Joints and links that are planned for together.
struct SrdfGroup {
    struct Chain {
        std::string base_link;
        std::string tip_link;
    };
    std::string name;
    std::vector<std::string> joints = {};
    std::vector<std::string> links = {};  ///< each stands for the joint above it
    std::vector<Chain> chains = {};       ///< each stands for the joints below its base down to its tip
    std::vector<std::string> groups = {};
    std::size_t line = 0;
};

/// A configuration of a group that has a name.
struct SrdfState {
    struct Values {
        std::string joint;
        std::vector<double> values;
    };
    std::string name;
    std::string group;
    std::vector<Values> joints = {};
    std::size_t line = 0;
};

/// What an SRDF file says about a robot.
struct SrdfFile {
    std::string file = {};  ///< its path, for errors
    std::string name = {};  ///< the robot's; empty where the file gives none
    std::vector<SrdfPair> disabled = {};
    /// Links, each as link1, that are not checked against any other, but for the enabled pairs.
    std::vector<SrdfPair> disabled_by_default = {};
    std::vector<SrdfPair> enabled = {};
    std::vector<SrdfGroup> groups = {};
    std::vector<SrdfState> states = {};
    std::set<std::string> virtual_joints = {};     ///< how the robot stands in its surroundings: no joints of its own
    std::vector<std::string> passive_joints = {};  ///< that move, but are not planned for
    std::vector<Note> notes = {};
};

/// Reads SRDF text. Elements that neither MoveIt nor the other programs listed in docs/robot_files.md know are errors.
///
/// Throws: Error (malformed_file, not_finite) with `file` and the line.
/// Source: wiki.ros.org/srdf, and the SRDF reader of MoveIt for what it adds.
[[nodiscard]] SrdfFile parse_srdf(std::string_view text, const std::string& file);

/// Reads such a file. Throws: as parse_srdf and read_file do.
[[nodiscard]] SrdfFile read_srdf(const std::filesystem::path& path, const std::stop_token& stop = {});

/// The pairs that a file disables: those of links that exist, ready for RobotParts::allowed, and the others.
struct SrdfAllowed {
    std::vector<RobotParts::NamedPair> pairs = {};
    std::vector<SrdfPair> unknown = {};  ///< a name of theirs is that of no link
};
[[nodiscard]] SrdfAllowed allowed_pairs(const SrdfFile& srdf, std::span<const Link> links);

/// The states of a file, ready for RobotParts::states. What they say of joints that do not exist is left out
/// with a note; what they say of virtual and fixed joints means nothing.
///
/// Throws: Error (malformed_robot) with the file and the line, for a wrong number of values.
[[nodiscard]] std::vector<RobotParts::State> named_states(const SrdfFile& srdf, std::span<const Joint> joints,
                                                          std::vector<Note>& notes);

/// The values of a configuration that a group moves, in ascending order. Passive and mimic joints, and virtual ones,
/// have none.
///
/// Throws: Error (malformed_robot), with the file and the line where it has them, for a group, link or joint that does
///         not exist, and for a chain whose tip is not below its base.
[[nodiscard]] std::vector<std::size_t> group_values(const Robot& robot, const SrdfFile& srdf, const std::string& group);

}  // namespace tocca
