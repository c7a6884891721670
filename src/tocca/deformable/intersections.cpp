// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/intersections.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/base/list_limit.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/bvh/pair_front.hpp"
#include "tocca/deformable/detail/instant_pair.hpp"
#include "tocca/deformable/detail/object_rule.hpp"
#include "tocca/deformable/step_tree.hpp"
#include "tocca/geometry/orientation.hpp"
#include "tocca/numeric/filtered_sign.hpp"

namespace tocca::deformable {
namespace {

using bvh::LeafPairs;
using bvh::NodePair;
using detail::Meeting;

/// Pieces that the search of a large scene is cut into; smaller ones are searched in one.
constexpr std::size_t instant_piece_count = 512;
constexpr std::size_t small_tree = 512;
/// Boxes that one thread computes at a time.
constexpr std::size_t box_piece = 8192;

/// By the boxes at the start alone: the sign of a float difference is exact.
constexpr bvh::MeetingLimit at_start{.test = bvh::MeetingTest::near_start};

/// Where numbers that change linearly are at an instant, rounded outward. Lower bounds are never infinite upward, upper
/// bounds never downward, so no sum is NaN.
class BoundAt {
public:
    explicit BoundAt(double t) : t_(t) {}

    [[nodiscard]] float lower(double start, double end) const
    {
        return round_down(is_end() ? (t_ == 0.0 ? start : end) : middle(start, end) - error(start, end));
    }
    [[nodiscard]] float upper(double start, double end) const
    {
        return round_up(is_end() ? (t_ == 0.0 ? start : end) : middle(start, end) + error(start, end));
    }

private:
    [[nodiscard]] bool is_end() const { return t_ == 0.0 || t_ == 1.0; }
    [[nodiscard]] double middle(double start, double end) const { return (1.0 - t_) * start + t_ * end; }
    /// Four roundings to double, those of the error itself, and underflow.
    [[nodiscard]] static double error(double start, double end)
    {
        return 0x1p-50 * std::abs(start) + 0x1p-50 * std::abs(end) + 0x1p-1000;
    }

    double t_;
};

/// The tree with its boxes at an instant in place of those at the start.
KineticTree tree_at(KineticTree tree, double t, int threads)
{
    const std::span<MovingBox> leaves = tree.leaves();
    for_each_piece((leaves.size() + box_piece - 1) / box_piece, threads, [&, bound = BoundAt(t)](std::size_t piece) {
        const std::size_t last = std::min(leaves.size(), (piece + 1) * box_piece);
        for (std::size_t i = piece * box_piece; i < last; ++i) {
            MovingBox& box = leaves[i];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                box.lower_start.at[axis] = bound.lower(box.lower_start.at[axis], box.lower_end.at[axis]);
                box.upper_start.at[axis] = bound.upper(box.upper_start.at[axis], box.upper_end.at[axis]);
            }
        }
    });
    tree.refit(threads);
    return tree;
}

/// What a search looks for.
struct InstantQuestion {
    double time = 0.0;
    bool any = false;  ///< whether one will do
    /// Of those at the start, only edges that pass strictly through faces, and only if `accept` lets them count.
    bool only_crossings = false;
};

/// An edge and a face that meet, by the numbers of their vertices over all objects.
struct FoundMeeting {
    std::array<std::uint32_t, 5> numbers;
    bool crosses;
};

/// What one piece of the search found.
struct InstantPiece {
    std::vector<FoundMeeting> found;
    Statistics statistics = {};
};

/// The search for edges that meet faces at one instant.
class InstantSearch {
public:
    InstantSearch(const MovingScene& scene, const InstantQuestion& question, const QueryOptions& options)
        : step_(scene.tree()),
          question_(question),
          options_(options),
          moved_(question.time == 0.0 ? std::nullopt
                                      : std::optional(tree_at(step_.tree(), question.time, options.threads))),
          tree_(moved_ ? *moved_ : step_.tree()),
          kernel_(bvh::pair_kernel(options.target)),
          rule_(scene, options),
          limit_(question.any || question.only_crossings ? UINT64_MAX : options.max_contacts, "intersections")
    {
        tasks_ = bvh::cut_into_pairs({tree_, rule_.tags(), at_start, kernel_, options.threads},
                                     tree_.leaf_count() < small_tree ? 1 : instant_piece_count, statistics_.node_tests);
    }

    /// Those of all pieces, sorted; if any will do, some of them.
    std::vector<FoundMeeting> run()
    {
        std::vector<InstantPiece> pieces(tasks_.size());
        for_each_piece(tasks_.size(), options_.threads, [&](std::size_t i) {
            require_floating_point();
            run_piece(tasks_[i], pieces[i]);
            report();
        });
        std::vector<FoundMeeting> all;
        for (InstantPiece& piece : pieces) {
            statistics_ += piece.statistics;
            all.insert(all.end(), piece.found.begin(), piece.found.end());
            std::vector<FoundMeeting>().swap(piece.found);
        }
        if (!question_.only_crossings) add_work(options_, statistics_);
        std::sort(all.begin(), all.end(),
                  [](const FoundMeeting& a, const FoundMeeting& b) { return a.numbers < b.numbers; });
        return all;
    }

private:
    void run_piece(const NodePair& task, InstantPiece& piece)
    {
        std::vector<NodePair> stack;
        const auto leaf_pairs = std::make_unique_for_overwrite<LeafPairs>();
        leaf_pairs->size = 0;
        const auto inner = static_cast<NodeId>(tree_.inner_count());
        if (task.a >= inner && task.b >= inner)
            leaf_pairs->pairs[leaf_pairs->size++] = {task.a - inner, task.b - inner};
        else
            stack.push_back(task);
        do {
            if (options_.stop.stop_requested()) throw Error(ErrorCode::interrupted, "stopped on request");
            if (question_.any && enough_.load(std::memory_order_relaxed)) return;
            kernel_.advance(tree_, rule_.tags(), at_start, stack, *leaf_pairs, piece.statistics.node_tests);
            piece.statistics.leaf_pairs += leaf_pairs->size;
            for (std::size_t i = 0; i < leaf_pairs->size; ++i) look_at(leaf_pairs->pairs[i], piece);
            leaf_pairs->size = 0;
        } while (!stack.empty());
    }

    void look_at(const NodePair& leaves, InstantPiece& piece)
    {
        const LeafWords a = LeafWords::of(tree_.leaves()[leaves.a]), b = LeafWords::of(tree_.leaves()[leaves.b]);
        if (a.edges + b.edges == 0) return;
        const auto &first = step_.corners()[a.slot], &second = step_.corners()[b.slot];
        const bool has_first = first[2] != no_place, has_second = second[2] != no_place;
        if (has_first && has_second && question_.time == 0.0 &&
            (on_one_side(first, second) || on_one_side(second, first)))
            return;
        if (has_second) test(a, second, piece);
        if (has_first) test(b, first, piece);
    }

    /// Whether all corners except those shared with the face are certainly on one side of its plane at the start, strictly.
    /// Then no edge of either that has no vertex of the other meets it: the plane has nothing of the corners' face but
    /// those in common.
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
    void test(const LeafWords& leaf, const std::array<Place, 3>& face, InstantPiece& piece)
    {
        const auto vertex = [&](Place place) -> const MovingVertex& { return step_.vertices()[place]; };
        for (std::uint32_t i = 0; i < leaf.edges; ++i) {
            const auto& [p, q] = step_.edges()[leaf.first_edge + i];
            if (has(face, p) || has(face, q)) continue;
            ++piece.statistics.feature_tests;
            const Meeting meeting =
                meeting_of({{vertex(p), vertex(q)}, {vertex(face[0]), vertex(face[1]), vertex(face[2])}});
            if (meeting == Meeting::apart || !counts({p, q}, face)) continue;
            limit_.add(1);
            enough_ = true;
            piece.found.push_back({{step_.number(p), step_.number(q), step_.number(face[0]), step_.number(face[1]),
                                    step_.number(face[2])},
                                   meeting == Meeting::crossing});
        }
    }

    [[nodiscard]] Meeting meeting_of(const detail::EdgeAndFace& pair) const
    {
        if (!question_.only_crossings) return detail::meeting_at(pair, question_.time);
        return detail::cross_at_start(pair) ? Meeting::crossing : Meeting::apart;
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

    void report()
    {
        if (!options_.progress || question_.only_crossings) return;
        const std::lock_guard lock(mutex_);
        options_.progress(static_cast<double>(++done_) / static_cast<double>(tasks_.size()));
    }

    const StepTree& step_;
    const InstantQuestion& question_;
    const QueryOptions& options_;
    std::optional<KineticTree> moved_;  ///< none at the start
    const KineticTree& tree_;
    const bvh::PairKernel& kernel_;
    detail::ObjectRule rule_;
    base::ListLimit limit_;
    std::vector<NodePair> tasks_;
    Statistics statistics_;
    std::atomic<bool> enough_ = false;
    std::mutex mutex_;
    std::size_t done_ = 0;
};

std::vector<FoundMeeting> search(const MovingScene& scene, const InstantQuestion& question, const QueryOptions& options)
{
    require_floating_point();
    return InstantSearch(scene, question, options).run();
}

std::vector<FoundMeeting> search_at(const MovingScene& scene, double time, const QueryOptions& options, bool any)
{
    require(time >= 0.0 && time <= 1.0, "a time must be in [0, 1]");
    check_options(options, Subject::instant);
    return search(scene, {.time = time, .any = any}, options);
}

std::vector<Intersection> named(const MovingScene& scene, const std::vector<FoundMeeting>& all)
{
    std::vector<Intersection> pairs;
    pairs.reserve(all.size());
    const StepTree& step = scene.tree();
    for (const auto& [n, crosses] : all) {
        const ObjectId of_edge = step.object_of(n[0]), of_face = step.object_of(n[2]);
        const std::uint32_t first = step.first_number(of_edge), second = step.first_number(of_face);
        pairs.push_back(
            {{n[0] - first, n[1] - first}, {n[2] - second, n[3] - second, n[4] - second}, {of_edge, of_face}, crosses});
    }
    return pairs;
}

}  // namespace

bool intersects(const MovingScene& scene, double time, const QueryOptions& options)
{
    return !search_at(scene, time, options, true).empty();
}

std::vector<Intersection> intersections(const MovingScene& scene, double time, const QueryOptions& options)
{
    return named(scene, search_at(scene, time, options, false));
}

bool crosses_at_start(const MovingScene& scene, const QueryOptions& options)
{
    return !search(scene, {.any = true, .only_crossings = true}, options).empty();
}

std::vector<Intersection> start_crossings(const MovingScene& scene, const QueryOptions& options)
{
    return named(scene, search(scene, {.only_crossings = true}, options));
}

}  // namespace tocca::deformable
