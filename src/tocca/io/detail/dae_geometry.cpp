// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/dae_geometry.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/mesh_parts.hpp"

namespace tocca::io::detail {
namespace {

constexpr VertexId unused = std::numeric_limits<VertexId>::max();

/// The numbers of a geometry's positions in a mesh that holds only those which faces name.
struct Positions {
    std::vector<Point> all;
    std::vector<VertexId> number_of;  ///< in the mesh; `unused` so far
};

class GeometryReader {
public:
    explicit GeometryReader(const XmlPlace& mesh) : mesh_place_(mesh) {}

    MeshFile read()
    {
        for (const XmlPlace& element : mesh_place_.children()) {
            const std::string_view name = element.name();
            const bool fans = name == "polygons" || name == "trifans";
            if (!fans && name != "triangles" && name != "polylist" && name != "tristrips") continue;
            if (const auto holes = element.children("ph"); !holes.empty())
                holes.front().fail("is a polygon with holes");
            read_corners(element);
            if (name == "polylist") {
                check_count(element, add_polylist(element));
                continue;
            }
            std::size_t triangles = 0;
            for (const auto& corners : groups_) {
                if (fans) add_fan(element, corners);
                if (name == "tristrips") add_strip(element, corners);
                if (name == "triangles") triangles += add_triangles(element, corners);
            }
            check_count(element, name == "triangles" ? triangles : groups_.size());
        }
        return std::move(mesh_);
    }

private:
    /// Where the vertices of a group of faces are among its indices.
    struct VertexInput {
        std::string source;
        std::size_t offset = 0;
        std::size_t stride = 1;
    };

    static VertexInput vertex_input(const XmlPlace& element)
    {
        constexpr std::size_t max_offset = 1000;
        std::optional<VertexInput> found;
        std::size_t stride = 1;
        for (const XmlPlace& input : element.children("input")) {
            const std::size_t offset = input.natural_number("offset").value_or(0);
            if (offset > max_offset) input.fail("has an offset of more than " + std::to_string(max_offset));
            stride = std::max(stride, offset + 1);
            const std::string semantic = input.required_attribute("semantic");
            if (semantic != "VERTEX" && semantic != "POSITION") continue;
            if (found) input.fail("is a second one of vertices");
            found = VertexInput{.source = dae_reference(input, "source"), .offset = offset};
        }
        if (!found) element.fail("has no <input> of vertices");
        found->stride = stride;
        return *found;
    }

    /// Reads each <p> of a group of faces into a list of corners, as numbers in the mesh.
    void read_corners(const XmlPlace& element)
    {
        groups_.clear();
        const auto lists = element.children("p");
        if (lists.empty()) return;
        const VertexInput input = vertex_input(element);
        Positions& positions = positions_of(element, input.source);
        for (const XmlPlace& list : lists) {
            auto& corners = groups_.emplace_back();
            std::size_t at = 0;
            for (XmlWords words(list); words.next(); ++at) {
                if (at % input.stride != input.offset) continue;
                const std::size_t index = words.natural_number();
                if (index >= positions.all.size()) {
                    words.fail("names vertex " + std::to_string(index) + ", but there are only " +
                                   std::to_string(positions.all.size()) + ", counted from 0",
                               ErrorCode::index_out_of_range);
                }
                corners.push_back(number_in_mesh(positions, index));
            }
            if (at % input.stride != 0) {
                list.fail("has " + std::to_string(at) + " numbers, which is no multiple of " +
                          std::to_string(input.stride));
            }
        }
    }

    VertexId number_in_mesh(Positions& positions, std::size_t index)
    {
        VertexId& number = positions.number_of[index];
        if (number == unused) {
            number = static_cast<VertexId>(mesh_.positions.size());
            mesh_.positions.push_back(positions.all[index]);
        }
        return number;
    }

    static void check_count(const XmlPlace& element, std::size_t found)
    {
        const auto count = element.natural_number("count");
        if (count && *count != found) {
            element.fail("has a count of " + std::to_string(*count) + ", but " + std::to_string(found) +
                         " of them in it");
        }
    }

    /// Their number.
    std::size_t add_triangles(const XmlPlace& element, const std::vector<VertexId>& corners)
    {
        if (corners.size() % 3 != 0) {
            element.fail("has " + std::to_string(corners.size()) + " corners, which is no multiple of 3");
        }
        for (std::size_t i = 0; i < corners.size(); i += 3) {
            mesh_.faces.push_back({corners[i], corners[i + 1], corners[i + 2]});
        }
        return corners.size() / 3;
    }

    /// The number of polygons.
    std::size_t add_polylist(const XmlPlace& element)
    {
        if (groups_.size() > 1) element.fail("has more than one <p>");
        const std::span<const VertexId> corners = groups_.empty() ? std::span<const VertexId>() : groups_.front();
        std::size_t first = 0, polygons = 0;
        if (const auto sizes = element.child("vcount")) {
            for (XmlWords words(*sizes); words.next(); ++polygons) {
                const std::size_t size = words.natural_number();
                if (size < 3) words.fail("has a polygon of " + std::to_string(size) + " corners");
                if (size > corners.size() - first) words.fail("counts more corners than <p> has");
                append_fan(corners.subspan(first, size), mesh_.faces);
                first += size;
            }
        }
        if (first != corners.size()) {
            element.fail("has " + std::to_string(corners.size()) + " corners, but <vcount> counts " +
                         std::to_string(first));
        }
        return polygons;
    }

    void add_fan(const XmlPlace& element, const std::vector<VertexId>& corners)
    {
        if (corners.size() < 3) element.fail("has a polygon of " + std::to_string(corners.size()) + " corners");
        append_fan(corners, mesh_.faces);
    }

    void add_strip(const XmlPlace& element, const std::vector<VertexId>& corners)
    {
        if (corners.size() < 3) element.fail("has a strip of " + std::to_string(corners.size()) + " corners");
        for (std::size_t i = 2; i < corners.size(); ++i) {  // every second triangle is turned over
            const std::size_t turned = i % 2;
            mesh_.faces.push_back({corners[i - 2 + turned], corners[i - 1 - turned], corners[i]});
        }
    }

    /// The positions that an input names: a <source>, or the POSITION of <vertices>.
    Positions& positions_of(const XmlPlace& user, const std::string& id)
    {
        for (auto& [known, positions] : positions_) {
            if (known == id) return positions;
        }
        std::string source = id;
        for (const XmlPlace& vertices : mesh_place_.children("vertices")) {
            if (vertices.attribute("id") != id) continue;
            for (const XmlPlace& input : vertices.children("input")) {
                if (input.required_attribute("semantic") == "POSITION") source = dae_reference(input, "source");
            }
        }
        for (const XmlPlace& each : mesh_place_.children("source")) {
            if (each.attribute("id") != source) continue;
            positions_.emplace_back(id, Positions{.all = read_source(each), .number_of = {}});
            Positions& positions = positions_.back().second;
            positions.number_of.assign(positions.all.size(), unused);
            return positions;
        }
        user.fail("names vertices " + excerpt(source) + " that do not exist");
    }

    static std::vector<Point> read_source(const XmlPlace& source)
    {
        const XmlPlace array = source.required_child("float_array");
        const std::vector<double> numbers = numbers_in(array);
        const XmlPlace accessor = source.required_child("technique_common").required_child("accessor");
        const std::size_t stride = accessor.natural_number("stride").value_or(1);
        const std::size_t offset = accessor.natural_number("offset").value_or(0);
        const auto count = accessor.natural_number("count");
        const std::array<std::size_t, 3> axes = axes_of(accessor);
        const std::size_t last = *std::max_element(axes.begin(), axes.end());
        if (last >= stride) accessor.fail("has a stride too short for x, y and z");
        // The last point may be short of numbers that it does not need.
        const std::size_t held = offset < numbers.size() && numbers.size() - offset > last
                                     ? (numbers.size() - offset - 1 - last) / stride + 1
                                     : 0;
        if (count && *count > held) {
            array.fail("holds " + std::to_string(numbers.size()) + " numbers, too few for " + std::to_string(*count) +
                       " points");
        }
        std::vector<Point> points(count.value_or(held));
        for (std::size_t i = 0; i < points.size(); ++i) {
            for (std::size_t k = 0; k < 3; ++k) points[i][k] = numbers[offset + i * stride + axes[k]];
        }
        check_vertex_count(points.size() + 1, source.file());
        return points;
    }

    /// Which of a point's numbers are x, y and z: those with these names, or else the first three.
    static std::array<std::size_t, 3> axes_of(const XmlPlace& accessor)
    {
        constexpr std::array<std::string_view, 3> names = {"X", "Y", "Z"};
        std::array<std::optional<std::size_t>, 3> found;
        const auto parameters = accessor.children("param");
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const auto name = parameters[i].attribute("name");
            for (std::size_t k = 0; k < 3; ++k) {
                if (name && *name == names[k]) found[k] = i;
            }
        }
        if (!found[0] || !found[1] || !found[2]) return {0, 1, 2};
        return {*found[0], *found[1], *found[2]};
    }

    XmlPlace mesh_place_;
    MeshFile mesh_;
    std::vector<std::pair<std::string, Positions>> positions_;
    std::vector<std::vector<VertexId>> groups_;  ///< the corners in each <p> of the faces being read
};

}  // namespace

std::string dae_reference(const XmlPlace& place, const char* attribute)
{
    std::string text = place.required_attribute(attribute);
    if (text.front() != '#') place.fail("names " + excerpt(text) + ", which is not in this file");
    return text.substr(1);
}

MeshFile read_dae_geometry(const XmlPlace& geometry)
{
    const auto mesh = geometry.child("mesh");
    if (!mesh) geometry.fail("has no <mesh>");
    return GeometryReader(*mesh).read();
}

}  // namespace tocca::io::detail
