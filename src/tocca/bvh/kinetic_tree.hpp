// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "tocca/bounds/moving_box.hpp"
#include "tocca/bvh/refit_kernel.hpp"
#include "tocca/bvh/tree_topology.hpp"

namespace tocca {

/// The tag of a node over primitives of several tags.
inline constexpr std::uint32_t mixed_tag = ~std::uint32_t{0};

/// Leaves that go from a tree, and others that come.
struct LeafExchange {
    std::span<const std::uint8_t> removed;  ///< by leaf: whether it goes
    std::span<const MovingBox> added;       ///< those that come, their words set by the owner
    std::span<const std::uint32_t> beside;  ///< by leaf that comes: to the place of which it does, of the same tag
};

/// A bounding volume hierarchy (BVH) of moving boxes, refitted from step to step. Nodes are numbered as in TreeTopology, the root first.
///
/// The words of an inner node's box are its left child (lower_start), its right child (upper_start) and its tag
/// (upper_end). Those of a leaf are its owner's, but for the tag.
class KineticTree {
public:
    KineticTree() = default;

    /// A tree over `count` leaves: `leaf(i)` is the box of leaf i, its words set by the owner; leaves of one tag are
    /// consecutive. The leaves are put into the order of the tree, their words with them.
    KineticTree(std::size_t count, const std::function<MovingBox(std::size_t)>& leaf, int threads);
    KineticTree(std::span<const MovingBox> leaves, int threads);

    [[nodiscard]] std::size_t leaf_count() const { return nodes_.empty() ? 0 : nodes_.size() / 2 + 1; }
    [[nodiscard]] std::size_t inner_count() const { return nodes_.size() / 2; }
    [[nodiscard]] std::span<const MovingBox> nodes() const { return nodes_; }
    [[nodiscard]] std::span<const MovingBox> leaves() const { return std::span(nodes_).subspan(inner_count()); }

    /// The leaves, to be moved before `refit`; tags must stay.
    [[nodiscard]] std::span<MovingBox> leaves() { return std::span(nodes_).subspan(inner_count()); }

    /// Moves leaves [first, last) and says which of their boxes may have changed. Called from several threads, for ranges
    /// that have no leaf in common.
    using MoveLeaves = std::function<bvh::BoxEnds(std::size_t first, std::size_t last)>;

    /// Has the leaves moved, and recomputes those boxes of the inner nodes that may have changed from their children's.
    ///
    /// Cost: one pass over the nodes whose leaves moved.
    void refit(const MoveLeaves& move, int threads);
    /// The same where all may have moved.
    void refit(int threads)
    {
        refit([](std::size_t, std::size_t) { return bvh::BoxEnds::both; }, threads);
    }

    /// Takes leaves out, and puts others beside leaves that were there, whether these go or not. Leaves keep their words;
    /// those that stay keep their order, unless a part of the tree has grown so much that all of it is built anew.
    ///
    /// Cost: one pass over the nodes, and a refit.
    void exchange(const LeafExchange& exchange, int threads);

    /// The decay of the worst part of the tree: its cost now (the areas of its nodes relative to that of its root) over its
    /// cost when it was built.
    [[nodiscard]] double decay() const;

    /// Rebuilds what has decayed beyond `limit`: single parts, or the whole tree if its upper levels have. Leaves are
    /// reordered, their words with them. Returns whether anything changed.
    bool rebuild_decayed(double limit, int threads);

private:
    /// A subtree: its first inner node, its first leaf and its number of leaves, and its cost.
    struct Part {
        std::size_t first_inner = 0;
        std::size_t first_leaf = 0;
        std::size_t leaves = 0;
        bvh::AreaSums areas = {};  ///< of its inner nodes; of the upper nodes alone for the whole tree
        double cost_built = 1.0;
        double cost = 1.0;

        [[nodiscard]] double decay() const { return cost / cost_built; }
    };

    void build(int threads);
    void find_parts();
    void link(const Part& part, TreeTopology topology);
    void refit(Part& part, bvh::BoxEnds ends);
    void refit_upper(bvh::BoxEnds ends);
    void set_tag(std::size_t node);
    void set_cost(Part& part) const;
    void remember_costs();

    std::vector<MovingBox> nodes_;
    std::vector<Part> parts_;           ///< disjoint subtrees over all leaves, each refitted and rebuilt on its own
    std::vector<std::uint32_t> upper_;  ///< the inner nodes above the parts, in increasing order
    Part whole_;                        ///< stands for the upper nodes
};

}  // namespace tocca
