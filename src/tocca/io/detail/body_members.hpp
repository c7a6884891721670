// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <span>
#include <string>

#include "tocca/io/detail/document.hpp"
#include "tocca/io/scene_file.hpp"

namespace tocca::io::detail {

/// A pose in JSON: a text of pose_of_text, or the four rows of a matrix.
///
/// Throws: as DocumentPlace, and Error (not_finite, not_a_rotation) with the place.
[[nodiscard]] Eigen::Isometry3d pose_at(const DocumentPlace& place);

/// A natural number of 32 bits.
[[nodiscard]] std::uint32_t group_at(const DocumentPlace& place);

/// The path of a file that a document names, from the folder of the document, and where else it may lie.
struct NamedFileOptions {
    const std::string& file;  ///< the document
    std::span<const std::string> package_paths = {};
};
/// Throws: Error (unreadable_file) for a file that must not be named (docs/files.md) or is no plain file, (malformed_file)
///         for an empty name.
[[nodiscard]] std::string file_named_at(const DocumentPlace& place, const NamedFileOptions& options);

/// Reads the members `screw`, `reference`, `pose` and `poses`.
void read_body_motion(const DocumentPlace& place, SceneFile::Body& body);

}  // namespace tocca::io::detail
