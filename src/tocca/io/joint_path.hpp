// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>

#include "tocca/io/note.hpp"
#include "tocca/robot/robot.hpp"

namespace tocca {

/// Successive configurations of a robot, one per row.
struct JointPath {
    Eigen::MatrixXd waypoints;
    /// The line of each waypoint in its file, counted from 1; empty for an array.
    std::vector<std::size_t> lines = {};
    std::vector<Note> notes = {};
    std::vector<std::size_t> named = {};  ///< the values that the file gives; the others are those of `rest`
};

/// Reads a path from text: a line of value names (Robot::value_name) in any order with commas between them, then a line
/// of numbers for each waypoint. A line that begins with `#` is a comment. Values that are not named are as in `rest`.
/// Quaternions are normalised where their length is more than 1 % off, and a note says so.
///
/// Throws: Error with `file` and the line: malformed_file for a name that the robot lacks or that is there twice, a wrong
///         number of values, text that is no number, and a file without waypoints; not_finite; not_a_rotation for a
///         quaternion whose length is not within 0.5 and 2; interrupted. std::invalid_argument for a `rest` of another
///         length.
[[nodiscard]] JointPath parse_joint_path_csv(std::string_view text, const std::string& file, const Robot& robot,
                                             const Eigen::VectorXd& rest, const std::stop_token& stop = {});

/// Reads a path from the bytes of a NumPy array file of shape (waypoints, values), float64 or float32 of either byte
/// order, in C or Fortran order; all values of the robot in their order.
///
/// Throws: as parse_joint_path_csv, with the waypoint, counted from 0, in place of the line.
[[nodiscard]] JointPath parse_joint_path_npy(std::string_view bytes, const std::string& file, const Robot& robot);

/// Reads a path from a file, an array if its name ends in .npy.
[[nodiscard]] JointPath read_joint_path(const std::filesystem::path& path, const Robot& robot,
                                        const Eigen::VectorXd& rest, const std::stop_token& stop = {});

}  // namespace tocca
