// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/mesh_format.hpp"

#include <utility>

#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/mesh_parts.hpp"
#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca {
namespace {

class OffParser {
public:
    OffParser(std::string_view text, const std::string& file, const std::stop_token& stop)
        : lines_(text, file, stop, {.comment = '#'}), file_(file)
    {}

    MeshFile parse()
    {
        read_keyword();
        read_counts();
        for (std::size_t i = 0; i < vertex_count_; ++i) {
            next_line("vertex", i, vertex_count_);
            for (double& x : mesh_.positions.emplace_back()) x = lines_.coordinate();
            pass_over_numbers();
        }
        for (std::size_t i = 0; i < face_count_; ++i) {
            next_line("face", i, face_count_);
            read_face();
            pass_over_numbers();
        }
        if (lines_.next_filled_line()) lines_.fail("there is text after the last face");
        return std::move(mesh_);
    }

private:
    void read_keyword()
    {
        const bool found = lines_.next_filled_line();
        const std::string_view word = found ? lines_.word() : std::string_view();
        std::string_view prefix = word;
        for (const std::string_view part : {"ST", "C", "N"}) {
            if (prefix.starts_with(part)) prefix.remove_prefix(part.size());
        }
        if (prefix == "4OFF" || prefix == "nOFF" || prefix == "4nOFF") {
            lines_.fail("points of other dimensions than 3 (" + io::detail::excerpt(word) + ") are not read");
        }
        if (prefix != "OFF")
            throw Error(ErrorCode::malformed_file, "it does not begin as an OFF file does", {.file = file_});
    }

    void read_counts()
    {
        std::string_view first = lines_.word();
        if (first == "BINARY") lines_.fail("the binary form of OFF is not read");
        if (first.empty()) {
            if (!lines_.next_filled_line()) lines_.fail("the file ends before the counts of vertices and faces");
            first = lines_.word();
        }
        const auto vertices = io::detail::natural_number_of(first);
        if (!vertices) lines_.fail(io::detail::excerpt(first) + " is not a natural number");
        vertex_count_ = *vertices;
        face_count_ = lines_.natural_number();
        const std::string_view edges = lines_.word();
        if (!edges.empty() && !io::detail::natural_number_of(edges)) {
            lines_.fail(io::detail::excerpt(edges) + " is not a natural number");
        }
        lines_.expect_end_of_line();
        io::detail::check_vertex_count(vertex_count_, file_);
        const std::size_t left = lines_.rest().size() + 1;         // the last line may lack its end
        if (vertex_count_ > left / 6 || face_count_ > left / 8) {  // "0 0 0" and "3 0 0 0" at the least
            lines_.fail("the file is too short for " + std::to_string(vertex_count_) + " vertices and " +
                        std::to_string(face_count_) + " faces");
        }
        mesh_.positions.reserve(vertex_count_);
        mesh_.faces.reserve(face_count_);
    }

    void next_line(const char* what, std::size_t index, std::size_t count)
    {
        if (lines_.next_filled_line()) return;
        lines_.fail(std::string("the file ends before ") + what + " " + std::to_string(index) + " of " +
                    std::to_string(count));
    }

    void read_face()
    {
        const std::uint64_t size = lines_.natural_number();
        if (size < 3) lines_.fail("a face has at least 3 corners, not " + std::to_string(size));
        corners_.clear();
        for (std::uint64_t i = 0; i < size; ++i) {
            const std::uint64_t index = lines_.natural_number();
            if (index >= vertex_count_) {
                lines_.fail("vertex " + std::to_string(index) + " is named, but there are only " +
                                std::to_string(vertex_count_) + ", counted from 0",
                            ErrorCode::index_out_of_range);
            }
            corners_.push_back(static_cast<VertexId>(index));
        }
        io::detail::append_fan(corners_, mesh_.faces);
    }

    void pass_over_numbers()
    {
        for (std::string_view text = lines_.word(); !text.empty(); text = lines_.word()) {
            if (!double_of(text)) lines_.fail(io::detail::excerpt(text) + " is not a number");
        }
    }

    io::detail::TextLines lines_;
    const std::string& file_;
    MeshFile mesh_;
    std::vector<VertexId> corners_;  ///< of the face being read
    std::size_t vertex_count_ = 0;
    std::size_t face_count_ = 0;
};

}  // namespace

MeshFile parse_mesh_off(std::string_view text, const std::string& file, const std::stop_token& stop)
{
    return OffParser(io::detail::without_byte_order_mark(text), file, stop).parse();
}

}  // namespace tocca
