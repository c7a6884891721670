// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/scene_shapes.hpp"

#include <filesystem>

#include "tocca/io/load_mesh.hpp"

namespace tocca::detail {

TriangleMesh scene_mesh(const std::string& name, const std::string& scene_file, const SceneFileOptions& options)
{
    return load_mesh(std::filesystem::path(scene_file).parent_path() / name, options.stop);
}

}  // namespace tocca::detail
