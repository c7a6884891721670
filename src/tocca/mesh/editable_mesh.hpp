// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "tocca/base/keyed_hash.hpp"
#include "tocca/mesh/representatives.hpp"
#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca {

/// What happens to an edge or a vertex that loses its last face.
enum class Leftover : unsigned char {
    keep,    ///< it stays as a loose edge, an isolated vertex
    remove,  ///< it goes; a vertex when neither face nor edge is left
};

struct EditOptions {
    Assignment assignment = Assignment::greedy;  ///< also of features whose representative goes
    Leftover leftover = Leftover::keep;
};

/// A mesh between edits, its leaves, and the numbers of its vertices and faces in the editable mesh.
struct MeshSnapshot {
    TriangleMesh mesh;
    std::vector<Leaf> leaves;
    std::vector<VertexId> vertices;  ///< increasing
    std::vector<FaceId> faces;       ///< increasing
};

/// A triangle mesh whose faces come, go and are split, with the representatives of its features kept up to date.
///
/// Vertices and faces keep their numbers until they are removed; numbers of removed ones are reused. Faces may repeat
/// and may name a vertex twice, as in TriangleMesh. A vertex is represented by a face if one names it, else by a loose
/// edge if one ends in it; an edge by a face if one has it.
///
/// Cost:   of an edit, linear in the number of faces around the vertices concerned.
/// Source: Curtis, Tamstorf, Manocha 2008, 4.3.2, with loose edges and isolated vertices.
/// Throws: std::invalid_argument for a vertex, edge or face that is not there; Error (not_finite) for a position that is
///         NaN or infinite. The mesh is then as it was before.
class EditableMesh {
public:
    explicit EditableMesh(EditOptions options = {}) : options_(options) {}
    explicit EditableMesh(const TriangleMesh& mesh, EditOptions options = {});

    /// An isolated vertex.
    VertexId add_vertex(const Point& position);
    /// The face takes over what loose edges and isolated vertices among its features stood for.
    FaceId add_face(const FaceVertices& face);
    /// A loose edge; nothing happens if the edge is there already.
    void add_edge(VertexId a, VertexId b);

    void remove_face(FaceId face);
    /// Assumes: the edge is loose.
    void remove_edge(VertexId a, VertexId b);
    /// Assumes: the vertex is isolated.
    void remove_vertex(VertexId vertex);

    /// A new vertex on an edge: each face of the edge becomes two, and so does a loose edge. A face keeps its number for
    /// the part at `a`. Returns the vertex.
    VertexId split_edge(VertexId a, VertexId b, const Point& position);
    /// A new vertex in a face, which becomes three and keeps its number for the one at its first side.
    VertexId split_face(FaceId face, const Point& position);
    /// A new vertex that takes the place of an old one in the faces given, as when a mesh tears. Edges go with their
    /// faces and leave none behind; loose edges stay at the old vertex. If that has nothing left it is a leftover.
    VertexId split_vertex(VertexId vertex, std::span<const FaceId> faces, const Point& position);

    /// The two faces of an edge get the edge between their other corners instead. They keep their numbers.
    ///
    /// Throws: also std::invalid_argument unless the edge has two faces, their other corners differ, and there is no edge
    ///         between these.
    void flip_edge(VertexId a, VertexId b);
    /// The vertex b becomes the vertex a, which moves: faces of the edge go, other faces and loose edges of b get a instead.
    /// An edge from a to the other corner of a face that went is left over if it has no other face.
    void collapse_edge(VertexId a, VertexId b, const Point& position);

    /// Gives every vertex number v below vertex_limit() the number `numbers[v]`.
    ///
    /// Assumes: a permutation.
    void renumber_vertices(std::span<const VertexId> numbers);
    void move_vertex(VertexId vertex, const Point& position);

    /// All numbers in use are below.
    [[nodiscard]] std::size_t vertex_limit() const { return vertices_.size(); }
    [[nodiscard]] std::size_t face_limit() const { return faces_.size(); }
    [[nodiscard]] bool has_vertex(VertexId vertex) const
    {
        return vertex < vertices_.size() && vertices_[vertex].present;
    }
    [[nodiscard]] bool has_face(FaceId face) const { return face < faces_.size() && faces_[face].present; }
    [[nodiscard]] bool has_edge(VertexId a, VertexId b) const { return find_edge(a, b) != nullptr; }
    /// Assumes: the face, the vertex is there.
    [[nodiscard]] const FaceVertices& face(FaceId face) const { return faces_.at(face).vertices; }
    [[nodiscard]] const Point& position(VertexId vertex) const { return vertices_.at(vertex).position; }
    [[nodiscard]] std::span<const FaceId> faces_of_vertex(VertexId vertex) const { return vertices_.at(vertex).faces; }

    /// Cost: that of building the mesh, linear but for sorting the loose edges.
    [[nodiscard]] MeshSnapshot snapshot() const;

    /// The first fault found in the state of the class, in words; empty if every feature has exactly one representative,
    /// incident to it, and all lists agree.
    [[nodiscard]] std::optional<std::string> broken_invariant() const;

private:
    struct VertexRecord {
        Point position = {};
        bool present = false;
        std::vector<FaceId> faces = {};
        std::vector<VertexId> loose_ends = {};  ///< the other ends of loose edges
        /// The face; without faces the other end of the loose edge; without those nothing.
        std::uint32_t representative = 0;
    };
    struct EdgeRecord {
        std::vector<FaceId> faces = {};
        FaceId representative = 0;       ///< unless loose
        RepresentedMask represents = 0;  ///< if loose, as in Leaf
    };
    struct FaceRecord {
        FaceVertices vertices = {};
        RepresentedMask represents = 0;
        bool present = false;
    };
    using EdgeKey = std::uint64_t;

    [[nodiscard]] static EdgeKey key(VertexId a, VertexId b);
    [[nodiscard]] const EdgeRecord* find_edge(VertexId a, VertexId b) const;
    void require_vertex(VertexId vertex) const;
    void require_face(FaceId face) const;
    FaceId new_face(const FaceVertices& vertices);
    void attach(FaceId face);
    void detach(FaceId face, Leftover edges);
    void replace(FaceId face, const FaceVertices& vertices);
    void erase_loose_edge(VertexId a, VertexId b);
    void claim_vertex(FaceId face, std::size_t corner);
    void represent_without_faces(VertexId vertex);
    void represent_by_loose_edge(VertexId vertex, VertexId other);
    void drop_if_left_over(VertexId vertex);
    [[nodiscard]] FaceId choose(std::span<const FaceId> faces) const;
    [[nodiscard]] std::optional<std::string> broken_list() const;

    EditOptions options_;
    std::vector<VertexRecord> vertices_;
    std::vector<FaceRecord> faces_;
    std::unordered_map<EdgeKey, EdgeRecord, KeyedHash> edges_;
    std::vector<VertexId> free_vertices_;
    std::vector<FaceId> free_faces_;
};

}  // namespace tocca
