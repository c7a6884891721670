// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/intersections.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <span>
#include <utility>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/base/list_limit.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/deformable/detail/instant_pair.hpp"
#include "tocca/deformable/detail/object_rule.hpp"
#include "tocca/deformable/step_tree.hpp"

namespace tocca::deformable {
namespace {

using bvh::NodePair;
using deformable::LeafWords;
using deformable::Place;
using deformable::detail::Meeting;

/// Pieces that a search of a large scene is cut into.
constexpr std::size_t piece_count = 512;
/// Node pairs between two checks for a stop request.
constexpr std::size_t stretch = 4096;
/// Boxes that one thread computes at a time.
constexpr std::size_t box_piece = 8192;

/// A node's box at an instant; the fourth number of each corner is 0, so that all four may be compared.
struct alignas(32) InstantBox {
    std::array<float, 4> lower = {};
    std::array<float, 4> upper = {};
};

bool apart(const InstantBox& a, const InstantBox& b)
{
    int axes = 0;  // counted without a branch: which axis separates them is unpredictable
    for (std::size_t i = 0; i < 4; ++i) axes += int{a.lower[i] > b.upper[i]} + int{b.lower[i] > a.upper[i]};
    return axes > 0;
}

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

/// Computes `count` boxes, each by `box(i)`.
template <class Box>
std::vector<InstantBox> boxes_of(std::size_t count, int threads, const Box& box)
{
    std::vector<InstantBox> boxes(count);
    for_each_piece((count + box_piece - 1) / box_piece, threads, [&](std::size_t piece) {
        const std::size_t last = std::min(count, (piece + 1) * box_piece);
        for (std::size_t i = piece * box_piece; i < last; ++i) boxes[i] = box(i);
    });
    return boxes;
}

std::vector<InstantBox> node_boxes(std::span<const MovingBox> nodes, double t, int threads)
{
    return boxes_of(nodes.size(), threads, [bound = BoundAt(t), nodes](std::size_t i) {
        InstantBox box;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            box.lower[axis] = bound.lower(nodes[i].lower_start.at[axis], nodes[i].lower_end.at[axis]);
            box.upper[axis] = bound.upper(nodes[i].upper_start.at[axis], nodes[i].upper_end.at[axis]);
        }
        return box;
    });
}

std::vector<InstantBox> vertex_boxes(std::span<const deformable::MovingVertex> vertices, double t, int threads)
{
    return boxes_of(vertices.size(), threads, [bound = BoundAt(t), vertices](std::size_t i) {
        InstantBox box;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            box.lower[axis] = bound.lower(vertices[i].start[axis], vertices[i].end[axis]);
            box.upper[axis] = bound.upper(vertices[i].start[axis], vertices[i].end[axis]);
        }
        return box;
    });
}

InstantBox hull(const InstantBox& a, const InstantBox& b)
{
    InstantBox box;
    for (std::size_t i = 0; i < 4; ++i) {
        box.lower[i] = std::min(a.lower[i], b.lower[i]);
        box.upper[i] = std::max(a.upper[i], b.upper[i]);
    }
    return box;
}

/// An edge and a face that meet, by the numbers of their vertices over all objects.
struct FoundCrossing {
    std::array<std::uint32_t, 5> numbers;
    bool crosses;
};

/// The intersections found by one piece of the search.
struct Piece {
    std::vector<FoundCrossing> found;
    Statistics statistics = {};
};

/// The search at one instant.
class Search {
public:
    Search(const MovingScene& scene, double time, const QueryOptions& options, bool any)
        : step_(scene.tree()),
          nodes_(step_.tree().nodes()),
          leaves_(step_.tree().leaves()),
          inner_(static_cast<NodeId>(step_.tree().inner_count())),
          time_(time),
          options_(options),
          rule_(scene, options),
          boxes_(node_boxes(nodes_, time, options.threads)),
          vertices_(vertex_boxes(step_.vertices(), time, options.threads)),
          any_(any),
          limit_(options.max_contacts, "intersections")
    {
        cut();
    }

    /// Runs all pieces; if any intersection will do, only until one is found.
    std::vector<Piece> run()
    {
        std::vector<Piece> pieces(tasks_.size());
        for_each_piece(tasks_.size(), options_.threads, [&](std::size_t i) {
            require_floating_point();
            run_piece(tasks_[i], pieces[i]);
            report();
        });
        return pieces;
    }

private:
    [[nodiscard]] bool is_leaf(NodeId node) const { return node >= inner_; }

    [[nodiscard]] std::array<NodeId, 2> children(NodeId node) const
    {
        return {nodes_[node].lower_start.word, nodes_[node].upper_start.word};
    }

    [[nodiscard]] bool may_meet(NodeId a, NodeId b) const
    {
        return !apart(boxes_[a], boxes_[b]) && rule_.tags().allows(nodes_[a].upper_end.word, nodes_[b].upper_end.word);
    }

    /// Calls `visit` for the pairs of nodes below a pair that is not of two leaves; whether they may meet is not checked.
    template <class Visit>
    void split(const NodePair& pair, const Visit& visit) const
    {
        const auto [a, b] = pair;
        if (a == b) {
            const auto [left, right] = children(a);
            if (!is_leaf(left)) visit(NodePair{left, left});
            if (!is_leaf(right)) visit(NodePair{right, right});
            visit(NodePair{left, right});
            return;
        }
        const bool split_a = !is_leaf(a) && (is_leaf(b) || a < b);
        for (const NodeId child : children(split_a ? a : b)) visit(split_a ? NodePair{child, b} : NodePair{a, child});
    }

    [[nodiscard]] bool is_open(const NodePair& pair) const
    {
        if (pair.a != pair.b) return may_meet(pair.a, pair.b);
        const std::uint32_t tag = nodes_[pair.a].upper_end.word;
        return rule_.tags().allows(tag, tag);
    }

    /// Cuts the search into pieces: splits all pairs until there are enough.
    void cut()
    {
        if (leaves_.size() < 2) return;
        tasks_.push_back({0, 0});
        bool was_split = true;
        while (was_split && tasks_.size() < piece_count && leaves_.size() >= piece_count) {
            was_split = false;
            std::vector<NodePair> next;
            for (const NodePair& pair : tasks_) {
                if (is_leaf(pair.a) && is_leaf(pair.b)) {
                    next.push_back(pair);
                    continue;
                }
                was_split = true;
                split(pair, [&](const NodePair& below) {
                    if (is_open(below)) next.push_back(below);
                });
            }
            tasks_ = std::move(next);
        }
    }

    void run_piece(const NodePair& task, Piece& piece)
    {
        std::vector<NodePair> stack{task};
        for (std::size_t visited = 0; !stack.empty(); ++visited) {
            if (visited % stretch == 0 && options_.stop.stop_requested())
                throw Error(ErrorCode::interrupted, "stopped on request");
            if (any_ && enough_.load(std::memory_order_relaxed)) return;
            const NodePair pair = stack.back();
            stack.pop_back();
            if (is_leaf(pair.a) && is_leaf(pair.b)) {
                ++piece.statistics.leaf_pairs;
                test(pair.a - inner_, pair.b - inner_, piece);
                test(pair.b - inner_, pair.a - inner_, piece);
                continue;
            }
            split(pair, [&](const NodePair& below) {
                ++piece.statistics.node_tests;
                if (is_open(below)) stack.push_back(below);
            });
        }
    }

    /// The edges that a leaf represents with the face of another.
    void test(NodeId edges_of, NodeId face_of, Piece& piece)
    {
        const auto& corners = step_.corners()[LeafWords::of(leaves_[face_of]).slot];
        if (corners[2] == deformable::no_place) return;
        const LeafWords words = LeafWords::of(leaves_[edges_of]);
        for (std::uint32_t i = 0; i < words.edges; ++i) {
            const std::array<Place, 2>& edge = step_.edges()[words.first_edge + i];
            const auto is_corner = [&](Place end) {
                return end == corners[0] || end == corners[1] || end == corners[2];
            };
            if (is_corner(edge[0]) || is_corner(edge[1])) continue;
            if (apart(hull(vertices_[edge[0]], vertices_[edge[1]]), boxes_[face_of + inner_])) continue;
            ++piece.statistics.feature_tests;
            const auto vertex = [&](Place place) -> const deformable::MovingVertex& { return step_.vertices()[place]; };
            const Meeting meeting = deformable::detail::meeting_at(
                {{vertex(edge[0]), vertex(edge[1])}, {vertex(corners[0]), vertex(corners[1]), vertex(corners[2])}},
                time_);
            if (meeting == Meeting::apart) continue;
            if (!any_) limit_.add(1);
            enough_ = true;
            piece.found.push_back({{step_.number(edge[0]), step_.number(edge[1]), step_.number(corners[0]),
                                    step_.number(corners[1]), step_.number(corners[2])},
                                   meeting == Meeting::crossing});
        }
    }

    void report()
    {
        if (!options_.progress) return;
        const std::lock_guard lock(mutex_);
        options_.progress(static_cast<double>(++done_) / static_cast<double>(tasks_.size()));
    }

    const deformable::StepTree& step_;
    std::span<const MovingBox> nodes_;
    std::span<const MovingBox> leaves_;
    NodeId inner_;
    double time_;
    const QueryOptions& options_;
    deformable::detail::ObjectRule rule_;
    std::vector<InstantBox> boxes_;     ///< by node
    std::vector<InstantBox> vertices_;  ///< by place
    bool any_;
    base::ListLimit limit_;
    std::vector<NodePair> tasks_;
    std::atomic<bool> enough_ = false;
    std::mutex mutex_;
    std::size_t done_ = 0;
};

std::vector<Piece> search(const MovingScene& scene, double time, const QueryOptions& options, bool any)
{
    require(time >= 0.0 && time <= 1.0, "a time must be in [0, 1]");
    check_options(options, Subject::instant);
    require_floating_point();
    return Search(scene, time, options, any).run();
}

}  // namespace

bool intersects(const MovingScene& scene, double time, const QueryOptions& options)
{
    bool any = false;
    for (const Piece& piece : search(scene, time, options, true)) {
        add_work(options, piece.statistics);
        any = any || !piece.found.empty();
    }
    return any;
}

std::vector<Intersection> intersections(const MovingScene& scene, double time, const QueryOptions& options)
{
    std::vector<FoundCrossing> all;
    for (Piece& piece : search(scene, time, options, false)) {
        add_work(options, piece.statistics);
        all.insert(all.end(), piece.found.begin(), piece.found.end());
        std::vector<FoundCrossing>().swap(piece.found);
    }
    std::sort(all.begin(), all.end(),
              [](const FoundCrossing& a, const FoundCrossing& b) { return a.numbers < b.numbers; });
    std::vector<Intersection> pairs;
    pairs.reserve(all.size());
    const deformable::StepTree& step = scene.tree();
    for (const auto& [n, crosses] : all) {
        const ObjectId of_edge = step.object_of(n[0]), of_face = step.object_of(n[2]);
        const std::uint32_t first = step.number(step.place(of_edge, 0)), second = step.number(step.place(of_face, 0));
        pairs.push_back(
            {{n[0] - first, n[1] - first}, {n[2] - second, n[3] - second, n[4] - second}, {of_edge, of_face}, crosses});
    }
    return pairs;
}

}  // namespace tocca::deformable
