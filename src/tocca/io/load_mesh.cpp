// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/load_mesh.hpp"

#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/io/mesh_file.hpp"

namespace tocca {

TriangleMesh load_mesh(const std::filesystem::path& path, const std::stop_token& stop)
{
    MeshFile mesh = read_mesh(path, stop);
    try {
        return {std::move(mesh.positions), std::move(mesh.faces), std::move(mesh.edges)};
    } catch (const Error& error) {  // what only a mesh as a whole can break, such as too many edges
        throw Error(error.code(), error.what(), {.file = path.string()});
    }
}

}  // namespace tocca
