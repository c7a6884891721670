// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/scene_shapes.hpp"

#include <filesystem>

#include "tocca/io/detail/mesh_reference.hpp"
#include "tocca/io/load_mesh.hpp"

namespace tocca::io::detail {

TriangleMesh scene_mesh(const std::string& name, const std::string& scene_file, const ReadOptions& options)
{
    const MeshReference found = find_mesh(name, {.file = scene_file, .package_paths = options.package_paths});
    if (!found.fault.empty()) throw Error(ErrorCode::unreadable_file, "the mesh " + found.fault);
    return load_mesh(found.file, options.stop);
}

}  // namespace tocca::io::detail
