// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>

namespace tocca {

/// Reads a pose from text of four lines with four numbers each, the rows of the 4 x 4 matrix that takes the body's
/// coordinates to the world's; the last is 0 0 0 1. A `#` begins a comment.
///
/// Guarantee: the linear part is the rotation of RigidPath, within 1e-9.
/// Throws:    Error with `file`, and the line where one is at fault: malformed_file, not_finite, not_a_rotation.
[[nodiscard]] Eigen::Isometry3d parse_pose_file(std::string_view text, const std::string& file,
                                                const std::stop_token& stop = {});

/// Reads such a file. Throws: as parse_pose_file and read_file do.
[[nodiscard]] Eigen::Isometry3d read_pose_file(const std::filesystem::path& path, const std::stop_token& stop = {});

/// The pose that four rows of a matrix are.
///
/// Throws: Error without a place: malformed_file unless the last row is 0 0 0 1; not_finite; not_a_rotation.
[[nodiscard]] Eigen::Isometry3d pose_of_matrix(const Eigen::Matrix4d& matrix);

}  // namespace tocca
