// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "study/moving_kdop.hpp"
#include "tocca/bvh/tree_topology.hpp"

namespace tocca::study {

/// A tree of k-DOPs in two layers: nodes near the leaves have one at the start and one at the end, those above a single
/// one over the whole step.
///
/// Source: Tang, Kim, Manocha 2010, VI.
template <std::size_t Directions>
class LayeredTree {
public:
    /// For as many levels of the lower layer as that, the leaves counted, to be without an upper layer.
    static constexpr int all_levels = std::numeric_limits<int>::max();

    LayeredTree() = default;

    /// `lower_levels` = 0: swept volumes throughout.
    LayeredTree(TreeTopology topology, int lower_levels) : topology_(std::move(topology))
    {
        std::vector<int> height(node_count(), 0);
        for (std::size_t node = inner_count(); node-- > 0;) {
            const auto [left, right] = topology_.children[node];
            height[node] = 1 + std::max(height[left], height[right]);
        }
        std::uint32_t lower = 0, upper = 0;
        for (const int h : height) places_.push_back(h < lower_levels ? Place{lower++, true} : Place{upper++, false});
        moving_.resize(lower);
        swept_.resize(upper);
    }

    [[nodiscard]] std::size_t leaf_count() const { return topology_.order.size(); }
    [[nodiscard]] std::size_t inner_count() const { return topology_.children.size(); }
    [[nodiscard]] std::size_t node_count() const { return inner_count() + leaf_count(); }
    [[nodiscard]] bool is_leaf(NodeId node) const { return node >= inner_count(); }
    [[nodiscard]] const std::array<NodeId, 2>& children(NodeId node) const { return topology_.children[node]; }
    [[nodiscard]] std::uint32_t primitive(NodeId leaf) const { return topology_.order[leaf - inner_count()]; }

    /// What the nodes take in memory.
    [[nodiscard]] std::size_t bytes() const
    {
        return moving_.size() * sizeof(MovingKdop<Directions>) + swept_.size() * sizeof(Kdop<Directions>) +
               places_.size() * sizeof(Place) + inner_count() * sizeof(std::array<NodeId, 2>) +
               leaf_count() * sizeof(std::uint32_t);
    }

    /// Recomputes all volumes; `volume_of(primitive)` is the MovingKdop of a primitive.
    template <class VolumeOf>
    void refit(const VolumeOf& volume_of)
    {
        for (std::size_t node = node_count(); node-- > 0;) {
            const Place place = places_[node];
            const auto id = static_cast<NodeId>(node);
            if (is_leaf(id)) {
                const MovingKdop<Directions> volume = volume_of(primitive(id));
                if (place.lower)
                    moving_[place.at] = volume;
                else
                    swept_[place.at] = volume.swept();
                continue;
            }
            const auto [left, right] = children(id);
            if (place.lower) {
                moving_[place.at] = moving_[places_[left].at];
                extend(moving_[place.at], moving_[places_[right].at]);
            } else {
                swept_[place.at] = swept(left);
                extend(swept_[place.at], swept(right));
            }
        }
    }

    /// The volume of a node over the whole step.
    [[nodiscard]] Kdop<Directions> swept(NodeId node) const
    {
        const Place place = places_[node];
        return place.lower ? moving_[place.at].swept() : swept_[place.at];
    }

    /// The volume of a node at both ends, if it has one.
    [[nodiscard]] const MovingKdop<Directions>* moving(NodeId node) const
    {
        const Place place = places_[node];
        return place.lower ? &moving_[place.at] : nullptr;
    }

private:
    struct Place {
        std::uint32_t at;
        bool lower;
    };

    TreeTopology topology_;
    std::vector<Place> places_;
    std::vector<MovingKdop<Directions>> moving_;
    std::vector<Kdop<Directions>> swept_;
};

/// Whether what two nodes hold may meet.
template <std::size_t Directions>
[[nodiscard]] bool may_meet(const LayeredTree<Directions>& a_tree, NodeId a, const LayeredTree<Directions>& b_tree,
                            NodeId b)
{
    const auto *a_moving = a_tree.moving(a), *b_moving = b_tree.moving(b);
    return a_moving && b_moving ? may_meet(*a_moving, *b_moving) : may_meet(a_tree.swept(a), b_tree.swept(b));
}

/// The times at which what two nodes hold may meet; the whole step where one of them has no volumes at both ends.
template <std::size_t Directions>
[[nodiscard]] std::optional<TimeInterval> overlap_times(const LayeredTree<Directions>& a_tree, NodeId a,
                                                        const LayeredTree<Directions>& b_tree, NodeId b)
{
    if (!may_meet(a_tree, a, b_tree, b)) return std::nullopt;
    const auto *a_moving = a_tree.moving(a), *b_moving = b_tree.moving(b);
    if (!a_moving || !b_moving) return TimeInterval{0.0, 1.0};
    return overlap_times(*a_moving, *b_moving);
}

}  // namespace tocca::study
