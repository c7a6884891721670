// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tocca/deformable/step_tree.hpp"

namespace tocca::deformable::detail {

/// The vertices that QueryOptions::changed lists, and the nodes over the features that have one of them.
///
/// Without a list there are no marks, and it is asked for nothing else.
class ChangedFeatures {
public:
    /// Throws: std::invalid_argument for another number of lists than of objects, and for a vertex that does not exist.
    /// Cost:   one pass over the leaves and nodes; none without a list.
    ChangedFeatures(const StepTree& step, const std::optional<std::vector<std::vector<std::uint32_t>>>& changed);

    /// By node, as TagRule::marks; empty without a list.
    ///
    /// Guarantee: a pair of features with a changed vertex is in a pair of leaves of which one is marked.
    [[nodiscard]] std::span<const std::uint8_t> marks() const { return marks_; }

    /// Whether one of these vertices is changed.
    [[nodiscard]] bool contains(std::span<const Place> vertices) const
    {
        std::uint8_t any = 0;
        for (const Place vertex : vertices) any |= vertices_[vertex];
        return any != 0;
    }

    /// Moves the candidates with a changed vertex to the front, in their order; returns their number.
    std::size_t keep(std::span<Candidate> candidates) const;
    /// The candidates with a changed vertex, copied to `kept`.
    std::span<const Candidate> of(std::span<const Candidate> candidates, std::vector<Candidate>& kept) const;

private:
    std::vector<std::uint8_t> vertices_;  ///< by place
    std::vector<std::uint8_t> marks_;
};

}  // namespace tocca::deformable::detail
