// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "tocca/geometry/point.hpp"
#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca {

struct WriteMeshOptions {
    bool ascii = false;                        ///< PLY as text; binary little-endian otherwise
    std::span<const EdgeVertices> edges = {};  ///< of no face
};

/// Writes a mesh as PLY or OBJ, whichever the name says, whole or not at all. Reading it gives the same doubles.
///
/// Throws: Error (unwritable_file), also for a name of another format; Error (not_finite) for NaN and infinity;
///         std::invalid_argument for a face or edge that names a vertex that does not exist.
void write_mesh(const std::filesystem::path& path, std::span<const Point> positions,
                std::span<const FaceVertices> faces, const WriteMeshOptions& options = {});

}  // namespace tocca
