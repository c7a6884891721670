// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/mesh_format.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/mesh_parts.hpp"
#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca {
namespace {

/// Statements that say nothing about where faces are.
constexpr std::array<std::string_view, 30> passed_over = {
    "vn",     "vt",     "vp",    "p",        "g",        "o",    "s",          "mg",        "usemtl", "mtllib",
    "usemap", "maplib", "bevel", "c_interp", "d_interp", "lod",  "shadow_obj", "trace_obj", "ctech",  "stech",
    "call",   "csh",    "parm",  "trim",     "hole",     "scrv", "sp",         "con",       "end",    "res"};

/// Statements that begin a curve or a surface.
constexpr std::array<std::string_view, 10> free_forms = {"cstype", "deg",  "bmat", "step", "curv",
                                                         "curv2",  "surf", "bzp",  "bsp",  "cdc"};

template <std::size_t count>
bool is_one_of(const std::array<std::string_view, count>& words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

class ObjParser {
public:
    ObjParser(std::string_view text, const std::string& file, const std::stop_token& stop)
        : lines_(text, file, stop, {.comment = '#', .continued = true}), file_(file)
    {}

    MeshFile parse()
    {
        while (lines_.next_line()) read_statement(lines_.word());
        check_announced_counts();
        if (highest_ > mesh_.positions.size()) {
            throw Error(ErrorCode::index_out_of_range,
                        "vertex " + std::to_string(highest_) + " is named, but there are only " +
                            std::to_string(mesh_.positions.size()),
                        {.file = file_, .line = highest_line_});
        }
        io::detail::check_vertex_count(mesh_.positions.size(), file_);
        return std::move(mesh_);
    }

private:
    void read_statement(std::string_view keyword)
    {
        if (keyword.empty()) return;
        const bool first = std::exchange(before_statements_, false);
        if (keyword == "v") {
            read_vertex();
        } else if (keyword == "f" || keyword == "fo") {  // "fo" is the old name
            read_corners();
            if (corners_.size() < 3)
                lines_.fail("a face has at least 3 corners, not " + std::to_string(corners_.size()));
            io::detail::append_fan(corners_, mesh_.faces);
            ++polygons_;
        } else if (keyword == "l") {
            read_corners();
            if (corners_.size() < 2) lines_.fail("a line has at least 2 ends, not " + std::to_string(corners_.size()));
            read_edges();
        } else if (first && io::detail::natural_number_of(keyword)) {
            announced_ = {*io::detail::natural_number_of(keyword), lines_.natural_number()};
            lines_.expect_end_of_line();
        } else if (is_one_of(free_forms, keyword)) {
            lines_.fail("curves and surfaces are not read, only polygons and lines");
        } else if (!is_one_of(passed_over, keyword)) {
            lines_.fail(io::detail::excerpt(keyword) + " is not a statement of OBJ files");
        }
    }

    /// Some files begin with the number of their vertices and that of their faces.
    void check_announced_counts() const
    {
        if (!announced_ || *announced_ == Counts{mesh_.positions.size(), polygons_}) return;
        throw Error(ErrorCode::malformed_file,
                    "the first line announces " + std::to_string((*announced_)[0]) + " vertices and " +
                        std::to_string((*announced_)[1]) + " faces, but there are " +
                        std::to_string(mesh_.positions.size()) + " and " + std::to_string(polygons_),
                    {.file = file_});
    }

    void read_vertex()
    {
        Point& position = mesh_.positions.emplace_back();
        for (double& x : position) x = lines_.coordinate();
        for (std::string_view more = lines_.word(); !more.empty(); more = lines_.word()) {  // weight or colour
            if (!double_of(more)) lines_.fail(io::detail::excerpt(more) + " is not a number");
        }
    }

    void read_corners()
    {
        corners_.clear();
        for (std::string_view text = lines_.word(); !text.empty(); text = lines_.word())
            corners_.push_back(corner(text));
    }

    /// A vertex in one of the forms v, v/vt, v//vn, v/vt/vn.
    VertexId corner(std::string_view text)
    {
        const std::size_t slash = text.find('/');
        const auto index = io::detail::integer_of(text.substr(0, slash));
        if (!index || (slash != std::string_view::npos && !are_texture_and_normal(text.substr(slash + 1)))) {
            lines_.fail(io::detail::excerpt(text) + " is not a vertex, as in 1, 1/2, 1//3 or 1/2/3");
        }
        if (*index > 0) return vertex_numbered(static_cast<std::uint64_t>(*index));
        const auto back = static_cast<std::uint64_t>(-(*index + 1)) + 1;  // the least integer has no opposite
        if (*index == 0) lines_.fail("vertices are counted from 1, not from 0", ErrorCode::index_out_of_range);
        if (back > mesh_.positions.size()) {
            lines_.fail("vertex " + std::to_string(*index) + " is named after only " +
                            std::to_string(mesh_.positions.size()) + " vertices",
                        ErrorCode::index_out_of_range);
        }
        return vertex_numbered(mesh_.positions.size() - back + 1);
    }

    /// Faces may stand before their vertices, so the highest number is judged at the end.
    VertexId vertex_numbered(std::uint64_t number)
    {
        if (number > highest_) {
            highest_ = number;
            highest_line_ = lines_.line();
        }
        return static_cast<VertexId>(number - 1);
    }

    static bool are_texture_and_normal(std::string_view text)
    {
        const std::size_t slash = text.find('/');
        const std::string_view texture = text.substr(0, slash);
        if (slash == std::string_view::npos) return io::detail::integer_of(texture).has_value();
        return (texture.empty() || io::detail::integer_of(texture)) && io::detail::integer_of(text.substr(slash + 1));
    }

    void read_edges()
    {
        for (std::size_t i = 1; i < corners_.size(); ++i) {
            if (corners_[i - 1] == corners_[i]) {
                lines_.fail("a line goes from vertex " + std::to_string(std::uint64_t{corners_[i]} + 1) + " to itself",
                            ErrorCode::malformed_mesh);
            }
            mesh_.edges.push_back(io::detail::edge_between(corners_[i - 1], corners_[i]));
        }
    }

    using Counts = std::array<std::uint64_t, 2>;

    io::detail::TextLines lines_;
    const std::string& file_;
    MeshFile mesh_;
    bool before_statements_ = true;
    std::optional<Counts> announced_;  ///< vertices and faces
    std::uint64_t polygons_ = 0;
    std::vector<VertexId> corners_;  ///< of the statement being read
    std::uint64_t highest_ = 0;      ///< of the vertices named, counted from 1
    std::size_t highest_line_ = 0;
};

}  // namespace

MeshFile parse_mesh_obj(std::string_view text, const std::string& file, const std::stop_token& stop)
{
    return ObjParser(io::detail::without_byte_order_mark(text), file, stop).parse();
}

}  // namespace tocca
