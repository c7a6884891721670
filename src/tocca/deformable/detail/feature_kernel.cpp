// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/feature_kernel.hpp"

#include <algorithm>

#include "tocca/base/detail/simd_kernels.hpp"
#include "tocca/bounds/moving_box.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tocca/deformable/detail/feature_kernel.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, as Highway demands.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tocca::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#include "tocca/bounds/detail/box_lanes.inc.hpp"

/// Leaf pairs whose feature pairs are listed together.
constexpr std::size_t chunk_size = 32;

/// A represented vertex and the leaf of a face.
struct VertexAndFace {
    Place vertex;
    NodeId leaf;
};

/// An edge that a leaf represents, and its box.
struct BoxedEdge {
    std::array<Place, 2> ends;
    Corners box;
};

/// Lists pairs of features first and compares their boxes then, without branches on what leaves represent or on how
/// boxes lie: both are as good as random.
template <MeetingTest test>
class Expansion {
public:
    HWY_INLINE Expansion(const StepTree& step, const MeetingLimit& limit, CandidateBlock& block)
        : leaves_(step.tree().leaves().data()),
          corners_(step.corners().data()),
          edges_(step.edges().data()),
          vertices_(step.vertex_boxes().data()),
          limit_(limit.gap, limit.start, limit.end),
          block_(block)
    {}

    /// Takes a chunk of pairs at most.
    HWY_INLINE void expand(std::span<const NodePair> pairs)
    {
        vertex_faces_ = with_edges_ = 0;
        for (const NodePair& pair : pairs) list(pair);
        for (std::size_t i = 0; i < vertex_faces_; ++i) compare(vertex_face_list_[i]);
        for (std::size_t i = 0; i < with_edges_; ++i) compare_edges(with_edges_list_[i]);
        tests_ += vertex_faces_;
    }

    [[nodiscard]] HWY_INLINE std::uint64_t tests() const { return tests_; }

private:
    HWY_INLINE void list(const NodePair& pair)
    {
        const LeafWords a = LeafWords::of(leaves_[pair.a]), b = LeafWords::of(leaves_[pair.b]);
        list_vertices(a, pair.b, corners_[b.slot][2] != no_place);
        list_vertices(b, pair.a, corners_[a.slot][2] != no_place);
        with_edges_list_[with_edges_] = pair;
        with_edges_ += (a.edges > 0) & (b.edges > 0);
    }

    HWY_INLINE void list_vertices(const LeafWords& leaf, NodeId face, bool is_face)
    {
        for (std::uint32_t i = 0; i < 3; ++i) {
            vertex_face_list_[vertex_faces_] = {leaf.first_vertex + i, face};
            vertex_faces_ += (i < leaf.vertices) & is_face;
        }
    }

    HWY_INLINE void compare(const VertexAndFace& pair)
    {
        const MovingBox& leaf = leaves_[pair.leaf];
        const auto& [a, b, c] = corners_[LeafWords::of(leaf).slot];
        const Place v = pair.vertex;
        const bool apart = (v != a) & (v != b) & (v != c);
        block_.vertex_face[block_.vertex_face_count] = {v, a, b, c};
        block_.vertex_face_count += apart & may_meet_by<test>(load_box(vertices_[v]), load_box(leaf), limit_);
    }

    HWY_INLINE BoxedEdge boxed(const std::array<Place, 2>& edge) const
    {
        return {edge, hull(load_box(vertices_[edge[0]]), load_box(vertices_[edge[1]]))};
    }

    HWY_INLINE void compare_edges(const NodePair& pair)
    {
        const LeafWords a = LeafWords::of(leaves_[pair.a]), b = LeafWords::of(leaves_[pair.b]);
        BoxedEdge others[3];
        for (std::uint32_t j = 0; j < b.edges; ++j) others[j] = boxed(edges_[b.first_edge + j]);
        for (std::uint32_t i = 0; i < a.edges; ++i) {
            const BoxedEdge edge = boxed(edges_[a.first_edge + i]);
            for (std::uint32_t j = 0; j < b.edges; ++j) compare(edge, others[j]);
        }
        tests_ += std::uint64_t{a.edges} * b.edges;
    }

    HWY_INLINE void compare(const BoxedEdge& first, const BoxedEdge& second)
    {
        const auto& [a, b] = first.ends;
        const auto& [c, d] = second.ends;
        const bool apart = (a != c) & (a != d) & (b != c) & (b != d);
        block_.edge_edge[block_.edge_edge_count] = {a, b, c, d};
        block_.edge_edge_count += apart & may_meet_by<test>(first.box, second.box, limit_);
    }

    const MovingBox* leaves_;
    const std::array<Place, 3>* corners_;
    const std::array<Place, 2>* edges_;
    const MovingBox* vertices_;
    LimitLanes limit_;
    CandidateBlock& block_;
    std::array<VertexAndFace, 6 * chunk_size + 1> vertex_face_list_;
    std::array<NodePair, chunk_size + 1> with_edges_list_;
    std::size_t vertex_faces_ = 0;
    std::size_t with_edges_ = 0;
    std::uint64_t tests_ = 0;
};

template <MeetingTest test>
std::size_t run(const StepTree& step, const MeetingLimit& limit, std::span<const NodePair> leaf_pairs,
                CandidateBlock& block, std::uint64_t& tests)
{
    Expansion<test> expansion(step, limit, block);
    std::size_t taken = 0;
    while (taken < leaf_pairs.size() && block.has_room()) {
        const std::size_t size = std::min(chunk_size, leaf_pairs.size() - taken);
        expansion.expand(leaf_pairs.subspan(taken, size));
        taken += size;
    }
    tests += expansion.tests();
    return taken;
}

std::size_t expand(const StepTree& step, const MeetingLimit& limit, std::span<const NodePair> leaf_pairs,
                   CandidateBlock& block, std::uint64_t& tests)
{
    switch (limit.test) {
        case MeetingTest::whole_step: return run<MeetingTest::whole_step>(step, limit, leaf_pairs, block, tests);
        case MeetingTest::in_time: return run<MeetingTest::in_time>(step, limit, leaf_pairs, block, tests);
        case MeetingTest::near_start: break;
    }
    return run<MeetingTest::near_start>(step, limit, leaf_pairs, block, tests);
}

constexpr FeatureKernel kernel{{}, expand};

}  // namespace HWY_NAMESPACE
}  // namespace tocca::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tocca::detail {

const FeatureKernel& feature_kernel(const std::string& name)
{
    static const SimdKernels<FeatureKernel> kernels(TOCCA_SIMD_KERNELS);
    return kernels.named(name);
}

}  // namespace tocca::detail
#endif  // HWY_ONCE
