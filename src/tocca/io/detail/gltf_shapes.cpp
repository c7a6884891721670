// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/gltf_shapes.hpp"

#include <algorithm>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/base/keyed_hash.hpp"
#include "tocca/io/detail/mesh_parts.hpp"
#include "tocca/io/detail/number_table.hpp"

namespace tocca::io::detail {
namespace {

/// How the corners of a primitive make faces and edges.
enum Mode : std::size_t { points, lines, line_loop, line_strip, triangles, triangle_strip, triangle_fan };

Point point_at(const GltfValues& values, std::size_t index)
{
    const double* at = values.element(index);
    return {at[0], at[1], at[2]};
}

}  // namespace

/// Reads primitives one after the other into a shape.
class GltfShape::Reader {
public:
    Reader(const GltfDocument& document, GltfShape& shape) : document_(document), shape_(shape) {}

    void read_skin(const DocumentPlace& skin, std::size_t node_count)
    {
        const DocumentPlace joints = skin.at("joints");
        document_.budget().take(joints.size(), sizeof(std::size_t) + 2 * sizeof(Eigen::Matrix4d));
        for (std::size_t i = 0; i < joints.size(); ++i) shape_.joints_.push_back(joints.at(i).index_below(node_count));
        shape_.inverse_binds_.assign(shape_.joints_.size(), Eigen::Matrix4d::Identity());
        const auto place = skin.find("inverseBindMatrices");
        if (!place) return;
        const GltfValues matrices = document_.numbers(*place);
        if (matrices.components != 16 || matrices.count() < shape_.joints_.size()) {
            place->fail("does not name one matrix for each joint");
        }
        for (std::size_t i = 0; i < shape_.joints_.size(); ++i) {
            shape_.inverse_binds_[i] = Eigen::Map<const Eigen::Matrix4d>(matrices.element(i));
        }
    }

    void read_primitive(const DocumentPlace& primitive)
    {
        const DocumentPlace attributes = primitive.at("attributes");
        const DocumentPlace position_place = attributes.at("POSITION");
        std::vector<GltfValues> moved = {document_.numbers(position_place)};  // base and targets
        if (moved[0].components != 3) position_place.fail("must name points");
        if (primitive.size_of("targets") != shape_.target_count_) {
            primitive.fail("must have as many morph targets as the first primitive of the mesh");
        }
        for (std::size_t i = 0; i < shape_.target_count_; ++i) {
            const auto place = primitive.at("targets").at(i).find("POSITION");
            if (!place) document_.budget().take(moved[0].values.size(), 2 * sizeof(double));
            moved.push_back(place ? document_.numbers(*place)
                                  : GltfValues{3, std::vector<double>(moved[0].values.size())});
            if (place && (moved.back().components != 3 || moved.back().count() != moved[0].count())) {
                place->fail("does not name one point for each vertex");
            }
        }
        const std::vector<Influence> influences = read_influences(attributes, moved[0].count());
        add_vertices(moved, influences);
        add_faces(primitive);
    }

private:
    /// Those of the first vertex, then of the next, as many for each; empty without a skin.
    std::vector<Influence> read_influences(const DocumentPlace& attributes, std::size_t vertices)
    {
        std::vector<Influence> influences;
        if (shape_.joints_.empty()) return influences;
        std::vector<std::pair<std::vector<std::uint32_t>, GltfValues>> sets;  // four joints and weights each
        for (std::size_t set = 0;; ++set) {
            const auto joints = attributes.find(("JOINTS_" + std::to_string(set)).c_str());
            const auto weights = attributes.find(("WEIGHTS_" + std::to_string(set)).c_str());
            if (!joints && !weights && set > 0) break;
            if (!joints || !weights) attributes.fail("must have both joints and weights, which its skin needs");
            sets.emplace_back(document_.natural_numbers(*joints), document_.numbers(*weights));
            if (sets.back().first.size() != 4 * vertices) joints->fail("does not name 4 joints for each vertex");
            if (sets.back().second.components != 4 || sets.back().second.count() != vertices) {
                weights->fail("does not name 4 weights for each vertex");
            }
            for (const std::uint32_t joint : sets.back().first) {
                if (joint < shape_.joints_.size()) continue;
                joints->fail("names joint " + std::to_string(joint) + ", but the skin has only " +
                                 std::to_string(shape_.joints_.size()),
                             ErrorCode::index_out_of_range);
            }
        }
        for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
            double sum = 0.0;
            for (const auto& [joints, weights] : sets) {
                for (std::size_t k = 0; k < 4; ++k) {
                    influences.push_back({.joint = joints[4 * vertex + k], .weight = weights.element(vertex)[k]});
                    sum += influences.back().weight;
                }
            }
            if (!(sum > 0.0)) attributes.fail("has a vertex, " + std::to_string(vertex) + ", with no weight at all");
            for (auto i = influences.end() - static_cast<std::ptrdiff_t>(4 * sets.size()); i != influences.end(); ++i) {
                i->weight /= sum;
            }
        }
        merge_influence_count(4 * sets.size(), attributes);
        return influences;
    }

    void merge_influence_count(std::size_t count, const DocumentPlace& attributes)
    {
        if (shape_.influence_count_ == 0) shape_.influence_count_ = count;
        if (shape_.influence_count_ != count)
            attributes.fail("must have as many joints as the first primitive of the mesh");
    }

    /// Files repeat vertices that differ only in normals or textures; those must not be told apart, or a mesh would
    /// touch itself along every seam.
    void add_vertices(const std::vector<GltfValues>& moved, const std::vector<Influence>& influences)
    {
        const std::size_t count = moved[0].count();
        numbers_.resize(count);
        std::vector<double> key;
        for (std::size_t vertex = 0; vertex < count; ++vertex) {
            key.clear();
            for (const GltfValues& values : moved) {
                for (const double x : point_at(values, vertex)) key.push_back(x + 0.0);  // -0 becomes 0
            }
            const auto first = static_cast<std::ptrdiff_t>(vertex * shape_.influence_count_);
            const auto last = first + static_cast<std::ptrdiff_t>(shape_.influence_count_);
            for (auto i = influences.begin() + first; i != influences.begin() + last; ++i) {
                key.push_back(static_cast<double>(i->joint));
                key.push_back(i->weight);
            }
            numbers_[vertex] = vertices_.find_or_add(keyed_hash(key), [&](VertexId number) {
                return std::equal(key.begin(), key.end(),
                                  keys_.begin() + static_cast<std::ptrdiff_t>(number * key.size()));
            });
            if (numbers_[vertex] < shape_.vertex_count_) continue;
            keys_.insert(keys_.end(), key.begin(), key.end());
            ++shape_.vertex_count_;
            for (const GltfValues& values : moved) shape_.points_.push_back(point_at(values, vertex));
            shape_.influences_.insert(shape_.influences_.end(), influences.begin() + first, influences.begin() + last);
        }
        check_vertex_count(shape_.vertex_count_, document_.file());
    }

    void add_faces(const DocumentPlace& primitive)
    {
        std::vector<VertexId> corners = numbers_;
        if (const auto place = primitive.find("indices")) {
            corners = document_.natural_numbers(*place);
            for (VertexId& corner : corners) {
                if (corner >= numbers_.size()) {
                    place->fail("names vertex " + std::to_string(corner) + ", but there are only " +
                                    std::to_string(numbers_.size()),
                                ErrorCode::index_out_of_range);
                }
                corner = numbers_[corner];
            }
        }
        const auto mode_place = primitive.find("mode");
        const std::size_t mode = mode_place ? mode_place->natural_number() : triangles;
        const std::size_t count = corners.size();
        if (mode > triangle_fan) mode_place->fail("is not a mode of primitives");
        if ((mode == triangles && count % 3 != 0) || (mode == lines && count % 2 != 0)) {
            primitive.fail("has " + std::to_string(count) + " corners, which make no whole number of " +
                           (mode == triangles ? "triangles" : "lines"));
        }
        switch (mode) {
            case lines:
                for (std::size_t i = 0; i + 1 < count; i += 2) add_edge(corners[i], corners[i + 1], primitive);
                break;
            case line_loop:
                if (count > 2) add_edge(corners[count - 1], corners[0], primitive);
                [[fallthrough]];
            case line_strip:
                for (std::size_t i = 0; i + 1 < count; ++i) add_edge(corners[i], corners[i + 1], primitive);
                break;
            case triangles:
                for (std::size_t i = 0; i + 2 < count; i += 3) {
                    shape_.faces_.push_back({corners[i], corners[i + 1], corners[i + 2]});
                }
                break;
            case triangle_strip:  // every other triangle is turned, so that all face the same side
                for (std::size_t i = 0; i + 2 < count; ++i) {
                    shape_.faces_.push_back({corners[i], corners[i + 1 + i % 2], corners[i + 2 - i % 2]});
                }
                break;
            case triangle_fan:
                if (count >= 3) append_fan(corners, shape_.faces_);
                break;
            default: break;  // points
        }
    }

    void add_edge(VertexId a, VertexId b, const DocumentPlace& primitive)
    {
        if (a == b) primitive.fail("has a line from a vertex to itself", ErrorCode::malformed_mesh);
        shape_.edges_.push_back(edge_between(a, b));
    }

    const GltfDocument& document_;
    GltfShape& shape_;
    NumberTable vertices_;           ///< by all that moves them
    std::vector<double> keys_;       ///< that, of the first vertex, then of the next, as much for each
    std::vector<VertexId> numbers_;  ///< in the shape, of the vertices of the primitive being read
};

GltfShape::GltfShape(const GltfDocument& document, const GltfNodes& nodes, std::size_t node) : node_(node)
{
    const DocumentPlace root = document.root();
    const GltfNode& own = nodes.nodes()[node];
    const DocumentPlace mesh = root.at("meshes").at(*own.mesh);
    target_count_ = own.weights.size();
    Reader reader(document, *this);
    if (own.skin) reader.read_skin(root.at("skins").at(*own.skin), nodes.nodes().size());
    const DocumentPlace primitives = mesh.at("primitives");
    for (std::size_t i = 0; i < primitives.size(); ++i) reader.read_primitive(primitives.at(i));
}

std::vector<Point> GltfShape::positions(const GltfNodes::Pose& pose) const
{
    std::vector<Eigen::Matrix4d> skin;
    for (std::size_t i = 0; i < joints_.size(); ++i) skin.emplace_back(pose.to_world[joints_[i]] * inverse_binds_[i]);

    std::vector<Point> positions(vertex_count_);
    const std::vector<double>& weights = pose.weights[node_];
    for (std::size_t vertex = 0; vertex < vertex_count_; ++vertex) {
        const Point* moved = points_.data() + vertex * (1 + target_count_);
        Eigen::Vector4d point(moved[0][0], moved[0][1], moved[0][2], 1.0);
        for (std::size_t i = 0; i < target_count_; ++i) {
            point.head<3>() += weights[i] * Eigen::Vector3d(moved[i + 1].data());
        }
        Eigen::Vector4d placed = Eigen::Vector4d::Zero();
        if (influence_count_ == 0) {
            placed = pose.to_world[node_] * point;
        } else {
            const Influence* influence = influences_.data() + vertex * influence_count_;
            for (std::size_t i = 0; i < influence_count_; ++i) {
                if (influence[i].weight != 0.0) placed += influence[i].weight * (skin[influence[i].joint] * point);
            }
        }
        positions[vertex] = {placed[0], placed[1], placed[2]};
    }
    return positions;
}

}  // namespace tocca::io::detail
