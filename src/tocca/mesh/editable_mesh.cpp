// SPDX-License-Identifier: Apache-2.0
#include "tocca/mesh/editable_mesh.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/base/sentence.hpp"
#include "tocca/mesh/face_sides.hpp"

namespace tocca {
namespace {

using base::sentence;
using mesh::edge_of;
using mesh::for_each_side;
using mesh::for_each_vertex;

constexpr RepresentedMask edge_itself = represented_bit(3);

/// The bit of a vertex in a loose edge from it to `other`.
constexpr RepresentedMask end_bit(VertexId vertex, VertexId other) { return represented_bit(vertex < other ? 0 : 1); }

std::size_t corner_of(const FaceVertices& face, VertexId vertex)
{
    return static_cast<std::size_t>(std::ranges::find(face, vertex) - face.begin());
}

std::size_t side_of(const FaceVertices& face, const EdgeVertices& edge)
{
    std::size_t found = 0;
    for_each_side(face, [&](std::size_t side, const EdgeVertices& e) {
        if (e == edge) found = side;
    });
    return found;
}

FaceVertices with(FaceVertices face, VertexId old, VertexId replacement)
{
    std::ranges::replace(face, old, replacement);
    return face;
}

void require_finite(const Point& position)
{
    for (const double x : position) {
        if (!std::isfinite(x))
            throw Error(ErrorCode::not_finite, sentence("a new vertex has a coordinate that is ", x));
    }
}

}  // namespace

EditableMesh::EditableMesh(const TriangleMesh& mesh, EditOptions options) : options_(options)
{
    vertices_.resize(mesh.vertex_count());
    for (std::size_t v = 0; v < vertices_.size(); ++v) {
        vertices_[v].position = mesh.positions()[v];
        vertices_[v].present = true;
    }
    // Attached in order the faces are assigned greedily; other assignments then take over.
    for (const FaceVertices& face : mesh.faces()) attach(new_face(face));
    for (const EdgeId e : mesh.loose_edges()) add_edge(mesh.edges()[e][0], mesh.edges()[e][1]);
    if (options_.assignment == Assignment::greedy) return;
    const auto leaves = representative_leaves(mesh, options_.assignment);
    for (FaceId f = 0; f < faces_.size(); ++f) {
        const RepresentedMask mask = faces_[f].represents = leaves[f].represents;
        for_each_vertex(faces_[f].vertices, [&](std::size_t corner, VertexId v) {
            if ((mask & represented_bit(corner)) != 0) vertices_[v].representative = f;
        });
        for_each_side(faces_[f].vertices, [&](std::size_t side, const EdgeVertices& e) {
            if ((mask & represented_bit(3 + side)) != 0) edges_.at(key(e[0], e[1])).representative = f;
        });
    }
}

EditableMesh::EdgeKey EditableMesh::key(VertexId a, VertexId b)
{
    const EdgeVertices edge = edge_of(a, b);
    return EdgeKey{edge[0]} << 32U | edge[1];
}

const EditableMesh::EdgeRecord* EditableMesh::find_edge(VertexId a, VertexId b) const
{
    const auto found = edges_.find(key(a, b));
    return found == edges_.end() ? nullptr : &found->second;
}

void EditableMesh::require_vertex(VertexId vertex) const
{
    require(has_vertex(vertex), "the vertex must be in the mesh");
}

void EditableMesh::require_face(FaceId face) const { require(has_face(face), "the face must be in the mesh"); }

VertexId EditableMesh::add_vertex(const Point& position)
{
    require_finite(position);
    if (free_vertices_.empty()) {
        require(vertices_.size() < no_edge, "too many vertices: a mesh can have fewer than 2^32 - 1");
        free_vertices_.push_back(static_cast<VertexId>(vertices_.size()));
        vertices_.emplace_back();
    }
    const VertexId v = free_vertices_.back();
    free_vertices_.pop_back();
    vertices_[v] = {.position = position, .present = true};
    return v;
}

FaceId EditableMesh::new_face(const FaceVertices& vertices)
{
    if (free_faces_.empty()) {
        require(faces_.size() < no_edge, "too many faces: a mesh can have fewer than 2^32 - 1");
        free_faces_.push_back(static_cast<FaceId>(faces_.size()));
        faces_.emplace_back();
    }
    const FaceId f = free_faces_.back();
    free_faces_.pop_back();
    faces_[f] = {.vertices = vertices, .represents = 0, .present = true};
    return f;
}

FaceId EditableMesh::add_face(const FaceVertices& face)
{
    for (const VertexId v : face) require_vertex(v);
    const FaceId f = new_face(face);
    attach(f);
    return f;
}

/// The one of some faces that the assignment prefers; independent of their order.
FaceId EditableMesh::choose(std::span<const FaceId> faces) const
{
    const auto better = [&](FaceId a, FaceId b) {
        const int of_a = std::popcount(faces_[a].represents), of_b = std::popcount(faces_[b].represents);
        if (options_.assignment == Assignment::uniform && of_a != of_b) return of_a < of_b;
        if (options_.assignment == Assignment::maximal && of_a != of_b) return of_a > of_b;
        return a < b;
    };
    return *std::ranges::min_element(faces, better);
}

/// Makes a face represent a vertex that had no face before.
void EditableMesh::claim_vertex(FaceId face, std::size_t corner)
{
    const VertexId v = faces_[face].vertices[corner];
    VertexRecord& vertex = vertices_[v];
    if (!vertex.loose_ends.empty()) {
        const VertexId other = vertex.representative;
        edges_.at(key(v, other)).represents &= static_cast<RepresentedMask>(~end_bit(v, other));
    }
    vertex.representative = face;
    faces_[face].represents |= represented_bit(corner);
}

/// Enters a face into the lists of its features and makes it represent those that had no face.
void EditableMesh::attach(FaceId face)
{
    for_each_vertex(faces_[face].vertices, [&](std::size_t corner, VertexId v) {
        if (vertices_[v].faces.empty()) claim_vertex(face, corner);
        vertices_[v].faces.push_back(face);
    });
    for_each_side(faces_[face].vertices, [&](std::size_t side, const EdgeVertices& e) {
        const auto [place, is_new] = edges_.try_emplace(key(e[0], e[1]));
        EdgeRecord& edge = place->second;
        if (edge.faces.empty()) {
            if (!is_new) {  // no longer loose; its ends have been claimed above
                std::erase(vertices_[e[0]].loose_ends, e[1]);
                std::erase(vertices_[e[1]].loose_ends, e[0]);
                edge.represents = 0;
            }
            edge.representative = face;
            faces_[face].represents |= represented_bit(3 + side);
        }
        edge.faces.push_back(face);
    });
}

/// Takes a face out of the lists of its features and finds other representatives for those it stood for.
void EditableMesh::detach(FaceId face, Leftover edges)
{
    const FaceVertices vertices = faces_[face].vertices;
    faces_[face].represents = 0;
    for_each_side(vertices, [&](std::size_t, const EdgeVertices& e) {
        const auto place = edges_.find(key(e[0], e[1]));
        EdgeRecord& edge = place->second;
        std::erase(edge.faces, face);
        if (edge.representative != face) return;
        if (!edge.faces.empty()) {
            edge.representative = choose(edge.faces);
            FaceRecord& heir = faces_[edge.representative];
            heir.represents |= represented_bit(3 + side_of(heir.vertices, e));
        } else if (edges == Leftover::keep) {
            edge.represents = edge_itself;
            vertices_[e[0]].loose_ends.push_back(e[1]);
            vertices_[e[1]].loose_ends.push_back(e[0]);
        } else {
            edges_.erase(place);
        }
    });
    for_each_vertex(vertices, [&](std::size_t, VertexId v) {
        VertexRecord& vertex = vertices_[v];
        std::erase(vertex.faces, face);
        if (vertex.representative != face) return;
        if (vertex.faces.empty()) {
            represent_without_faces(v);
            return;
        }
        vertex.representative = choose(vertex.faces);
        FaceRecord& heir = faces_[vertex.representative];
        heir.represents |= represented_bit(corner_of(heir.vertices, v));
    });
}

void EditableMesh::replace(FaceId face, const FaceVertices& vertices)
{
    detach(face, Leftover::remove);
    faces_[face].vertices = vertices;
    attach(face);
}

/// Gives a vertex without faces to its first loose edge; without those it stands for itself.
void EditableMesh::represent_without_faces(VertexId vertex)
{
    const auto& ends = vertices_[vertex].loose_ends;
    if (!ends.empty()) represent_by_loose_edge(vertex, *std::ranges::min_element(ends));
}

void EditableMesh::represent_by_loose_edge(VertexId vertex, VertexId other)
{
    vertices_[vertex].representative = other;
    edges_.at(key(vertex, other)).represents |= end_bit(vertex, other);
}

void EditableMesh::drop_if_left_over(VertexId vertex)
{
    VertexRecord& record = vertices_[vertex];
    const bool bare = record.present && record.faces.empty() && record.loose_ends.empty();
    if (options_.leftover == Leftover::keep || !bare) return;
    record = {};
    free_vertices_.push_back(vertex);
}

void EditableMesh::add_edge(VertexId a, VertexId b)
{
    require_vertex(a);
    require_vertex(b);
    require(a != b, "the two vertices of an edge must differ");
    const auto [place, is_new] = edges_.try_emplace(key(a, b));
    if (!is_new) return;
    place->second.represents = edge_itself;
    for (const auto& [vertex, other] : {std::pair(a, b), std::pair(b, a)}) {
        VertexRecord& record = vertices_[vertex];
        record.loose_ends.push_back(other);
        if (record.faces.empty() && record.loose_ends.size() == 1) represent_by_loose_edge(vertex, other);
    }
}

void EditableMesh::erase_loose_edge(VertexId a, VertexId b)
{
    edges_.erase(key(a, b));
    for (const auto& [vertex, other] : {std::pair(a, b), std::pair(b, a)}) {
        VertexRecord& record = vertices_[vertex];
        std::erase(record.loose_ends, other);
        if (record.faces.empty() && record.representative == other) represent_without_faces(vertex);
    }
}

void EditableMesh::remove_edge(VertexId a, VertexId b)
{
    const EdgeRecord* edge = find_edge(a, b);
    require(edge != nullptr && edge->faces.empty(), "the edge must be in the mesh and have no face");
    erase_loose_edge(a, b);
    drop_if_left_over(a);
    drop_if_left_over(b);
}

void EditableMesh::remove_vertex(VertexId vertex)
{
    require_vertex(vertex);
    const VertexRecord& record = vertices_[vertex];
    require(record.faces.empty() && record.loose_ends.empty(), "the vertex must have no face and no edge");
    vertices_[vertex] = {};
    free_vertices_.push_back(vertex);
}

void EditableMesh::remove_face(FaceId face)
{
    require_face(face);
    detach(face, options_.leftover);
    faces_[face].present = false;
    free_faces_.push_back(face);
    for_each_vertex(faces_[face].vertices, [&](std::size_t, VertexId v) { drop_if_left_over(v); });
}

VertexId EditableMesh::split_edge(VertexId a, VertexId b, const Point& position)
{
    const EdgeRecord* edge = find_edge(a, b);
    require(edge != nullptr, "the edge must be in the mesh");
    std::vector<FaceId> faces = edge->faces;
    const VertexId middle = add_vertex(position);
    if (faces.empty()) {
        erase_loose_edge(a, b);
        add_edge(a, middle);
        add_edge(middle, b);
    }
    std::ranges::sort(faces);
    for (const FaceId f : faces) {
        const FaceVertices whole = faces_[f].vertices;
        replace(f, with(whole, b, middle));
        attach(new_face(with(whole, a, middle)));
    }
    return middle;
}

VertexId EditableMesh::split_face(FaceId face, const Point& position)
{
    require_face(face);
    const auto [a, b, c] = faces_[face].vertices;
    const VertexId middle = add_vertex(position);
    replace(face, {a, b, middle});
    attach(new_face({b, c, middle}));
    attach(new_face({c, a, middle}));
    return middle;
}

VertexId EditableMesh::split_vertex(VertexId vertex, std::span<const FaceId> faces, const Point& position)
{
    require_vertex(vertex);
    std::vector<FaceId> moving(faces.begin(), faces.end());
    std::ranges::sort(moving);
    require(std::ranges::adjacent_find(moving) == moving.end(), "each face must be given once");
    for (const FaceId f : moving) {
        require_face(f);
        require(std::ranges::find(faces_[f].vertices, vertex) != faces_[f].vertices.end(),
                "the faces must have the vertex as a corner");
    }
    const VertexId twin = add_vertex(position);
    for (const FaceId f : moving) replace(f, with(faces_[f].vertices, vertex, twin));
    drop_if_left_over(vertex);
    return twin;
}

void EditableMesh::flip_edge(VertexId a, VertexId b)
{
    const EdgeRecord* edge = find_edge(a, b);
    require(edge != nullptr && edge->faces.size() == 2, "the edge must be in the mesh and have two faces");
    std::array<FaceId, 2> faces{edge->faces[0], edge->faces[1]};
    std::ranges::sort(faces);
    const auto opposite = [&](FaceId f) {
        const auto found = std::ranges::find_if(faces_[f].vertices, [&](VertexId v) { return v != a && v != b; });
        require(found != faces_[f].vertices.end(), "the faces of the edge must have three corners");
        return *found;
    };
    const VertexId c = opposite(faces[0]), d = opposite(faces[1]);
    require(c != d && !has_edge(c, d), "the other corners of the two faces must differ and have no edge in common");
    // With consistent faces abc and bad these become adc and bcd.
    replace(faces[0], with(faces_[faces[0]].vertices, b, d));
    replace(faces[1], with(faces_[faces[1]].vertices, a, c));
}

void EditableMesh::collapse_edge(VertexId a, VertexId b, const Point& position)
{
    const EdgeRecord* edge = find_edge(a, b);
    require(edge != nullptr, "the edge must be in the mesh");
    require_finite(position);
    if (edge->faces.empty()) erase_loose_edge(a, b);
    std::vector<FaceId> faces = vertices_[b].faces;
    std::ranges::sort(faces);
    std::vector<VertexId> others;
    for (const FaceId f : faces) {
        const FaceVertices vertices = faces_[f].vertices;
        if (corner_of(vertices, a) == vertices.size()) {
            replace(f, with(vertices, b, a));
            continue;
        }
        detach(f, Leftover::remove);
        faces_[f].present = false;
        free_faces_.push_back(f);
        for_each_vertex(vertices, [&](std::size_t, VertexId v) {
            if (v != a && v != b) others.push_back(v);
        });
    }
    const std::vector<VertexId> ends = vertices_[b].loose_ends;
    for (const VertexId end : ends) {
        erase_loose_edge(b, end);
        add_edge(a, end);
    }
    remove_vertex(b);
    vertices_[a].position = position;
    for (const VertexId v : others) {
        if (options_.leftover == Leftover::keep)
            add_edge(a, v);
        else
            drop_if_left_over(v);
    }
    drop_if_left_over(a);
}

void EditableMesh::move_vertex(VertexId vertex, const Point& position)
{
    require_vertex(vertex);
    require_finite(position);
    vertices_[vertex].position = position;
}

void EditableMesh::renumber_vertices(std::span<const VertexId> numbers)
{
    require(numbers.size() == vertices_.size(), "there must be a new number for every vertex number");
    std::vector<bool> taken(numbers.size());
    for (const VertexId v : numbers) {
        require(v < numbers.size() && !taken[v], "the new numbers must be a permutation of the old ones");
        taken[v] = true;
    }
    std::vector<VertexRecord> renumbered(vertices_.size());
    for (std::size_t v = 0; v < vertices_.size(); ++v) {
        VertexRecord& record = renumbered[numbers[v]] = std::move(vertices_[v]);
        if (record.faces.empty() && !record.loose_ends.empty()) record.representative = numbers[record.representative];
        for (VertexId& other : record.loose_ends) other = numbers[other];
    }
    vertices_ = std::move(renumbered);
    for (FaceRecord& face : faces_) {
        if (!face.present) continue;
        for (VertexId& v : face.vertices) v = numbers[v];
    }
    std::unordered_map<EdgeKey, EdgeRecord, KeyedHash> edges;
    edges.reserve(edges_.size());
    for (auto& [old, edge] : edges_) {
        const VertexId a = numbers[old >> 32U], b = numbers[old & 0xffffffffU];
        if (b < a) {  // the ends of a loose edge trade places
            const unsigned mask = edge.represents;
            edge.represents = static_cast<RepresentedMask>((mask & ~3U) | (mask & 1U) << 1U | (mask & 2U) >> 1U);
        }
        edges.emplace(key(a, b), std::move(edge));
    }
    edges_ = std::move(edges);
    for (VertexId& v : free_vertices_) v = numbers[v];
}

MeshSnapshot EditableMesh::snapshot() const
{
    MeshSnapshot result;
    std::vector<VertexId> local(vertices_.size());
    std::vector<Point> positions;
    std::vector<EdgeVertices> loose;
    for (VertexId v = 0; v < vertices_.size(); ++v) {
        if (!vertices_[v].present) continue;
        local[v] = static_cast<VertexId>(positions.size());
        positions.push_back(vertices_[v].position);
        result.vertices.push_back(v);
        for (const VertexId other : vertices_[v].loose_ends) {
            if (other < v) loose.push_back({local[other], local[v]});
        }
    }
    std::vector<FaceVertices> faces;
    for (FaceId f = 0; f < faces_.size(); ++f) {
        if (!faces_[f].present) continue;
        const auto& [a, b, c] = faces_[f].vertices;
        faces.push_back({local[a], local[b], local[c]});
        result.faces.push_back(f);
    }
    result.mesh = TriangleMesh(std::move(positions), std::move(faces), std::move(loose));

    for (std::size_t f = 0; f < result.faces.size(); ++f)
        result.leaves.push_back({LeafKind::face, faces_[result.faces[f]].represents, static_cast<std::uint32_t>(f)});
    for (const EdgeId e : result.mesh.loose_edges()) {
        const auto& [a, b] = result.mesh.edges()[e];
        result.leaves.push_back({LeafKind::edge, find_edge(result.vertices[a], result.vertices[b])->represents, e});
    }
    for (const VertexId v : result.mesh.isolated_vertices())
        result.leaves.push_back({LeafKind::vertex, static_cast<RepresentedMask>(represented_bit(0) | edge_itself), v});
    return result;
}

}  // namespace tocca
