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
#include "tocca/deformable/detail/changed_features.hpp"
#include "tocca/deformable/detail/feature_kernel.hpp"
#include "tocca/deformable/detail/instant_pair.hpp"
#include "tocca/deformable/detail/object_rule.hpp"
#include "tocca/deformable/step_tree.hpp"

namespace tocca::deformable {
namespace {

using bvh::LeafPairs;
using bvh::NodePair;
using detail::EdgeFace;
using detail::Meeting;

/// Pieces that the search of a large scene is cut into; a smaller one has one for every so many leaves.
constexpr std::size_t instant_piece_count = 512;
constexpr std::size_t leaves_of_piece = 64;

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

/// Puts boxes where they are at an instant, in place of where they start.
void move_to_instant(std::span<MovingBox> boxes, double t)
{
    const BoundAt bound(t);
    for (MovingBox& box : boxes) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            box.lower_start.at[axis] = bound.lower(box.lower_start.at[axis], box.lower_end.at[axis]);
            box.upper_start.at[axis] = bound.upper(box.upper_start.at[axis], box.upper_end.at[axis]);
        }
    }
}

/// The boxes of a scene at an instant other than the start.
struct MovedBoxes {
    KineticTree tree;
    std::vector<MovingBox> vertices;

    MovedBoxes(const StepTree& step, double t, int threads)
        : tree(step.tree()), vertices(step.vertex_boxes().begin(), step.vertex_boxes().end())
    {
        const std::span<MovingBox> leaves = tree.leaves();
        const auto move_leaves = [&](std::size_t first, std::size_t last) {
            move_to_instant(leaves.subspan(first, last - first), t);
            return bvh::BoxEnds::start;
        };
        tree.refit(move_leaves, threads);
        move_to_instant(vertices, t);
    }
};

/// What a search looks for.
struct InstantQuestion {
    double time = 0.0;
    bool any = false;  ///< whether one will do
    /// Of those at the start, only edges that pass strictly through faces, and only if `accept` lets them count.
    bool only_crossings = false;
    /// If set, only pairs with one of these vertices can be among those that are looked for.
    std::optional<detail::CrossingProofs::Vertices> open = {};
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
          moved_(question.time == 0.0 ? nullptr : std::make_unique<MovedBoxes>(step_, question.time, options.threads)),
          boxes_{moved_ ? moved_->tree : step_.tree(), moved_ ? moved_->vertices : step_.vertex_boxes()},
          kernel_(bvh::pair_kernel(options.target)),
          feature_kernel_(detail::feature_kernel(options.target)),
          changed_(step_, options.changed ? options.changed : question.open),
          rule_(scene, options, changed_.marks()),
          limit_(question.any || question.only_crossings ? UINT64_MAX : options.max_contacts, "intersections")
    {
        const std::size_t wanted =
            std::clamp<std::size_t>(boxes_.tree.leaf_count() / leaves_of_piece, 1, instant_piece_count);
        tasks_ = bvh::cut_into_pairs({boxes_.tree, rule_.tags(), at_start, kernel_, options.threads}, wanted,
                                     statistics_.node_tests);
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
    /// What a piece of the search needs at a time.
    struct Workspace {
        LeafPairs leaf_pairs;
        detail::EdgeFaceBlock block;
    };

    void run_piece(const NodePair& task, InstantPiece& piece)
    {
        std::vector<NodePair> stack;
        const auto work = std::make_unique_for_overwrite<Workspace>();
        LeafPairs& leaf_pairs = work->leaf_pairs;
        leaf_pairs.size = work->block.count = 0;
        const auto inner = static_cast<NodeId>(boxes_.tree.inner_count());
        if (task.a >= inner && task.b >= inner)
            leaf_pairs.pairs[leaf_pairs.size++] = {task.a - inner, task.b - inner};
        else
            stack.push_back(task);
        do {
            if (options_.stop.stop_requested()) throw Error(ErrorCode::interrupted, "stopped on request");
            kernel_.advance(boxes_.tree, rule_.tags(), at_start, stack, leaf_pairs, piece.statistics.node_tests);
            piece.statistics.leaf_pairs += leaf_pairs.size;
            std::span<const NodePair> open(leaf_pairs.pairs.data(), leaf_pairs.size);
            while (!open.empty()) {
                if (question_.any && enough_.load(std::memory_order_relaxed)) return;
                open = open.subspan(
                    feature_kernel_.expand_instant(step_, boxes_, open, work->block, piece.statistics.feature_tests));
                if (!work->block.has_room()) test(work->block, piece);
            }
            leaf_pairs.size = 0;
        } while (!stack.empty());
        test(work->block, piece);
    }

    void test(detail::EdgeFaceBlock& block, InstantPiece& piece)
    {
        for (const EdgeFace& pair : std::span(block.pairs).first(block.count)) test(pair, piece);
        block.count = 0;
    }

    void test(const EdgeFace& pair, InstantPiece& piece)
    {
        const auto vertex = [&](Place place) -> const MovingVertex& { return step_.vertices()[place]; };
        const auto& [edge, face] = pair;
        if (options_.changed && !changed_.contains(edge) && !changed_.contains(face)) return;
        const Meeting meeting =
            meeting_of({{vertex(edge[0]), vertex(edge[1])}, {vertex(face[0]), vertex(face[1]), vertex(face[2])}});
        if (meeting == Meeting::apart || !counts(edge, face)) return;
        limit_.add(1);
        enough_ = true;
        const auto number = [&](Place place) { return step_.number(place); };
        piece.found.push_back({{number(edge[0]), number(edge[1]), number(face[0]), number(face[1]), number(face[2])},
                               meeting == Meeting::crossing});
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
    std::unique_ptr<MovedBoxes> moved_;  ///< none at the start
    detail::InstantBoxes boxes_;
    const bvh::PairKernel& kernel_;
    const detail::FeatureKernel& feature_kernel_;
    detail::ChangedFeatures changed_;
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
    const InstantQuestion question{
        .any = true, .only_crossings = true, .open = scene.tree().proofs().open_at_start(options)};
    return !search(scene, question, options).empty();
}

std::vector<Intersection> start_crossings(const MovingScene& scene, const QueryOptions& options)
{
    const InstantQuestion question{.only_crossings = true, .open = scene.tree().proofs().open_at_start(options)};
    return named(scene, search(scene, question, options));
}

}  // namespace tocca::deformable
