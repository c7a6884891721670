// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/mesh_format.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/io/gltf_motion.hpp"
#include "tocca/io/positions_npy.hpp"

namespace tocca {
namespace {

constexpr std::array<std::pair<std::string_view, MeshFormat>, 8> extensions = {{
    {".obj", MeshFormat::obj},
    {".ply", MeshFormat::ply},
    {".stl", MeshFormat::stl},
    {".off", MeshFormat::off},
    {".dae", MeshFormat::dae},
    {".npy", MeshFormat::npy},
    {".gltf", MeshFormat::gltf},
    {".glb", MeshFormat::gltf},
}};

/// How files of formats that can be told by their beginning begin.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> beginnings = {{
    {"ply\n", "PLY"},
    {"ply\r\n", "PLY"},
    {"\x93NUMPY", "NumPy array"},
    {"glTF", "binary glTF"},
}};

/// An OBJ file can begin with anything, so that one of another format is told by what it begins with instead.
void refuse_other_formats(std::string_view bytes, const std::string& file)
{
    for (const auto& [beginning, name] : beginnings) {
        if (bytes.starts_with(beginning)) {
            throw Error(ErrorCode::malformed_file,
                        "its name is that of an OBJ file, but it begins as a " + std::string(name) + " file does",
                        {.file = file});
        }
    }
}

}  // namespace

std::optional<MeshFormat> mesh_format_of(const std::filesystem::path& path)
{
    std::string extension = path.extension().string();
    for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    for (const auto& [known, format] : extensions) {
        if (extension == known) return format;
    }
    return std::nullopt;
}

MeshFormat required_mesh_format_of(const std::filesystem::path& path)
{
    if (const auto format = mesh_format_of(path)) return *format;
    throw Error(ErrorCode::malformed_file,
                "is not a mesh file: its name must end in .obj, .ply, .stl, .off, .dae, .npy, .gltf or .glb",
                {.file = path.string()});
}

void check_mesh_head(const FileHead& head, MeshFormat format, const std::string& file)
{
    switch (format) {
        case MeshFormat::obj: refuse_other_formats(head.bytes, file); [[fallthrough]];
        case MeshFormat::off:
        case MeshFormat::dae: return check_text_head(head, file);
        case MeshFormat::ply: return check_beginning(head, "ply", "PLY", file);
        case MeshFormat::stl: return check_stl_head(head, file);
        case MeshFormat::npy: return check_beginning(head, "\x93NUMPY", "NumPy", file);
        case MeshFormat::gltf:
            if (!head.bytes.starts_with("glTF")) check_text_head(head, file);
            return;
    }
}

MeshFile parse_mesh(std::string_view bytes, MeshFormat format, const std::string& file, const std::stop_token& stop)
{
    switch (format) {
        case MeshFormat::obj: refuse_other_formats(bytes, file); return parse_mesh_obj(bytes, file, stop);
        case MeshFormat::ply: return parse_mesh_ply(bytes, file, stop);
        case MeshFormat::stl: return parse_mesh_stl(bytes, file, stop);
        case MeshFormat::off: return parse_mesh_off(bytes, file, stop);
        case MeshFormat::dae: return parse_mesh_dae(bytes, file, stop);
        case MeshFormat::npy: return {.positions = parse_positions_npy(bytes, file), .faces = {}, .edges = {}};
        case MeshFormat::gltf: break;
    }
    const GltfMotion motion(bytes, file, stop);
    return {.positions = motion.positions_at(std::nullopt, 0.0),
            .faces = {motion.faces().begin(), motion.faces().end()},
            .edges = {motion.edges().begin(), motion.edges().end()}};
}

}  // namespace tocca
