// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/mesh_format.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/mesh_parts.hpp"
#include "tocca/io/detail/ply_header.hpp"
#include "tocca/io/detail/ply_values.hpp"

namespace tocca {
namespace {

using io::detail::PlyElement;
using io::detail::PlyHeader;
using io::detail::PlyProperty;

/// Reads the elements from `Values`, a PlyText or a PlyBinary.
template <class Values>
class PlyParser {
public:
    PlyParser(const PlyHeader& header, Values values, const std::string& file)
        : header_(header), values_(std::move(values)), file_(file)
    {}

    MeshFile parse()
    {
        const PlyElement* vertices = header_.element("vertex");
        vertex_count_ = vertices != nullptr ? vertices->count : 0;
        io::detail::check_vertex_count(vertex_count_, file_);
        for (const PlyElement& element : header_.elements) {
            if (!values_.has_room_for(element)) {
                fail(element, "the file is too short for " + std::to_string(element.count) + " of element " +
                                  io::detail::excerpt(element.name));
            }
            if (element.name == "vertex") {
                read_vertices(element);
            } else if (element.name == "face") {
                read_faces(element);
            } else if (element.name == "edge") {
                read_edges(element);
            } else if (element.name == "tristrips" && element.count > 0) {
                fail(element, "triangle strips are not read, only faces");
            } else {
                for_each(element, [this](const PlyProperty& property, std::size_t) { skip(property); });
            }
        }
        values_.finish();
        return std::move(mesh_);
    }

private:
    /// Calls `read(property, place)` for all values of all of these elements in order.
    template <class Read>
    void for_each(const PlyElement& element, Read read)
    {
        for (index_ = 0; index_ < element.count; ++index_) {
            values_.begin(element, index_);
            for (std::size_t place = 0; place < element.properties.size(); ++place) {
                read(element.properties[place], place);
            }
            values_.end();
        }
    }

    void read_vertices(const PlyElement& element)
    {
        constexpr std::size_t none = 3;
        std::vector<std::size_t> axes(element.properties.size(), none);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            constexpr std::array<std::string_view, 3> names = {"x", "y", "z"};
            axes[single_property(element, names[axis])] = axis;
        }
        mesh_.positions.resize(element.count);
        for_each(element, [&](const PlyProperty& property, std::size_t place) {
            if (axes[place] == none) return skip(property);
            const double value = values_.number(property.type);
            if (!std::isfinite(value)) {
                values_.fail(property.name + " is NaN or infinite", ErrorCode::not_finite);
            }
            mesh_.positions[index_][axes[place]] = value;
        });
    }

    void read_faces(const PlyElement& element)
    {
        const auto plural = element.property("vertex_indices");
        const auto place = plural ? plural : element.property("vertex_index");
        if (!place && element.count == 0) return;
        if (!place) {
            fail(element, element.property("tristrips") ? "triangle strips are not read, only faces"
                                                        : "faces have no list vertex_indices or vertex_index");
        }
        const PlyProperty& wanted = element.properties[*place];
        if (!wanted.count_type || !io::detail::is_integer(wanted.type)) {
            fail(element, wanted.name + " is not a list of integers");
        }
        mesh_.faces.reserve(element.count);
        std::vector<VertexId> corners;
        for_each(element, [&](const PlyProperty& property, std::size_t at) {
            if (at != *place) return skip(property);
            const std::uint64_t length = list_length(property);
            if (length < 3) values_.fail("a face has at least 3 corners, not " + std::to_string(length));
            corners.clear();
            for (std::uint64_t i = 0; i < length; ++i) corners.push_back(vertex(property));
            io::detail::append_fan(corners, mesh_.faces);
        });
    }

    void read_edges(const PlyElement& element)
    {
        if (element.count == 0) return;
        const std::array<std::size_t, 2> places = {single_property(element, "vertex1"),
                                                   single_property(element, "vertex2")};
        for (const std::size_t place : places) {
            if (!io::detail::is_integer(element.properties[place].type))
                fail(element, "the ends of edges must be integers");
        }
        mesh_.edges.reserve(element.count);
        std::array<VertexId, 2> ends{};
        for_each(element, [&](const PlyProperty& property, std::size_t place) {
            if (place == places[0]) {
                ends[0] = vertex(property);
            } else if (place == places[1]) {
                ends[1] = vertex(property);
            } else {
                skip(property);
            }
            if (place + 1 < element.properties.size()) return;
            if (ends[0] == ends[1]) {
                values_.fail("the edge goes from vertex " + std::to_string(ends[0]) + " to itself",
                             ErrorCode::malformed_mesh);
            }
            mesh_.edges.push_back(io::detail::edge_between(ends[0], ends[1]));
        });
    }

    std::size_t single_property(const PlyElement& element, std::string_view name) const
    {
        const auto place = element.property(name);
        if (!place || element.properties[*place].count_type) {
            fail(element,
                 "element " + io::detail::excerpt(element.name) + " has no single value " + io::detail::excerpt(name));
        }
        return *place;
    }

    std::uint64_t list_length(const PlyProperty& property)
    {
        const std::int64_t length = values_.integer(*property.count_type);
        if (length < 0) values_.fail("the list has a length of " + std::to_string(length));
        return static_cast<std::uint64_t>(length);
    }

    VertexId vertex(const PlyProperty& property)
    {
        const std::int64_t index = values_.integer(property.type);
        if (index < 0 || static_cast<std::uint64_t>(index) >= vertex_count_) {
            values_.fail("vertex " + std::to_string(index) + " is named, but there are only " +
                             std::to_string(vertex_count_) + ", counted from 0",
                         ErrorCode::index_out_of_range);
        }
        return static_cast<VertexId>(index);
    }

    void skip(const PlyProperty& property)
    {
        values_.skip(property.type, property.count_type ? list_length(property) : 1);
    }

    [[noreturn]] void fail(const PlyElement& element, const std::string& sentence) const
    {
        throw Error(ErrorCode::malformed_file, sentence, {.file = file_, .line = element.line});
    }

    const PlyHeader& header_;
    Values values_;
    const std::string& file_;
    MeshFile mesh_;
    std::size_t vertex_count_ = 0;
    std::size_t index_ = 0;  ///< of the element being read
};

}  // namespace

MeshFile parse_mesh_ply(std::string_view bytes, const std::string& file, const std::stop_token& stop)
{
    const PlyHeader header = io::detail::take_ply_header(bytes, file);
    switch (header.encoding) {
        case io::detail::PlyEncoding::ascii:
            return PlyParser(header, io::detail::PlyText(bytes, file, stop, header.lines), file).parse();
        case io::detail::PlyEncoding::binary_little_endian:
            return PlyParser(header, io::detail::PlyBinary<std::endian::little>(bytes, file, stop), file).parse();
        case io::detail::PlyEncoding::binary_big_endian: break;
    }
    return PlyParser(header, io::detail::PlyBinary<std::endian::big>(bytes, file, stop), file).parse();
}

}  // namespace tocca
