// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "tocca/bvh/tree_topology.hpp"

namespace tocca {

/// Traversal of pairs of nodes, depth first; of the pairs of one parent the soonest comes first.
///
/// `meet(a, b)` returns the time from which two nodes may meet, empty if they never do; `too_late(time)` whether a pair
/// that may meet from then on can be skipped; `visit(a, b)` is called for pairs of leaves.
template <class Tree, class Meet, class TooLate, class Visit>
class Traversal {
public:
    Traversal(const Tree& first, const Tree& second, const Meet& meet, const TooLate& too_late, const Visit& visit)
        : first_(first), second_(second), meet_(meet), too_late_(too_late), visit_(visit)
    {}

    /// All pairs of a leaf of the first tree and one of the second.
    void between()
    {
        if (first_.leaf_count() == 0 || second_.leaf_count() == 0) return;
        consider(0, 0);
        push_considered();
        run();
    }

    /// All pairs of two leaves of the first tree, each once.
    void within()
    {
        // The pairs of a subtree are those of its left and its right, and those between them.
        for (NodeId node = 0; node < first_.inner_count(); ++node) {
            consider(first_.children(node)[0], first_.children(node)[1]);
            push_considered();
            run();
        }
    }

private:
    struct Pair {
        NodeId a = 0, b = 0;
        double time = 0.0;
    };

    /// Keeps the latest first.
    void consider(NodeId a, NodeId b)
    {
        const std::optional<double> time = meet_(a, b);
        if (!time) return;
        std::size_t at = count_++;
        for (; at > 0 && considered_[at - 1].time < *time; --at) considered_[at] = considered_[at - 1];
        considered_[at] = {a, b, *time};
    }

    void push_considered()
    {
        for (std::size_t i = 0; i < count_; ++i) stack_.push_back(considered_[i]);
        count_ = 0;
    }

    void run()
    {
        while (!stack_.empty()) {
            const Pair pair = stack_.back();
            stack_.pop_back();
            if (too_late_(pair.time)) continue;
            const bool a_leaf = first_.is_leaf(pair.a), b_leaf = second_.is_leaf(pair.b);
            if (a_leaf && b_leaf) {
                visit_(pair.a, pair.b);
                continue;
            }
            if (a_leaf) {
                for (const NodeId b : second_.children(pair.b)) consider(pair.a, b);
            } else if (b_leaf) {
                for (const NodeId a : first_.children(pair.a)) consider(a, pair.b);
            } else {
                for (const NodeId a : first_.children(pair.a)) {
                    for (const NodeId b : second_.children(pair.b)) consider(a, b);
                }
            }
            push_considered();
        }
    }

    const Tree& first_;
    const Tree& second_;
    const Meet& meet_;
    const TooLate& too_late_;
    const Visit& visit_;
    std::array<Pair, 4> considered_;
    std::size_t count_ = 0;
    std::vector<Pair> stack_;
};

}  // namespace tocca
