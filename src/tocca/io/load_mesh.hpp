// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>

#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca {

/// The triangle mesh in a file of any format that read_mesh reads.
///
/// Throws: Error, as read_mesh does.
[[nodiscard]] TriangleMesh load_mesh(const std::filesystem::path& path, const std::stop_token& stop = {});

}  // namespace tocca
