// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tocca/bounds/moving_box.hpp"

namespace tocca {

/// Nodes of a tree with n leaves are numbered from 0: first the n - 1 inner nodes in preorder, the root first, then the
/// leaves from left to right. A subtree's inner nodes are consecutive, and so are its leaves.
using NodeId = std::uint32_t;

/// A binary tree over primitives: the two children of each inner node, and which primitive each leaf is.
struct TreeTopology {
    std::vector<std::array<NodeId, 2>> children;
    std::vector<std::uint32_t> order;
};

/// Builds a tree over primitives with these boxes, by the surface area heuristic (SAH) with 16 bins per axis.
///
/// `tags` says which primitives belong together (empty: all do). Primitives of one tag get their own subtree, and
/// these subtrees are the leaves of a tree over the tags.
///
/// Guarantee: a function of the boxes and tags alone, whatever the number of threads.
/// Assumes:   no NaN; primitives of one tag are consecutive.
/// Cost:      n log n.
[[nodiscard]] TreeTopology build_tree(std::span<const MovingBox> boxes, std::span<const std::uint32_t> tags,
                                      int threads);

}  // namespace tocca
