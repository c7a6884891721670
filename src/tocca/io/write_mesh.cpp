// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/write_mesh.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "tocca/base/error.hpp"
#include "tocca/io/mesh_format.hpp"
#include "tocca/io/whole_file.hpp"

namespace tocca {
namespace {

static_assert(std::endian::native == std::endian::little, "values are written as they are in memory");

struct MeshView {
    std::span<const Point> positions;
    std::span<const FaceVertices> faces;
    std::span<const EdgeVertices> edges;
};

void check(const MeshView& mesh, const std::string& file)
{
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        const Point& point = mesh.positions[i];
        if (!std::all_of(point.begin(), point.end(), [](double x) { return std::isfinite(x); })) {
            throw Error(ErrorCode::not_finite, "vertex " + std::to_string(i) + " is NaN or infinite", {.file = file});
        }
    }
    const auto exists = [&](VertexId vertex) { return vertex < mesh.positions.size(); };
    for (const FaceVertices& face : mesh.faces) {
        require(std::all_of(face.begin(), face.end(), exists), "a face names a vertex that does not exist");
    }
    for (const EdgeVertices& edge : mesh.edges) {
        require(std::all_of(edge.begin(), edge.end(), exists), "an edge names a vertex that does not exist");
    }
}

/// Lines of words on their way to a file.
class Text {
public:
    explicit Text(WholeFile& file) : file_(file) {}

    Text& word(std::string_view text)
    {
        if (!line_.empty()) line_ += ' ';
        line_ += text;
        return *this;
    }

    /// The shortest decimal that reads back as the same double, or an integer.
    template <class Number>
    Text& number(Number value)
    {
        std::array<char, 32> text;
        const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
        return word({text.data(), static_cast<std::size_t>(end - text.data())});
    }

    template <class Numbers>
    Text& numbers(const Numbers& values)
    {
        for (const auto value : values) number(value);
        return *this;
    }

    void end_line()
    {
        line_ += '\n';
        file_.write(line_);
        line_.clear();
    }

private:
    WholeFile& file_;
    std::string line_;
};

void write_obj(WholeFile& file, const MeshView& mesh)
{
    Text text(file);
    for (const Point& point : mesh.positions) text.word("v").numbers(point).end_line();
    const auto write_corners = [&](const char* keyword, const auto& corners) {
        text.word(keyword);
        for (const VertexId vertex : corners) text.number(std::uint64_t{vertex} + 1);
        text.end_line();
    };
    for (const FaceVertices& face : mesh.faces) write_corners("f", face);
    for (const EdgeVertices& edge : mesh.edges) write_corners("l", edge);
}

std::string ply_header(const MeshView& mesh, bool ascii)
{
    // Signed integers where they suffice: some readers know no others.
    const std::string index = mesh.positions.size() <= std::size_t{1} << 31 ? "int" : "uint";
    std::string header = std::string("ply\nformat ") + (ascii ? "ascii" : "binary_little_endian") + " 1.0\n" +
                         "element vertex " + std::to_string(mesh.positions.size()) +
                         "\nproperty double x\nproperty double y\nproperty double z\nelement face " +
                         std::to_string(mesh.faces.size()) + "\nproperty list uchar " + index + " vertex_indices\n";
    if (!mesh.edges.empty()) {
        header += "element edge " + std::to_string(mesh.edges.size()) + "\nproperty " + index + " vertex1\nproperty " +
                  index + " vertex2\n";
    }
    return header + "end_header\n";
}

template <class Values>
std::string_view bytes_of(const Values& values)
{
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0])};
}

void write_ply(WholeFile& file, const MeshView& mesh, bool ascii)
{
    file.write(ply_header(mesh, ascii));
    if (ascii) {
        Text text(file);
        for (const Point& point : mesh.positions) text.numbers(point).end_line();
        for (const FaceVertices& face : mesh.faces) text.word("3").numbers(face).end_line();
        for (const EdgeVertices& edge : mesh.edges) text.numbers(edge).end_line();
        return;
    }
    for (const Point& point : mesh.positions) file.write(bytes_of(point));
    for (const FaceVertices& face : mesh.faces) {
        file.write("\3");
        file.write(bytes_of(face));
    }
    for (const EdgeVertices& edge : mesh.edges) file.write(bytes_of(edge));
}

}  // namespace

void write_mesh(const std::filesystem::path& path, std::span<const Point> positions,
                std::span<const FaceVertices> faces, const WriteMeshOptions& options)
{
    const auto format = mesh_format_of(path);
    if (format != MeshFormat::ply && format != MeshFormat::obj) {
        throw Error(ErrorCode::unwritable_file, "cannot be written: meshes are written as .ply and .obj",
                    {.file = path.string()});
    }
    const MeshView mesh{.positions = positions, .faces = faces, .edges = options.edges};
    check(mesh, path.string());
    WholeFile file(path);
    if (format == MeshFormat::obj) {
        write_obj(file, mesh);
    } else {
        write_ply(file, mesh, options.ascii);
    }
    file.commit();
}

}  // namespace tocca
