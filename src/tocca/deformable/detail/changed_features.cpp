// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/changed_features.hpp"

#include <string>

#include "tocca/base/error.hpp"

namespace tocca::deformable::detail {

ChangedFeatures::ChangedFeatures(const StepTree& step,
                                 const std::optional<std::vector<std::vector<std::uint32_t>>>& changed)
{
    if (!changed) return;
    const std::vector<std::vector<std::uint32_t>>& lists = *changed;
    require(lists.size() == step.object_count(),
            "`changed` must have one list of vertices, possibly empty, for every object");
    vertices_.resize(step.vertices().size());
    for (std::size_t object = 0; object < lists.size(); ++object) {
        for (std::size_t i = 0; i < lists[object].size(); ++i) {
            const std::uint32_t vertex = lists[object][i];
            if (!step.has_vertex(static_cast<ObjectId>(object), vertex)) {
                throw std::invalid_argument("`changed` names vertex " + std::to_string(vertex) + " (number " +
                                            std::to_string(i) + " in the list of object " + std::to_string(object) +
                                            "), which does not exist");
            }
            vertices_[step.place(static_cast<ObjectId>(object), vertex)] = 1;
        }
    }
    // At least one, so that marks of a scene without nodes are not mistaken for none.
    const KineticTree& tree = step.tree();
    marks_.resize(tree.nodes().size() + 1);
    const std::span<const MovingBox> nodes = tree.nodes();
    for (std::size_t node = tree.inner_count(); node < nodes.size(); ++node) {
        // What a leaf represents has its corners.
        const auto& [a, b, c] = step.corners()[LeafWords::of(nodes[node]).slot];
        marks_[node] = vertices_[a] | vertices_[b] | (c == no_place ? std::uint8_t{0} : vertices_[c]);
    }
    // Children have greater numbers.
    for (std::size_t node = tree.inner_count(); node-- > 0;)
        marks_[node] = marks_[nodes[node].lower_start.word] | marks_[nodes[node].upper_start.word];
}

std::size_t ChangedFeatures::keep(std::span<Candidate> candidates) const
{
    std::size_t kept = 0;
    for (const Candidate& candidate : candidates) {
        candidates[kept] = candidate;
        kept += contains(candidate) ? 1U : 0U;
    }
    return kept;
}

std::span<const Candidate> ChangedFeatures::of(std::span<const Candidate> candidates,
                                               std::vector<Candidate>& kept) const
{
    kept.assign(candidates.begin(), candidates.end());
    return std::span(kept).first(keep(kept));
}

}  // namespace tocca::deformable::detail
