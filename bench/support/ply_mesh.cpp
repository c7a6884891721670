// SPDX-License-Identifier: Apache-2.0
#include "support/ply_mesh.hpp"

#include <bit>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>

#include "tocca/base/error.hpp"

namespace tocca::bench {
namespace {

class BigEndianReader {
public:
    BigEndianReader(const std::string& bytes, std::size_t position, std::string file)
        : bytes_(bytes), position_(position), file_(std::move(file))
    {}

    std::uint8_t byte()
    {
        if (position_ >= bytes_.size())
            throw Error(ErrorCode::malformed_file, "the file is cut short", {.file = file_});
        return static_cast<std::uint8_t>(bytes_[position_++]);
    }

    std::uint32_t word()
    {
        std::uint32_t value = 0;
        for (int i = 0; i < 4; ++i) value = value << 8 | byte();
        return value;
    }

private:
    const std::string& bytes_;
    std::size_t position_;
    std::string file_;
};

constexpr const char* wanted_header =
    "ply\nformat binary_big_endian 1.0\nelement vertex N\nproperty float x\nproperty float y\nproperty float z\n"
    "element face N\nproperty list uchar int vertex_indices\nend_header\n";

/// The header with its two counts taken out, comments dropped.
struct Header {
    std::string text;
    std::array<std::size_t, 2> counts{};
};

Header read_header(const std::string& header)
{
    Header result;
    std::size_t elements = 0;
    std::istringstream lines(header);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("comment")) continue;
        const std::size_t last = line.rfind(' ');
        if (line.starts_with("element ") && elements < 2) {
            result.counts[elements++] = std::stoul(line.substr(last));
            line.resize(last);
            line += " N";
        }
        result.text += line + '\n';
    }
    return result;
}

}  // namespace

PlyMesh read_big_endian_ply(const std::filesystem::path& file)
{
    std::ifstream in(file, std::ios::binary);
    if (!in) throw Error(ErrorCode::unreadable_file, "the mesh cannot be opened", {.file = file.string()});
    const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};

    const std::string last_line = "end_header\n";
    const std::size_t end = bytes.find(last_line);
    const Header header = read_header(end == std::string::npos ? "" : bytes.substr(0, end + last_line.size()));
    if (header.text != wanted_header) {
        throw Error(ErrorCode::malformed_file, "the mesh is not a big-endian PLY file of floats and triangles",
                    {.file = file.string()});
    }

    BigEndianReader reader(bytes, end + last_line.size(), file.string());
    PlyMesh mesh;
    mesh.vertices.resize(header.counts[0]);
    mesh.faces.resize(header.counts[1]);
    for (auto& vertex : mesh.vertices) {
        for (double& x : vertex) x = std::bit_cast<float>(reader.word());
    }
    for (auto& face : mesh.faces) {
        if (reader.byte() != 3)
            throw Error(ErrorCode::malformed_file, "a face is no triangle", {.file = file.string()});
        for (std::uint32_t& corner : face) {
            corner = reader.word();
            if (corner >= mesh.vertices.size()) {
                throw Error(ErrorCode::index_out_of_range, "a face names a vertex that does not exist",
                            {.file = file.string()});
            }
        }
    }
    return mesh;
}

}  // namespace tocca::bench
