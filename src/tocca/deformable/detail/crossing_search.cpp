// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/crossing_search.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/bvh/pair_front.hpp"
#include "tocca/deformable/detail/instant_pair.hpp"
#include "tocca/deformable/detail/object_rule.hpp"
#include "tocca/deformable/step_tree.hpp"
#include "tocca/geometry/orientation.hpp"
#include "tocca/numeric/filtered_sign.hpp"

namespace tocca::deformable::detail {
namespace {

using bvh::LeafPairs;
using bvh::NodePair;

/// Pieces that the search of a large scene is cut into; smaller ones are searched in one.
constexpr std::size_t crossing_piece_count = 512;
constexpr std::size_t small_tree = 512;

/// By the boxes at the start alone: the sign of a float difference is exact.
constexpr bvh::MeetingLimit at_start{.test = bvh::MeetingTest::near_start};

/// The vertices of an edge and a face that cross, by their numbers over all objects.
using Numbers = std::array<std::uint32_t, 5>;

class CrossingSearch {
public:
    CrossingSearch(const MovingScene& scene, const QueryOptions& options, bool any)
        : step_(scene.tree()),
          tree_(step_.tree()),
          options_(options),
          kernel_(bvh::pair_kernel(options.target)),
          rule_(scene, options),
          any_(any)
    {
        std::uint64_t tests = 0;
        tasks_ = bvh::cut_into_pairs({tree_, rule_.tags(), at_start, kernel_, options.threads},
                                     tree_.leaf_count() < small_tree ? 1 : crossing_piece_count, tests);
    }

    /// Those of all pieces, sorted; if any will do, some of them.
    std::vector<Numbers> run()
    {
        std::vector<std::vector<Numbers>> pieces(tasks_.size());
        for_each_piece(tasks_.size(), options_.threads, [&](std::size_t i) {
            require_floating_point();
            run_piece(tasks_[i], pieces[i]);
        });
        std::vector<Numbers> all;
        for (const auto& piece : pieces) all.insert(all.end(), piece.begin(), piece.end());
        std::sort(all.begin(), all.end());
        return all;
    }

private:
    void run_piece(const NodePair& task, std::vector<Numbers>& found)
    {
        std::vector<NodePair> stack;
        const auto leaf_pairs = std::make_unique_for_overwrite<LeafPairs>();
        leaf_pairs->size = 0;
        const auto inner = static_cast<NodeId>(tree_.inner_count());
        if (task.a >= inner && task.b >= inner)
            leaf_pairs->pairs[leaf_pairs->size++] = {task.a - inner, task.b - inner};
        else
            stack.push_back(task);
        std::uint64_t tests = 0;
        do {
            if (options_.stop.stop_requested()) throw Error(ErrorCode::interrupted, "stopped on request");
            if (any_ && enough_.load(std::memory_order_relaxed)) return;
            kernel_.advance(tree_, rule_.tags(), at_start, stack, *leaf_pairs, tests);
            for (std::size_t i = 0; i < leaf_pairs->size; ++i) look_at(leaf_pairs->pairs[i], found);
            leaf_pairs->size = 0;
        } while (!stack.empty());
    }

    void look_at(const NodePair& leaves, std::vector<Numbers>& found)
    {
        const LeafWords a = LeafWords::of(tree_.leaves()[leaves.a]), b = LeafWords::of(tree_.leaves()[leaves.b]);
        if (a.edges + b.edges == 0) return;
        const auto &first = step_.corners()[a.slot], &second = step_.corners()[b.slot];
        const bool has_first = first[2] != no_place, has_second = second[2] != no_place;
        if (has_first && has_second && (on_one_side(first, second) || on_one_side(second, first))) return;
        if (has_second) test(a, second, found);
        if (has_first) test(b, first, found);
    }

    /// Whether all corners except those shared with the face are certainly on one side of its plane, strictly. Then no edge
    /// of either that has no vertex of the other meets it: the plane has nothing of the corners' face but those in common.
    [[nodiscard]] bool on_one_side(const std::array<Place, 3>& corners, const std::array<Place, 3>& face) const
    {
        const auto at = [&](Place place) -> const Point& { return step_.vertices()[place].start; };
        FilteredSign side = FilteredSign::uncertain;
        for (const Place corner : corners) {
            if (has(face, corner)) continue;
            // Copies of a part in one place have their corners in common, and no side decides.
            if (at(corner) == at(face[0]) || at(corner) == at(face[1]) || at(corner) == at(face[2])) return false;
            const FilteredSign sign = orientation_filtered(at(face[0]), at(face[1]), at(face[2]), at(corner));
            if (sign != FilteredSign::positive && sign != FilteredSign::negative) return false;
            if (side != FilteredSign::uncertain && sign != side) return false;
            side = sign;
        }
        return true;
    }

    [[nodiscard]] static bool has(const std::array<Place, 3>& face, Place vertex)
    {
        return vertex == face[0] || vertex == face[1] || vertex == face[2];
    }

    /// The edges that a leaf represents with the face of another.
    void test(const LeafWords& leaf, const std::array<Place, 3>& face, std::vector<Numbers>& found)
    {
        const auto vertex = [&](Place place) -> const MovingVertex& { return step_.vertices()[place]; };
        for (std::uint32_t i = 0; i < leaf.edges; ++i) {
            const auto& [p, q] = step_.edges()[leaf.first_edge + i];
            if (has(face, p) || has(face, q)) continue;
            const EdgeAndFace pair{{vertex(p), vertex(q)}, {vertex(face[0]), vertex(face[1]), vertex(face[2])}};
            if (!cross_at_start(pair) || !counts({p, q}, face)) continue;
            enough_ = true;
            found.push_back({step_.number(p), step_.number(q), step_.number(face[0]), step_.number(face[1]),
                             step_.number(face[2])});
        }
    }

    /// Whether `accept` lets one of the pairs pass by which the edge can get into the face.
    [[nodiscard]] bool counts(const std::array<Place, 2>& edge, const std::array<Place, 3>& face) const
    {
        if (!options_.accept) return true;
        const auto accepts = [&](PairKind kind, const Candidate& candidate) {
            Contact named;
            step_.name(step_.ordered(candidate, kind), kind, named);
            return options_.accept({kind, named.vertices, named.objects});
        };
        for (const Place end : edge) {
            if (accepts(PairKind::vertex_face, {end, face[0], face[1], face[2]})) return true;
        }
        for (std::size_t i = 0; i < 3; ++i) {
            Place a = face[i], b = face[(i + 1) % 3];
            if (step_.number(b) < step_.number(a)) std::swap(a, b);
            if (accepts(PairKind::edge_edge, {edge[0], edge[1], a, b})) return true;
        }
        return false;
    }

    const StepTree& step_;
    const KineticTree& tree_;
    const QueryOptions& options_;
    const bvh::PairKernel& kernel_;
    ObjectRule rule_;
    bool any_;
    std::vector<NodePair> tasks_;
    std::atomic<bool> enough_ = false;
};

std::vector<Numbers> search(const MovingScene& scene, const QueryOptions& options, bool any)
{
    require_floating_point();
    return CrossingSearch(scene, options, any).run();
}

}  // namespace

bool find_crossing(const MovingScene& scene, const QueryOptions& options)
{
    return !search(scene, options, true).empty();
}

std::vector<Intersection> find_crossings(const MovingScene& scene, const QueryOptions& options)
{
    const StepTree& step = scene.tree();
    std::vector<Intersection> crossings;
    for (const Numbers& n : search(scene, options, false)) {
        const ObjectId of_edge = step.object_of(n[0]), of_face = step.object_of(n[2]);
        const std::uint32_t first = step.number(step.place(of_edge, 0)), second = step.number(step.place(of_face, 0));
        crossings.push_back(
            {{n[0] - first, n[1] - first}, {n[2] - second, n[3] - second, n[4] - second}, {of_edge, of_face}, true});
    }
    return crossings;
}

}  // namespace tocca::deformable::detail
