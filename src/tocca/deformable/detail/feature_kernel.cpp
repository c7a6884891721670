// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/feature_kernel.hpp"

#include <algorithm>

#include "tocca/base/simd_kernels.hpp"
#include "tocca/bounds/moving_box.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tocca/deformable/detail/feature_kernel.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, as Highway demands.
#include <hwy/highway.h>

namespace tocca::deformable::detail {
using bvh::MeetingLimit;
using bvh::MeetingTest;
using bvh::NodePair;
}  // namespace tocca::deformable::detail

HWY_BEFORE_NAMESPACE();
namespace tocca::deformable::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#include "tocca/bounds/box_lanes.inc.hpp"

HWY_INLINE BoxLanes load(const BoxCorner& corner) { return hn::Load(BoxTag(), corner.at.data()); }

/// Stores a corner, its word apart.
HWY_INLINE void store(BoxLanes at, BoxCorner& corner)
{
    const BoxTag d;
    hn::Store(hn::IfThenElse(hn::FirstN(d, 3), at, load(corner)), d, corner.at.data());
}

template <bvh::BoxEnds ends>
void move_ends(std::span<const MovingBox> vertices, std::span<const std::array<Place, 3>> corners,
               std::span<MovingBox> leaves)
{
    for (MovingBox& leaf : leaves) {
        const auto& [p, q, r] = corners[LeafWords::of(leaf).slot];
        const MovingBox &a = vertices[p], &b = vertices[q], &c = vertices[r == no_place ? q : r];
        if constexpr (has(ends, bvh::BoxEnds::start)) {
            const BoxLanes lower = hn::Min(load(a.lower_start), hn::Min(load(b.lower_start), load(c.lower_start)));
            const BoxLanes upper = hn::Max(load(a.upper_start), hn::Max(load(b.upper_start), load(c.upper_start)));
            store(lower, leaf.lower_start);
            store(upper, leaf.upper_start);
        }
        if constexpr (has(ends, bvh::BoxEnds::end)) {
            const BoxLanes lower = hn::Min(load(a.lower_end), hn::Min(load(b.lower_end), load(c.lower_end)));
            const BoxLanes upper = hn::Max(load(a.upper_end), hn::Max(load(b.upper_end), load(c.upper_end)));
            store(lower, leaf.lower_end);
            store(upper, leaf.upper_end);
        }
    }
}

void move(std::span<const MovingBox> vertices, std::span<const std::array<Place, 3>> corners, bvh::BoxEnds ends,
          std::span<MovingBox> leaves)
{
    switch (ends) {
        case bvh::BoxEnds::none: return;
        case bvh::BoxEnds::start: move_ends<bvh::BoxEnds::start>(vertices, corners, leaves); return;
        case bvh::BoxEnds::end: move_ends<bvh::BoxEnds::end>(vertices, corners, leaves); return;
        case bvh::BoxEnds::both: move_ends<bvh::BoxEnds::both>(vertices, corners, leaves); return;
    }
}

/// Cuts off the times at which boxes are apart along an axis: `g` is linear, negative then, g0 at the start and g1 at the
/// end.
HWY_INLINE void cut_off(BoxLanes g0, BoxLanes g1, BoxLanes& enter, BoxLanes& leave)
{
    const BoxTag d;
    const BoxLanes zero = hn::Zero(d), one = hn::Set(d, 1.0F);
    // The fourth lane means nothing.
    const auto axes = hn::FirstN(d, 3);
    g0 = hn::IfThenElse(axes, g0, one);
    g1 = hn::IfThenElse(axes, g1, one);
    const auto late = hn::Lt(g0, zero), early = hn::Lt(g1, zero);
    const BoxLanes part = hn::Div(hn::Abs(hn::IfThenElse(late, g0, g1)), hn::Add(hn::Abs(g0), hn::Abs(g1)));
    enter = hn::IfThenElse(late, hn::Max(enter, part), enter);
    leave = hn::IfThenElse(early, hn::Min(leave, hn::Sub(one, part)), leave);
}

/// Whether there is no time of the step at which two boxes overlap along all axes.
///
/// Proof: along an axis they overlap while b.upper - a.lower and a.upper - b.lower are not negative. A part is at most 1,
///        and a difference, a sum and a quotient err by u = 2^-24 each in relation: by 5u in all, with the difference
///        that makes a time of it. 2^-20 is more than two such errors. A sum that overflows makes the part 0, which cuts
///        off nothing; infinities point outward, so no difference is negative and infinite, or NaN.
HWY_INLINE bool never_together(const Corners& a, const Corners& b)
{
    const BoxTag d;
    BoxLanes enter = hn::Zero(d), leave = hn::Set(d, 1.0F);
    cut_off(hn::Sub(b.upper_start, a.lower_start), hn::Sub(b.upper_end, a.lower_end), enter, leave);
    cut_off(hn::Sub(a.upper_start, b.lower_start), hn::Sub(a.upper_end, b.lower_end), enter, leave);
    return hn::GetLane(hn::MaxOfLanes(d, enter)) > hn::GetLane(hn::MinOfLanes(d, leave)) + 0x1p-20F;
}

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
          by_time_(limit.gap == 0.0F),
          block_(block)
    {}

    /// Takes a chunk of pairs at most.
    HWY_INLINE void expand(std::span<const NodePair> pairs)
    {
        const std::size_t vertex_faces_before = block_.vertex_face_count, edge_edges_before = block_.edge_edge_count;
        vertex_faces_ = with_edges_ = 0;
        for (const NodePair& pair : pairs) list(pair);
        for (std::size_t i = 0; i < vertex_faces_; ++i) compare(vertex_face_list_[i]);
        for (std::size_t i = 0; i < with_edges_; ++i) compare_edges(with_edges_list_[i]);
        tests_ += vertex_faces_;
        if constexpr (test == MeetingTest::whole_step) {
            if (!by_time_) return;
            drop_never_together<PairKind::vertex_face>(block_.vertex_face, vertex_faces_before,
                                                       block_.vertex_face_count);
            drop_never_together<PairKind::edge_edge>(block_.edge_edge, edge_edges_before, block_.edge_edge_count);
        }
    }

    /// Takes listed candidates as far as there is room.
    template <PairKind kind>
    HWY_INLINE std::size_t sift(std::span<const Candidate> listed)
    {
        constexpr bool is_face = kind == PairKind::vertex_face;
        std::array<Candidate, CandidateBlock::capacity>& out = is_face ? block_.vertex_face : block_.edge_edge;
        std::size_t& count = is_face ? block_.vertex_face_count : block_.edge_edge_count;
        const std::size_t before = count, taken = std::min(listed.size(), CandidateBlock::capacity - 1 - count);
        for (const Candidate& candidate : listed.first(taken)) {
            const auto [one, other] = boxes_of<kind>(candidate);
            out[count] = candidate;
            count += may_meet_by<test>(one, other, limit_);
        }
        if constexpr (test == MeetingTest::whole_step) {
            if (by_time_) drop_never_together<kind>(out, before, count);
        }
        return taken;
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

    [[nodiscard]] HWY_INLINE Corners box_of(Place place) const { return load_box(vertices_[place]); }

    /// The boxes of the two features of a candidate.
    struct TwoBoxes {
        Corners one, other;
    };
    template <PairKind kind>
    [[nodiscard]] HWY_INLINE TwoBoxes boxes_of(const Candidate& candidate) const
    {
        const auto& [p, q, r, s] = candidate;
        const Corners last = hull(box_of(r), box_of(s));
        if constexpr (kind == PairKind::vertex_face) return {box_of(p), hull(box_of(q), last)};
        return {hull(box_of(p), box_of(q)), last};
    }

    /// Of the candidates from the first on, drops those that are not near along all axes at one time.
    template <PairKind kind>
    HWY_INLINE void drop_never_together(std::span<Candidate> candidates, std::size_t first, std::size_t& count) const
    {
        std::size_t kept = first;
        for (std::size_t i = first; i < count; ++i) {
            const Candidate candidate = candidates[i];
            const auto [one, other] = boxes_of<kind>(candidate);
            candidates[kept] = candidate;
            kept += !never_together(one, other);
        }
        count = kept;
    }

    const MovingBox* leaves_;
    const std::array<Place, 3>* corners_;
    const std::array<Place, 2>* edges_;
    const MovingBox* vertices_;
    LimitLanes limit_;
    bool by_time_;  ///< whether boxes must overlap along all axes at one time: without a gap they must
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
        case MeetingTest::near_end: return run<MeetingTest::near_end>(step, limit, leaf_pairs, block, tests);
        case MeetingTest::near_start: break;
    }
    return run<MeetingTest::near_start>(step, limit, leaf_pairs, block, tests);
}

template <MeetingTest test>
std::size_t run_sift(const StepTree& step, const MeetingLimit& limit, PairKind kind, std::span<const Candidate> listed,
                     CandidateBlock& block)
{
    Expansion<test> expansion(step, limit, block);
    return kind == PairKind::vertex_face ? expansion.template sift<PairKind::vertex_face>(listed)
                                         : expansion.template sift<PairKind::edge_edge>(listed);
}

std::size_t sift(const StepTree& step, const MeetingLimit& limit, PairKind kind, std::span<const Candidate> listed,
                 CandidateBlock& block)
{
    switch (limit.test) {
        case MeetingTest::whole_step: return run_sift<MeetingTest::whole_step>(step, limit, kind, listed, block);
        case MeetingTest::in_time: return run_sift<MeetingTest::in_time>(step, limit, kind, listed, block);
        case MeetingTest::near_start: return run_sift<MeetingTest::near_start>(step, limit, kind, listed, block);
        case MeetingTest::near_end: break;
    }
    return run_sift<MeetingTest::near_end>(step, limit, kind, listed, block);
}

/// Edges against faces at an instant. Most leaf pairs are of neighbours, so what has a common vertex goes first, without
/// a look at boxes; no branches on either, as in Expansion.
class InstantExpansion {
public:
    HWY_INLINE InstantExpansion(const StepTree& step, const InstantBoxes& boxes, EdgeFaceBlock& block)
        : leaves_(boxes.tree.leaves().data()),
          vertices_(boxes.vertices.data()),
          corners_(step.corners().data()),
          edges_(step.edges()),
          block_(block)
    {}

    /// Takes a chunk of pairs at most; returns the number of pairs of boxes compared.
    HWY_INLINE std::size_t expand(std::span<const NodePair> pairs)
    {
        if (edges_.empty()) return 0;
        listed_ = 0;
        for (const NodePair& pair : pairs) {
            const LeafWords a = LeafWords::of(leaves_[pair.a]), b = LeafWords::of(leaves_[pair.b]);
            const std::array<Place, 3>&first = corners_[a.slot], &second = corners_[b.slot];
            const std::array<std::uint32_t, 2> common = common_corners(first, second);
            list(a, first, common[0], pair.b, second);
            list(b, second, common[1], pair.a, first);
        }
        for (std::size_t i = 0; i < listed_; ++i) compare(list_[i]);
        return listed_;
    }

private:
    /// An edge, and the leaf of a face.
    struct EdgeAndLeaf {
        std::array<Place, 2> edge;
        NodeId leaf;
    };

    /// Which corners of the one are corners of the other, a bit for each; and of the other.
    HWY_INLINE static std::array<std::uint32_t, 2> common_corners(const std::array<Place, 3>& first,
                                                                  const std::array<Place, 3>& second)
    {
        const hn::CappedTag<Place, 4> d;
        const auto corners = hn::LoadU(d, first.data());  // and the word after them
        std::array<std::uint32_t, 2> common = {0, 0};
        for (std::uint32_t i = 0; i < 3; ++i) {
            std::uint8_t bytes[8] = {};
            hn::StoreMaskBits(d, hn::Eq(corners, hn::Set(d, second[i])), bytes);
            const std::uint32_t equal = bytes[0] & 7U;
            common[0] |= equal;
            common[1] |= std::uint32_t{equal != 0} << i;
        }
        return common;
    }

    /// An edge of a leaf has two of its three corners: of two that are the face's, none is left; of one, the edge without it.
    HWY_INLINE void list(const LeafWords& leaf, const std::array<Place, 3>& corners, std::uint32_t common, NodeId face,
                         const std::array<Place, 3>& of_face)
    {
        const bool has_one = (common == 1) | (common == 2) | (common == 4);
        if ((of_face[2] == no_place) | ((common != 0) & !has_one) | (leaf.edges == 0)) return;
        const Place shared = has_one ? corners[common >> 1U] : no_place;
        for (std::uint32_t i = 0; i < 3; ++i) {
            const std::array<Place, 2>& edge = edges_[std::min<std::size_t>(leaf.first_edge + i, edges_.size() - 1)];
            list_[listed_] = {edge, face};
            listed_ += static_cast<unsigned>(i < leaf.edges) & static_cast<unsigned>(edge[0] != shared) &
                       static_cast<unsigned>(edge[1] != shared);
        }
    }

    HWY_INLINE void compare(const EdgeAndLeaf& pair)
    {
        const auto& [p, q] = pair.edge;
        const MovingBox& face = leaves_[pair.leaf];
        const BoxLanes lower = hn::Min(load(vertices_[p].lower_start), load(vertices_[q].lower_start));
        const BoxLanes upper = hn::Max(load(vertices_[p].upper_start), load(vertices_[q].upper_start));
        block_.pairs[block_.count] = {pair.edge, corners_[LeafWords::of(face).slot]};
        block_.count += !any_axis(hn::Or(hn::Gt(load(face.lower_start), upper), hn::Gt(lower, load(face.upper_start))));
    }

    const MovingBox* leaves_;
    const MovingBox* vertices_;
    const std::array<Place, 3>* corners_;
    std::span<const std::array<Place, 2>> edges_;
    EdgeFaceBlock& block_;
    std::array<EdgeAndLeaf, 6 * chunk_size + 1> list_;
    std::size_t listed_ = 0;
};

std::size_t expand_instant(const StepTree& step, const InstantBoxes& boxes, std::span<const NodePair> leaf_pairs,
                           EdgeFaceBlock& block, std::uint64_t& tests)
{
    InstantExpansion expansion(step, boxes, block);
    std::size_t taken = 0;
    while (taken < leaf_pairs.size() && block.has_room()) {
        const std::size_t size = std::min(chunk_size, leaf_pairs.size() - taken);
        tests += expansion.expand(leaf_pairs.subspan(taken, size));
        taken += size;
    }
    return taken;
}

constexpr FeatureKernel kernel{{}, move, expand, sift, expand_instant};

}  // namespace HWY_NAMESPACE
}  // namespace tocca::deformable::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tocca::deformable::detail {

const FeatureKernel& feature_kernel(const std::string& name)
{
    static const base::SimdKernels<FeatureKernel> kernels(TOCCA_SIMD_KERNELS);
    return kernels.named(name);
}

}  // namespace tocca::deformable::detail
#endif  // HWY_ONCE
