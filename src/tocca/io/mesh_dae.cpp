// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/mesh_format.hpp"

#include <Eigen/Geometry>
#include <iterator>
#include <map>
#include <numbers>
#include <optional>
#include <unordered_map>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/dae_geometry.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/mesh_parts.hpp"
#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/detail/xml_place.hpp"
#include "tocca/io/expansion_budget.hpp"

namespace tocca {
namespace {

using Eigen::Affine3d;
using Eigen::Vector3d;
using io::detail::XmlPlace;

// A few nodes that place each other twice make any number of copies.
constexpr std::size_t max_placed = 1'000'000;
constexpr std::size_t max_depth = 256;

/// Elements by their id.
using Places = std::multimap<std::string, XmlPlace>;

/// A node of a scene: its pose in the node above, and the nodes and geometries in it.
struct SceneNode {
    struct Part {
        bool is_node;
        XmlPlace place;
    };
    Affine3d pose = Affine3d::Identity();
    std::vector<Part> parts = {};
};

class SceneReader {
public:
    SceneReader(const XmlPlace& root, std::size_t file_bytes, const std::stop_token& stop)
        : root_(root), stop_(stop), budget_(root.file(), file_bytes)
    {}

    MeshFile read()
    {
        read_unit();
        const auto libraries = root_.children("library_geometries");
        for (const XmlPlace& library : libraries) note(library.children("geometry"), geometries_);
        for (const XmlPlace& library : root_.children("library_nodes")) note_nodes(library);
        std::vector<XmlPlace> scenes;
        for (const XmlPlace& library : root_.children("library_visual_scenes")) {
            for (const XmlPlace& scene : library.children("visual_scene")) {
                scenes.push_back(scene);
                note_nodes(scene);
            }
        }
        if (scenes.empty()) {
            for (const XmlPlace& library : libraries) {
                for (const XmlPlace& each : library.children("geometry")) add_geometry(each, Affine3d::Identity());
            }
        } else {
            const XmlPlace scene = shown(scenes);
            for (const XmlPlace& node : scene.children("node")) add_node(node, Affine3d::Identity(), 1);
        }
        io::detail::check_vertex_count(mesh_.positions.size(), root_.file());
        return std::move(mesh_);
    }

private:
    void read_unit()
    {
        const auto asset = root_.child("asset");
        const auto unit = asset ? asset->child("unit") : std::nullopt;
        if (!unit) return;
        metre_ = unit->number("meter").value_or(1.0);
        if (!(metre_ > 0.0)) unit->fail("has an attribute 'meter' that is not above 0");
    }

    static void note(const std::vector<XmlPlace>& elements, Places& places)
    {
        for (const XmlPlace& each : elements) {
            if (auto id = each.attribute("id")) places.emplace(*std::move(id), each);
        }
    }

    /// Recursive, as deep as the file is nested.
    void note_nodes(const XmlPlace& parent)
    {
        const auto nodes = parent.children("node");
        note(nodes, nodes_);
        for (const XmlPlace& node : nodes) note_nodes(node);
    }

    /// The scene that the file shows, or its first.
    [[nodiscard]] XmlPlace shown(const std::vector<XmlPlace>& scenes) const
    {
        const auto scene = root_.child("scene");
        const auto instance = scene ? scene->child("instance_visual_scene") : std::nullopt;
        if (!instance) return scenes.front();
        const std::string id = io::detail::dae_reference(*instance, "url");
        for (const XmlPlace& each : scenes) {
            if (each.attribute("id") == id) return each;
        }
        instance->fail("names " + io::detail::excerpt(id) + ", which does not exist");
    }

    static const XmlPlace& named(const XmlPlace& instance, const Places& places)
    {
        const std::string id = io::detail::dae_reference(instance, "url");
        const auto [first, end] = places.equal_range(id);
        if (first == end) instance.fail("names " + io::detail::excerpt(id) + ", which does not exist");
        if (std::next(first) != end) instance.fail("names " + io::detail::excerpt(id) + ", which is there twice");
        return first->second;
    }

    /// Places a node, and what is in it, in the mesh.
    void add_node(const XmlPlace& place, const Affine3d& above, std::size_t depth)
    {
        io::detail::throw_if_stopped(stop_, root_.file());
        if (depth > max_depth) place.fail("is nested more than 256 deep, or in itself");
        auto found = scene_nodes_.find(place.identity());
        if (found == scene_nodes_.end()) found = scene_nodes_.emplace(place.identity(), read_node(place)).first;
        const SceneNode& node = found->second;
        placed_ += 1 + node.parts.size();
        if (placed_ > max_placed) place.fail("is one of more than 1,000,000 that are placed");
        const Affine3d pose = above * node.pose;
        for (const SceneNode::Part& part : node.parts) {
            if (part.is_node) {
                add_node(part.place, pose, depth + 1);
            } else {
                add_geometry(part.place, pose);
            }
        }
    }

    [[nodiscard]] SceneNode read_node(const XmlPlace& place) const
    {
        SceneNode node = {.pose = local(place)};
        for (const XmlPlace& part : place.children()) {
            if (part.name() == "node") node.parts.push_back({true, part});
            if (part.name() == "instance_node") node.parts.push_back({true, named(part, nodes_)});
            if (part.name() == "instance_geometry") node.parts.push_back({false, named(part, geometries_)});
            if (part.name() == "instance_controller") part.fail("places a skin, which is not read");
        }
        return node;
    }

    /// A node's transformations, the first of which is applied last.
    static Affine3d local(const XmlPlace& node)
    {
        Affine3d pose = Affine3d::Identity();
        for (const XmlPlace& part : node.children()) {
            if (part.name() == "matrix") {
                pose = pose * matrix(part);
            } else if (part.name() == "translate") {
                pose = pose * Eigen::Translation3d(Vector3d(exactly(part, 3).data()));
            } else if (part.name() == "scale") {
                pose = pose * Eigen::Scaling(Vector3d(exactly(part, 3).data()));
            } else if (part.name() == "rotate") {
                const std::vector<double> numbers = exactly(part, 4);
                const Vector3d axis(numbers.data());
                if (axis.isZero(0.0) && numbers[3] != 0.0) part.fail("turns about an axis of length zero");
                if (numbers[3] == 0.0) continue;
                pose = pose * Eigen::AngleAxisd(numbers[3] * (std::numbers::pi / 180.0), axis.stableNormalized());
            } else if (part.name() == "lookat" || part.name() == "skew") {
                part.fail("is a transformation that is not read");
            }
        }
        return pose;
    }

    static Affine3d matrix(const XmlPlace& part)
    {
        const std::vector<double> numbers = exactly(part, 16);
        const Eigen::Matrix4d matrix = Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(numbers.data());
        if (matrix.row(3) != Eigen::RowVector4d(0, 0, 0, 1)) part.fail("is not affine: its last row is not 0 0 0 1");
        return Affine3d(matrix);
    }

    static std::vector<double> exactly(const XmlPlace& part, std::size_t count)
    {
        std::vector<double> numbers = io::detail::numbers_in(part);
        if (numbers.size() != count) {
            part.fail("has " + std::to_string(numbers.size()) + " numbers, not " + std::to_string(count));
        }
        return numbers;
    }

    void add_geometry(const XmlPlace& place, const Affine3d& pose)
    {
        auto found = meshes_.find(place.identity());
        if (found == meshes_.end())
            found = meshes_.emplace(place.identity(), io::detail::read_dae_geometry(place)).first;
        const MeshFile& geometry = found->second;
        const std::size_t first = mesh_.positions.size();
        budget_.take(geometry.positions.size(), sizeof(Point));
        budget_.take(geometry.faces.size(), sizeof(FaceVertices));
        io::detail::check_vertex_count(first + geometry.positions.size(), root_.file());
        for (const Point& point : geometry.positions) {
            const Vector3d placed = metre_ * (pose * Vector3d(point[0], point[1], point[2]));
            if (!placed.allFinite()) place.fail("places a vertex beyond the range of doubles", ErrorCode::not_finite);
            mesh_.positions.push_back({placed.x(), placed.y(), placed.z()});
        }
        for (FaceVertices face : geometry.faces) {
            for (VertexId& vertex : face) vertex += static_cast<VertexId>(first);
            mesh_.faces.push_back(face);
        }
    }

    XmlPlace root_;
    const std::stop_token& stop_;
    ExpansionBudget budget_;
    double metre_ = 1.0;
    Places geometries_;
    Places nodes_;
    std::unordered_map<const void*, SceneNode> scene_nodes_;  ///< read so far, by their elements
    std::unordered_map<const void*, MeshFile> meshes_;        ///< geometries, likewise
    std::size_t placed_ = 0;
    MeshFile mesh_;
};

}  // namespace

MeshFile parse_mesh_dae(std::string_view text, const std::string& file, const std::stop_token& stop)
{
    const io::detail::XmlDocument document(text, file);
    const XmlPlace root = document.root();
    if (root.name() != "COLLADA") root.fail("is not <COLLADA>: this is no COLLADA file");
    return SceneReader(root, text.size(), stop).read();
}

}  // namespace tocca
