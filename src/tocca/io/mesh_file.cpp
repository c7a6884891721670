// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/mesh_file.hpp"

#include <string>

#include "tocca/io/mesh_format.hpp"

namespace tocca {

MeshFile read_mesh(const std::filesystem::path& path, const std::stop_token& stop)
{
    const MeshFormat format = required_mesh_format_of(path);
    const std::string file = path.string();
    return parse_mesh(read_file(path, stop, [&](const FileHead& head) { check_mesh_head(head, format, file); }), format,
                      file, stop);
}

}  // namespace tocca
