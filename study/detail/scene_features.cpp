// SPDX-License-Identifier: Apache-2.0
#include "study/detail/scene_features.hpp"

#include <algorithm>

#include "tocca/base/error.hpp"

namespace tocca::study::detail {
namespace {

void add_once(std::array<std::uint32_t, 3>& list, std::uint8_t& count, std::uint32_t feature)
{
    if (std::find(list.begin(), list.begin() + count, feature) == list.begin() + count) list[count++] = feature;
}

/// The corners and the edges of a leaf by the bits of its mask, in the numbers of the scene; no_feature where it has none.
struct LeafFeatures {
    std::array<std::uint32_t, 3> vertices = {no_feature, no_feature, no_feature};
    std::array<std::uint32_t, 3> edges = {no_feature, no_feature, no_feature};
};

/// Puts the features that the leaf represents first.
void arrange(const LeafFeatures& features, RepresentedMask mask, FeatureLeaf& leaf)
{
    const auto add = [&](bool represented) {
        for (std::size_t i = 0; i < 3; ++i) {
            const bool vertex = (mask >> i & 1U) != 0, edge = (mask >> (i + 3) & 1U) != 0;
            if (features.vertices[i] != no_feature && vertex == represented)
                add_once(leaf.vertices, leaf.vertex_count, features.vertices[i]);
            if (features.edges[i] != no_feature && edge == represented)
                add_once(leaf.edges, leaf.edge_count, features.edges[i]);
        }
    };
    add(true);
    leaf.represented_vertices = leaf.vertex_count;
    leaf.represented_edges = leaf.edge_count;
    add(false);
}

}  // namespace

SceneFeatures::SceneFeatures(const deformable::MovingScene& scene, Assignment assignment)
{
    first_vertex.push_back(0);
    for (deformable::ObjectId object = 0; object < scene.object_count(); ++object) {
        const TriangleMesh& mesh = scene.object(object).mesh;
        self.push_back(scene.object(object).options.self ? 1 : 0);
        const std::uint32_t base = first_vertex.back();
        const auto first_edge = static_cast<std::uint32_t>(edges.size());
        const auto first_face = static_cast<std::uint32_t>(faces.size());
        const auto edge_count = static_cast<std::uint32_t>(mesh.edges().size());
        for (const EdgeVertices& ends : mesh.edges()) edges.push_back({base + ends[0], base + ends[1]});
        for (const VertexId v : mesh.isolated_vertices()) edges.push_back({base + v, base + v});
        for (const FaceVertices& face : mesh.faces()) faces.push_back({base + face[0], base + face[1], base + face[2]});

        std::uint32_t isolated = 0;
        for (const Leaf& given : representative_leaves(mesh, assignment)) {
            FeatureLeaf leaf{.object = object};
            LeafFeatures all;
            if (given.kind == LeafKind::face) {
                leaf.face = first_face + given.feature;
                for (std::size_t i = 0; i < 3; ++i) {
                    all.vertices[i] = base + mesh.faces()[given.feature][i];
                    const EdgeId edge = mesh.face_edges()[given.feature][i];
                    if (edge != no_edge) all.edges[i] = first_edge + edge;
                }
            } else if (given.kind == LeafKind::edge) {
                const EdgeVertices& ends = mesh.edges()[given.feature];
                all.vertices = {base + ends[0], base + ends[1], no_feature};
                all.edges[0] = first_edge + given.feature;
            } else {
                all.vertices[0] = base + given.feature;
                all.edges[0] = first_edge + edge_count + isolated++;
            }
            arrange(all, given.represents, leaf);
            leaves.push_back(leaf);
        }
        first_vertex.push_back(base + static_cast<std::uint32_t>(mesh.vertex_count()));
        vertex_objects.resize(first_vertex.back(), object);
        edge_objects.resize(edges.size(), object);
        face_objects.resize(faces.size(), object);
    }
    move(scene);
}

void SceneFeatures::move(const deformable::MovingScene& scene)
{
    require(scene.object_count() + 1 == first_vertex.size(), "a study must see the scene that it was made for");
    start.resize(first_vertex.back());
    end.resize(first_vertex.back());
    for (deformable::ObjectId object = 0; object < scene.object_count(); ++object) {
        const std::uint32_t base = first_vertex[object], count = first_vertex[object + 1] - base;
        require(scene.object(object).mesh.vertex_count() == count, "a study must see the scene that it was made for");
        for (VertexId v = 0; v < count; ++v) {
            start[base + v] = scene.start(object, v);
            end[base + v] = scene.end(object, v);
        }
    }
}

MovingBox SceneFeatures::box_of(std::span<const std::uint32_t> vertices) const
{
    MovingBox box = moving_box(start[vertices[0]], end[vertices[0]]);
    for (const std::uint32_t v : vertices.subspan(1)) extend(box, moving_box(start[v], end[v]));
    return box;
}

std::array<std::uint32_t, 4> SceneFeatures::vertices_of(PairKind kind, std::uint32_t first, std::uint32_t second) const
{
    if (kind == PairKind::vertex_face) return {first, faces[second][0], faces[second][1], faces[second][2]};
    return {edges[first][0], edges[first][1], edges[second][0], edges[second][1]};
}

PairRows SceneFeatures::rows_of(const std::array<std::uint32_t, 4>& vertices) const
{
    PairRows rows;
    for (std::size_t i = 0; i < 4; ++i) {
        std::copy_n(start[vertices[i]].data(), 3, rows.data() + 3 * i);
        std::copy_n(end[vertices[i]].data(), 3, rows.data() + 12 + 3 * i);
    }
    return rows;
}

void SceneFeatures::name(PairKind kind, const std::array<std::uint32_t, 4>& vertices, Contact& contact) const
{
    const std::size_t second = kind == PairKind::vertex_face ? 1 : 2;
    contact.kind = kind;
    contact.objects = {vertex_objects[vertices[0]], vertex_objects[vertices[second]]};
    for (std::size_t i = 0; i < 4; ++i)
        contact.vertices[i] = vertices[i] - first_vertex[contact.objects[i < second ? 0 : 1]];
}

}  // namespace tocca::study::detail
