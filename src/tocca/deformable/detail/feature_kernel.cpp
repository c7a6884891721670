// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/feature_kernel.hpp"

#include <stdexcept>
#include <vector>

#include "tocca/bounds/moving_box.hpp"

// Every target up to AVX2, as in elementary/detail/filter_kernel.cpp.
#define HWY_COMPILE_ALL_ATTAINABLE
#define HWY_BROKEN_EMU128 0
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3 | HWY_AVX3_DL)
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

/// A leaf at hand.
struct OpenLeaf {
    LeafWords words;
    const std::array<Place, 3>& corners;
    Corners box;

    [[nodiscard]] HWY_INLINE bool is_face() const { return corners[2] != no_place; }
};

class Expansion {
public:
    HWY_INLINE Expansion(const StepTree& step, const MeetingLimit& limit, CandidateBlock& block)
        : leaves_(step.tree().leaves().data()),
          corners_(step.corners().data()),
          edges_(step.edges().data()),
          vertices_(step.vertex_boxes().data()),
          limit_{hn::Set(BoxTag(), limit.gap), hn::Set(BoxTag(), limit.start), hn::Set(BoxTag(), limit.end),
                 limit.whole_step()},
          block_(block)
    {}

    HWY_INLINE void expand(const NodePair& pair)
    {
        const OpenLeaf a = open(pair.a), b = open(pair.b);
        if (b.is_face()) vertices_with_face(a, b);
        if (a.is_face()) vertices_with_face(b, a);
        edges_with_edges(a, b);
    }

    [[nodiscard]] HWY_INLINE std::uint64_t tests() const { return tests_; }

private:
    HWY_INLINE OpenLeaf open(NodeId leaf) const
    {
        const LeafWords words = LeafWords::of(leaves_[leaf]);
        return {words, corners_[words.slot], load_box(leaves_[leaf])};
    }

    HWY_INLINE void vertices_with_face(const OpenLeaf& leaf, const OpenLeaf& face)
    {
        for (std::uint32_t i = 0; i < leaf.words.vertices; ++i) {
            const Place v = leaf.words.first_vertex + i;
            const auto& [a, b, c] = face.corners;
            if (v == a || v == b || v == c) continue;
            ++tests_;
            if (!may_meet(load_box(vertices_[v]), face.box, limit_)) continue;
            block_.vertex_face[block_.vertex_face_count++] = {v, a, b, c};
        }
    }

    HWY_INLINE Corners edge_box(const std::array<Place, 2>& edge) const
    {
        return hull(load_box(vertices_[edge[0]]), load_box(vertices_[edge[1]]));
    }

    HWY_INLINE void edges_with_edges(const OpenLeaf& a, const OpenLeaf& b)
    {
        for (std::uint32_t i = 0; i < a.words.edges; ++i) {
            const std::array<Place, 2>& first = edges_[a.words.first_edge + i];
            const Corners box = edge_box(first);
            for (std::uint32_t j = 0; j < b.words.edges; ++j) {
                const std::array<Place, 2>& second = edges_[b.words.first_edge + j];
                if (first[0] == second[0] || first[0] == second[1] || first[1] == second[0] || first[1] == second[1])
                    continue;
                ++tests_;
                if (!may_meet(box, edge_box(second), limit_)) continue;
                block_.edge_edge[block_.edge_edge_count++] = {first[0], first[1], second[0], second[1]};
            }
        }
    }

    const MovingBox* leaves_;
    const std::array<Place, 3>* corners_;
    const std::array<Place, 2>* edges_;
    const MovingBox* vertices_;
    LimitLanes limit_;
    CandidateBlock& block_;
    std::uint64_t tests_ = 0;
};

std::size_t expand(const StepTree& step, const MeetingLimit& limit, std::span<const NodePair> leaf_pairs,
                   CandidateBlock& block, std::uint64_t& tests)
{
    Expansion expansion(step, limit, block);
    std::size_t taken = 0;
    for (; taken < leaf_pairs.size() && block.has_room(); ++taken) expansion.expand(leaf_pairs[taken]);
    tests += expansion.tests();
    return taken;
}

}  // namespace HWY_NAMESPACE
}  // namespace tocca::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tocca::detail {
namespace {

std::vector<FeatureKernel> supported_kernels()
{
    [[maybe_unused]] const std::int64_t supported = hwy::SupportedTargets();
    std::vector<FeatureKernel> kernels;
#if HWY_TARGETS & HWY_AVX2
    if (supported & HWY_AVX2) kernels.push_back({"AVX2", N_AVX2::expand});
#endif
#if HWY_TARGETS & HWY_SSE4
    if (supported & HWY_SSE4) kernels.push_back({"SSE4", N_SSE4::expand});
#endif
#if HWY_TARGETS & HWY_EMU128
    kernels.push_back({"EMU128", N_EMU128::expand});
#endif
    return kernels;
}

}  // namespace

const FeatureKernel& feature_kernel(const std::string& name)
{
    static const std::vector<FeatureKernel> kernels = supported_kernels();
    if (name.empty()) return kernels.front();
    for (const FeatureKernel& kernel : kernels) {
        if (kernel.name == name) return kernel;
    }
    throw std::invalid_argument("no SIMD target '" + name + "' on this machine");
}

}  // namespace tocca::detail
#endif  // HWY_ONCE
