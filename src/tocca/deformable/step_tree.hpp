// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tocca/answer/contact.hpp"
#include "tocca/bvh/kinetic_tree.hpp"
#include "tocca/bvh/pair_front.hpp"
#include "tocca/bvh/pair_kernel.hpp"
#include "tocca/deformable/detail/crossing_proofs.hpp"
#include "tocca/deformable/detail/kept_candidates.hpp"
#include "tocca/deformable/detail/step_vertices.hpp"
#include "tocca/deformable/moving_scene.hpp"
#include "tocca/elementary/pair.hpp"
#include "tocca/geometry/point.hpp"

namespace tocca::deformable {

/// What a leaf of the tree stands for, in the words of its box: the features it represents (mesh/representatives.hpp),
/// which are neighbours in the tree's own order, and its slot.
struct LeafWords {
    std::uint32_t first_edge = 0;
    std::uint32_t first_vertex = 0;
    std::uint32_t slot = 0;  ///< of its corners
    std::uint32_t vertices = 0;
    std::uint32_t edges = 0;

    static LeafWords of(const MovingBox& leaf)
    {
        const std::uint32_t packed = leaf.lower_end.word;
        return {leaf.lower_start.word, leaf.upper_start.word, packed >> 4U, (packed >> 2U) & 3U, packed & 3U};
    }
    void store(MovingBox& leaf) const
    {
        leaf.lower_start.word = first_edge;
        leaf.upper_start.word = first_vertex;
        leaf.lower_end.word = slot << 4U | vertices << 2U | edges;
    }
};

/// All features of a scene over one step, in the order of a tree over them.
class StepTree {
public:
    StepTree() = default;
    /// At rest at the positions of the meshes.
    StepTree(std::span<const SceneObject> objects, int threads);

    /// Moves vertices: `start` and `end` by object, as in MovingScene. If `start` is empty, the previous end is the start;
    /// an object without end positions stays at rest.
    ///
    /// Throws: as MovingScene::set_step, nothing changed.
    /// Cost:   one pass over the vertices; boxes are recomputed for objects of which a vertex has another start or end.
    void set_step(std::span<const std::span<const Point>> start, std::span<const std::span<const Point>> end,
                  int threads);
    /// Other ends for the same starts; an object without end positions keeps its ends.
    ///
    /// Throws: as set_step.
    void set_end(std::span<const std::span<const Point>> end, int threads);

    /// Gives an object another mesh. `old_vertices` holds for each of its vertices the number in the old mesh, or
    /// new_vertex. Vertices that were there keep their start and end; new ones rest where the mesh has them.
    ///
    /// Assumes: each old number is valid and there once.
    /// Throws:  std::invalid_argument for more triangles or vertices than a scene can hold, nothing changed.
    /// Cost:    some passes over leaves and nodes; nothing is sorted, and only what is new is built. Fronts and candidates
    ///          that are kept are dropped; what is proven of pairs that were there stays proven.
    void replace(ObjectId object, const TriangleMesh& mesh, std::span<const VertexId> old_vertices, int threads);

    [[nodiscard]] const KineticTree& tree() const { return tree_; }
    /// The traversal front that a search keeps for the next one; dropped when the tree changes its shape.
    [[nodiscard]] const bvh::FrontKeeper& front() const { return front_; }
    void keep_front(std::size_t max_pairs) { front_.set_max_pairs(max_pairs); }
    /// The candidates that searches keep for the next ones.
    [[nodiscard]] const detail::CandidateKeeper& kept() const { return kept_; }
    void keep_candidates(double slack, std::size_t most) { kept_.set(slack, most); }
    /// What queries have proven about the start and end of the step.
    [[nodiscard]] const detail::CrossingProofs& proofs() const { return proofs_; }
    /// By slot: the three corners of a face in its own order; the ends of a loose edge, or twice an isolated vertex, and
    /// no_place. Behind the last there is one more, so that four words can be read at each.
    [[nodiscard]] std::span<const std::array<Place, 3>> corners() const
    {
        return std::span(corners_).first(tree_.leaf_count());
    }
    /// The ends of an edge, that of the smaller number in its mesh first.
    [[nodiscard]] std::span<const std::array<Place, 2>> edges() const { return edges_; }
    [[nodiscard]] std::span<const MovingBox> vertex_boxes() const { return vertex_boxes_; }
    [[nodiscard]] std::span<const MovingVertex> vertices() const { return vertices_; }

    [[nodiscard]] const bvh::MotionScale& motion_scale() const { return motion_scale_; }

    [[nodiscard]] bool has_vertex(ObjectId object, VertexId vertex) const
    {
        return object < object_count() && vertex < offsets_[object + 1] - offsets_[object];
    }
    [[nodiscard]] Place place(ObjectId object, VertexId vertex) const { return places_[offsets_[object] + vertex]; }
    /// A vertex by its number over all objects: those of the first object come first.
    [[nodiscard]] std::uint32_t number(Place place) const { return numbers_[place]; }
    [[nodiscard]] ObjectId object_of(std::uint32_t number) const;
    /// The number of the first vertex of an object.
    [[nodiscard]] std::uint32_t first_number(ObjectId object) const { return offsets_[object]; }
    [[nodiscard]] std::size_t object_count() const { return offsets_.empty() ? 0 : offsets_.size() - 1; }

    [[nodiscard]] PairRows rows(const Candidate& candidate) const;

    /// The candidate with its edges in the order of Contact.
    [[nodiscard]] Candidate ordered(const Candidate& candidate, PairKind kind) const;
    /// Fills in the vertices, objects and kind of a contact of an ordered candidate.
    void name(const Candidate& candidate, PairKind kind, Contact& contact) const;

private:
    /// An object over the step: where its vertices are, and what of them has moved since boxes were computed.
    struct ObjectMotion {
        Place first = 0;  ///< of its vertices, which are consecutive
        std::size_t count = 0;
        bvh::BoxEnds moved = bvh::BoxEnds::none;
        float farthest = 0.0F;  ///< as MotionScale::max_motion, by the boxes
    };

    class Layout;

    void check(std::span<const std::span<const Point>> positions) const;
    void move_boxes(int threads);
    void move_boxes(ObjectMotion& object, int threads);
    void set_motion_scale(bool sizes_changed);

    KineticTree tree_;
    bvh::FrontKeeper front_;
    bvh::MotionScale motion_scale_;
    detail::CrossingProofs proofs_;
    detail::CandidateKeeper kept_;
    std::vector<std::array<Place, 3>> corners_;
    std::vector<std::array<Place, 2>> edges_;
    std::vector<MovingBox> vertex_boxes_;
    std::vector<MovingVertex> vertices_;
    std::vector<Place> places_;           ///< by number
    std::vector<std::uint32_t> numbers_;  ///< by place
    std::vector<std::uint32_t> offsets_;  ///< the first number of each object, and one past the last
    std::vector<ObjectMotion> motions_;   ///< by object
};

}  // namespace tocca::deformable
