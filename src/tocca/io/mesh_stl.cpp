// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/mesh_format.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/base/keyed_hash.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/mesh_parts.hpp"
#include "tocca/io/detail/number_table.hpp"
#include "tocca/io/detail/text_lines.hpp"

namespace tocca {
namespace {

static_assert(std::endian::native == std::endian::little, "values are copied as the file holds them");

constexpr std::size_t header_bytes = 84;  // 80 of any text, 4 of the count
constexpr std::size_t facet_bytes = 50;   // normal, three corners, 2 bytes of attributes
constexpr std::size_t normal_bytes = 12;
constexpr std::size_t facets_between_stop_checks = 1 << 14;

/// Gives equal points the same number.
class Welder {
public:
    explicit Welder(std::vector<Point>& positions) : positions_(positions) {}

    VertexId vertex_at(Point point)
    {
        for (double& x : point) x += 0.0;  // -0 becomes 0
        const VertexId vertex =
            table_.find_or_add(keyed_hash(point), [&](VertexId number) { return positions_[number] == point; });
        if (vertex == positions_.size()) positions_.push_back(point);
        return vertex;
    }

private:
    std::vector<Point>& positions_;
    io::detail::NumberTable table_;
};

std::size_t facet_count(std::string_view bytes)
{
    std::uint32_t count = 0;
    std::memcpy(&count, bytes.data() + 80, sizeof count);
    return count;
}

MeshFile parse_binary(std::string_view bytes, const std::string& file, const std::stop_token& stop)
{
    const std::size_t count = facet_count(bytes);
    MeshFile mesh;
    mesh.faces.resize(count);
    Welder welder(mesh.positions);
    for (std::size_t facet = 0; facet < count; ++facet) {
        if (facet % facets_between_stop_checks == 0) io::detail::throw_if_stopped(stop, file);
        float values[9];
        std::memcpy(values, bytes.data() + header_bytes + facet * facet_bytes + normal_bytes, sizeof values);
        if (!std::all_of(std::begin(values), std::end(values), [](float x) { return std::isfinite(x); })) {
            throw Error(ErrorCode::not_finite, "facet " + std::to_string(facet) + ": a coordinate is NaN or infinite",
                        {.file = file});
        }
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const float* point = values + 3 * corner;
            mesh.faces[facet][corner] = welder.vertex_at(
                {static_cast<double>(point[0]), static_cast<double>(point[1]), static_cast<double>(point[2])});
        }
    }
    return mesh;
}

/// Whether a word is `keyword` in any mixture of capitals.
bool is_word(std::string_view word, std::string_view keyword)
{
    return std::equal(word.begin(), word.end(), keyword.begin(), keyword.end(),
                      [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

class TextParser {
public:
    TextParser(std::string_view text, const std::string& file, const std::stop_token& stop)
        : lines_(text, file, stop), welder_(mesh_.positions)
    {}

    MeshFile parse()
    {
        while (lines_.next_filled_line()) {
            const std::string_view keyword = lines_.word();
            if (!is_word(keyword, "solid"))
                lines_.fail(io::detail::excerpt(keyword) + " stands where a solid should begin");
            read_solid();
        }
        return std::move(mesh_);
    }

private:
    /// From the line after `solid` to that of `endsolid`; the names of both may be anything.
    void read_solid()
    {
        for (;;) {
            next_line();
            const std::string_view keyword = lines_.word();
            if (is_word(keyword, "endsolid")) return;
            if (!is_word(keyword, "facet")) {
                lines_.fail(io::detail::excerpt(keyword) + " stands where a facet or the end of the solid should");
            }
            read_facet();
        }
    }

    void read_facet()
    {
        expect_line("outer", "loop");
        FaceVertices face;
        for (VertexId& corner : face) {
            expect_line("vertex");
            Point point;
            for (double& x : point) x = lines_.coordinate();
            lines_.expect_end_of_line();
            corner = welder_.vertex_at(point);
        }
        expect_line("endloop");
        expect_line("endfacet");
        mesh_.faces.push_back(face);
    }

    void next_line()
    {
        if (!lines_.next_filled_line()) lines_.fail("the file ends within a solid");
    }

    void expect_line(std::string_view first, std::string_view second = {})
    {
        next_line();
        for (const std::string_view keyword : {first, second}) {
            if (keyword.empty()) return;
            const std::string_view word = lines_.word();
            if (!is_word(word, keyword)) {
                lines_.fail(io::detail::excerpt(word) + " stands where '" + std::string(keyword) + "' should");
            }
        }
    }

    io::detail::TextLines lines_;
    MeshFile mesh_;
    Welder welder_;
};

bool is_binary(const FileHead& head)
{
    return head.bytes.size() >= header_bytes && head.size && *head.size >= header_bytes &&
           *head.size - header_bytes == facet_bytes * facet_count(head.bytes);
}

bool is_text(const FileHead& head)
{
    return is_word(io::detail::without_byte_order_mark(head.bytes).substr(0, 5), "solid");
}

}  // namespace

void check_stl_head(const FileHead& head, const std::string& file)
{
    if (!head.size || is_binary(head)) return;  // the size of a pipe is known in the end
    if (is_text(head)) return check_text_head(head, file);
    if (head.bytes.size() < header_bytes) {
        throw Error(ErrorCode::malformed_file, "it is too short for an STL file", {.file = file});
    }
    throw Error(ErrorCode::malformed_file,
                "it neither begins with 'solid' nor has the size of the " + std::to_string(facet_count(head.bytes)) +
                    " facets that a binary STL file would count",
                {.file = file});
}

MeshFile parse_mesh_stl(std::string_view bytes, const std::string& file, const std::stop_token& stop)
{
    const FileHead head{.bytes = bytes, .size = bytes.size()};
    MeshFile mesh;
    if (is_binary(head)) {
        mesh = parse_binary(bytes, file, stop);
    } else if (is_text(head)) {
        mesh = TextParser(io::detail::without_byte_order_mark(bytes), file, stop).parse();
    } else {
        check_stl_head(head, file);
    }
    io::detail::check_vertex_count(mesh.positions.size(), file);
    return mesh;
}

}  // namespace tocca
