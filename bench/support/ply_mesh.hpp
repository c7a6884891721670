// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace tocca::bench {

struct PlyMesh {
    std::vector<std::array<double, 3>> vertices;
    std::vector<std::array<std::uint32_t, 3>> faces;
};

/// Reads the one kind of PLY file that the cloth sequence is stored in: binary, big-endian, float x y z, triangles.
///
/// Throws: Error for a file that cannot be read or is of another kind.
[[nodiscard]] PlyMesh read_big_endian_ply(const std::filesystem::path& file);

}  // namespace tocca::bench
