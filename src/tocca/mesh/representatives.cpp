// SPDX-License-Identifier: Apache-2.0
#include "tocca/mesh/representatives.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "tocca/mesh/adjacency.hpp"
#include "tocca/mesh/face_sides.hpp"

namespace tocca {
namespace {

std::vector<Leaf> leaves_without_assignment(const TriangleMesh& mesh)
{
    std::vector<Leaf> leaves;
    leaves.reserve(mesh.faces().size() + mesh.loose_edges().size() + mesh.isolated_vertices().size());
    for (std::size_t f = 0; f < mesh.faces().size(); ++f)
        leaves.push_back({LeafKind::face, 0, static_cast<std::uint32_t>(f)});
    for (const EdgeId e : mesh.loose_edges()) leaves.push_back({LeafKind::edge, represented_bit(3), e});
    for (const VertexId v : mesh.isolated_vertices())
        leaves.push_back({LeafKind::vertex, static_cast<RepresentedMask>(represented_bit(0) | represented_bit(3)), v});
    return leaves;
}

/// Gives the vertices that no face names to the first loose edge that ends in them; `taken` are those of faces.
void assign_loose_vertices(const TriangleMesh& mesh, std::vector<bool>& taken, std::vector<Leaf>& leaves)
{
    const std::size_t first = mesh.faces().size();
    for (std::size_t i = 0; i < mesh.loose_edges().size(); ++i) {
        const EdgeVertices& ends = mesh.edges()[mesh.loose_edges()[i]];
        for (std::size_t end = 0; end < 2; ++end) {
            if (taken[ends[end]]) continue;
            taken[ends[end]] = true;
            leaves[first + i].represents |= represented_bit(end);
        }
    }
}

/// Gives every feature to the first of its faces that `takes_part(face)`.
///
/// Source: Curtis, Tamstorf, Manocha 2008, 4.3.2.
template <class TakesPart>
void assign_in_order(const TriangleMesh& mesh, std::vector<Leaf>& leaves, const TakesPart& takes_part)
{
    std::vector<bool> taken_vertices(mesh.vertex_count()), taken_edges(mesh.edges().size());
    for (std::size_t f = 0; f < mesh.faces().size(); ++f) {
        if (!takes_part(f)) continue;
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const VertexId v = mesh.faces()[f][corner];
            if (!taken_vertices[v]) {
                taken_vertices[v] = true;
                leaves[f].represents |= represented_bit(corner);
            }
            const EdgeId e = mesh.face_edges()[f][corner];
            if (e != no_edge && !taken_edges[e]) {
                taken_edges[e] = true;
                leaves[f].represents |= represented_bit(3 + corner);
            }
        }
    }
    assign_loose_vertices(mesh, taken_vertices, leaves);
}

/// Leaves out every face whose features all have another face that is not left out; no further one could be.
///
/// Source: Curtis, Tamstorf, Manocha 2008, 4.3.1, the Maximal Schema, for meshes that are not regular.
void assign_to_few(const TriangleMesh& mesh, std::vector<Leaf>& leaves)
{
    std::vector<std::uint32_t> left_to_vertex(mesh.vertex_count()), left_to_edge(mesh.edges().size());
    const auto for_each_feature = [&](std::size_t f, const auto& visit) {
        mesh::for_each_vertex(mesh.faces()[f], [&](std::size_t, VertexId v) { visit(left_to_vertex[v]); });
        for (const EdgeId e : mesh.face_edges()[f]) {
            if (e != no_edge) visit(left_to_edge[e]);
        }
    };
    for (std::size_t f = 0; f < mesh.faces().size(); ++f) for_each_feature(f, [](std::uint32_t& left) { ++left; });
    std::vector<bool> left_out(mesh.faces().size());
    for (std::size_t f = 0; f < mesh.faces().size(); ++f) {
        bool needed = false;
        for_each_feature(f, [&](std::uint32_t left) { needed = needed || left == 1; });
        if (needed) continue;
        left_out[f] = true;
        for_each_feature(f, [](std::uint32_t& left) { --left; });
    }
    assign_in_order(mesh, leaves, [&](std::size_t f) { return !left_out[f]; });
}

/// Gives each vertex, then each edge, to the one of its faces that represents the fewest so far, the first among equals.
void assign_evenly(const TriangleMesh& mesh, std::vector<Leaf>& leaves)
{
    const auto choose = [&](std::span<const FaceId> faces) {
        return *std::ranges::min_element(faces, {}, [&](FaceId f) { return std::popcount(leaves[f].represents); });
    };
    std::vector<bool> taken(mesh.vertex_count());
    const Incidence of_vertices = faces_of_vertices(mesh), of_edges = faces_of_edges(mesh);
    for (VertexId v = 0; v < mesh.vertex_count(); ++v) {
        if (of_vertices.count(v) == 0) continue;
        taken[v] = true;
        const FaceId f = choose(of_vertices.of(v));
        std::size_t corner = 0;
        while (mesh.faces()[f][corner] != v) ++corner;
        leaves[f].represents |= represented_bit(corner);
    }
    for (EdgeId e = 0; e < mesh.edges().size(); ++e) {
        if (of_edges.count(e) == 0) continue;
        const FaceId f = choose(of_edges.of(e));
        std::size_t side = 0;
        while (mesh.face_edges()[f][side] != e) ++side;
        leaves[f].represents |= represented_bit(3 + side);
    }
    assign_loose_vertices(mesh, taken, leaves);
}

}  // namespace

std::vector<Leaf> representative_leaves(const TriangleMesh& mesh, Assignment assignment)
{
    std::vector<Leaf> leaves = leaves_without_assignment(mesh);
    switch (assignment) {
        case Assignment::greedy: assign_in_order(mesh, leaves, [](std::size_t) { return true; }); break;
        case Assignment::uniform: assign_evenly(mesh, leaves); break;
        case Assignment::maximal: assign_to_few(mesh, leaves); break;
    }
    return leaves;
}

}  // namespace tocca
