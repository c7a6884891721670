// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tocca/bvh/pair_kernel.hpp"
#include "tocca/bvh/refit_kernel.hpp"
#include "tocca/deformable/step_tree.hpp"

namespace tocca::deformable::detail {

/// Candidates on their way from the broad phase to the elementary core, the narrow phase.
struct CandidateBlock {
    /// The maximum number of one kind that are passed on together.
    static constexpr std::size_t capacity = 1024;
    /// What the kernel may add to one kind between two checks for room: 32 leaf pairs with nine edge pairs each, and one
    /// scratch slot for branch-free writes.
    static constexpr std::size_t max_at_once = 32 * 9 + 1;

    std::array<Candidate, capacity> vertex_face;
    std::array<Candidate, capacity> edge_edge;
    std::size_t vertex_face_count = 0;
    std::size_t edge_edge_count = 0;

    [[nodiscard]] bool has_room() const
    {
        return vertex_face_count + max_at_once <= capacity && edge_edge_count + max_at_once <= capacity;
    }
};

/// An edge and a face without a common vertex.
struct EdgeFace {
    std::array<Place, 2> edge;
    std::array<Place, 3> face;
};

/// Edges and faces on their way from the broad phase to the exact test of one instant.
struct EdgeFaceBlock {
    static constexpr std::size_t capacity = 1024;
    /// As CandidateBlock: of a leaf pair, three edges on either side with the face of the other.
    static constexpr std::size_t max_at_once = 32 * 6 + 1;

    std::array<EdgeFace, capacity> pairs;
    std::size_t count = 0;

    [[nodiscard]] bool has_room() const { return count + max_at_once <= capacity; }
};

/// The boxes of a scene at an instant: those at the start count, of the leaves of a tree and of the vertices.
struct InstantBoxes {
    const KineticTree& tree;
    std::span<const MovingBox> vertices;
};

/// From pairs of leaves to pairs of features, for one SIMD target.
struct FeatureKernel {
    std::string_view name;
    /// Moves leaves to where their vertices are, at the ends given, by the boxes of vertices and the corners of each slot.
    void (*move)(std::span<const MovingBox> vertices, std::span<const std::array<Place, 3>> corners, bvh::BoxEnds ends,
                 std::span<MovingBox> leaves);
    /// Takes leaf pairs from the front until all are taken or the block has no room; returns how many were taken.
    /// Appends the pairs of represented features without a common vertex whose boxes may meet, and adds the number of
    /// pairs of features looked at to `tests`.
    std::size_t (*expand)(const StepTree& step, const bvh::MeetingLimit& limit,
                          std::span<const bvh::NodePair> leaf_pairs, CandidateBlock& block, std::uint64_t& tests);
    /// The same for a list of candidates of one kind.
    std::size_t (*sift)(const StepTree& step, const bvh::MeetingLimit& limit, PairKind kind,
                        std::span<const Candidate> listed, CandidateBlock& block);
    /// As `expand` for the edges that leaves represent and the faces of others, at an instant.
    std::size_t (*expand_instant)(const StepTree& step, const InstantBoxes& boxes,
                                  std::span<const bvh::NodePair> leaf_pairs, EdgeFaceBlock& block,
                                  std::uint64_t& tests);
};

/// As pair_kernel.
[[nodiscard]] const FeatureKernel& feature_kernel(const std::string& name = {});

}  // namespace tocca::deformable::detail
