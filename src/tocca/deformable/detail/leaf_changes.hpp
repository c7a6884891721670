// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tocca/deformable/step_tree.hpp"
#include "tocca/mesh/new_vertex.hpp"

namespace tocca::deformable::detail {

/// Which leaves of a tree go and come when the mesh of an object is replaced, and who represents what then. Linear passes
/// over the leaves; nothing is sorted.
///
/// A leaf stays if the new mesh has a face with the same corners in the same order, by the vertices that stay; likewise
/// loose edges and isolated vertices. Vertices are named by keys: those that were there by their place, new ones by the
/// numbers from `step.vertices().size()` on.
class LeafChanges {
public:
    /// A feature that a leaf represents in addition: vertices by their key twice, edges by their ends. Leaves that come
    /// are numbered after those that were there.
    struct Claim {
        std::uint32_t leaf = 0;
        std::array<Place, 2> feature = {};
    };

    /// `old_vertices`: for each vertex of the new mesh its number in the old one, or new_vertex.
    ///
    /// Assumes: no number twice, all valid.
    LeafChanges(const StepTree& step, ObjectId object, const TriangleMesh& mesh,
                std::span<const VertexId> old_vertices);

    [[nodiscard]] const std::vector<std::uint8_t>& removed() const { return removed_; }
    [[nodiscard]] const std::vector<std::array<Place, 3>>& added() const { return added_; }
    /// For each leaf that comes one that was there, near it and of the same object. Empty if there was none.
    [[nodiscard]] const std::vector<std::uint32_t>& beside() const { return beside_; }
    [[nodiscard]] const std::vector<Claim>& vertex_claims() const { return vertex_claims_; }
    [[nodiscard]] const std::vector<Claim>& edge_claims() const { return edge_claims_; }
    /// By vertex of the new mesh.
    [[nodiscard]] const std::vector<Place>& keys() const { return keys_; }
    [[nodiscard]] std::size_t key_count() const { return key_count_; }

private:
    /// The edges about which it is open who represents them.
    class OpenEdges {
    public:
        explicit OpenEdges(std::size_t keys) : ends_(keys) {}

        void add(Place a, Place b);
        /// To be called when all are added.
        void index();
        /// Settles who represents an edge; false if it was not open.
        bool settle(Place a, Place b);
        [[nodiscard]] bool may_have(Place a, Place b) const { return (ends_[a] & ends_[b]) != 0; }
        [[nodiscard]] std::span<const std::uint8_t> ends() const { return ends_; }

    private:
        struct Slot {
            std::array<Place, 2> edge = {no_place, no_place};
            bool open = false;
        };
        [[nodiscard]] std::size_t find(const std::array<Place, 2>& edge) const;

        std::vector<std::uint8_t> ends_;  ///< by key: whether an edge ends there
        std::vector<std::array<Place, 2>> edges_;
        std::vector<Slot> table_;
    };

    void match(const TriangleMesh& mesh);
    void assign();
    void find_neighbours();

    const StepTree& step_;
    ObjectId object_;
    std::size_t old_leaves_;
    std::vector<Place> keys_;
    std::size_t key_count_ = 0;
    std::vector<std::uint8_t> removed_;
    std::vector<std::array<Place, 3>> added_;
    std::vector<std::uint32_t> beside_;
    std::vector<Claim> vertex_claims_, edge_claims_;
};

}  // namespace tocca::deformable::detail
