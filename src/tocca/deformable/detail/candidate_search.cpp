// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/candidate_search.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "tocca/base/floating_point.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/bvh/detail/pair_kernel.hpp"
#include "tocca/deformable/detail/feature_kernel.hpp"
#include "tocca/deformable/detail/object_rule.hpp"

namespace tocca::detail {
namespace {

/// Pieces that a search of a large scene is cut into: enough to keep many threads busy to the end.
constexpr std::size_t piece_count = 512;
/// Scenes with fewer leaves are searched in one piece.
constexpr std::size_t small_scene = 512;

/// Cuts the search into pairs of nodes: splits all pairs until there are enough.
std::vector<NodePair> cut(const KineticTree& tree, const TagRule& rule, float gap)
{
    std::vector<NodePair> pairs;
    if (tree.leaf_count() < 2) return pairs;
    pairs.push_back({0, 0});
    if (tree.leaf_count() < small_scene) return pairs;
    const auto inner = static_cast<NodeId>(tree.inner_count());
    const std::span<const MovingBox> nodes = tree.nodes();
    const auto children = [&](NodeId node) -> std::vector<NodeId> {
        if (node >= inner) return {node};
        return {nodes[node].lower_start.word, nodes[node].upper_start.word};
    };
    bool split = true;
    while (split && pairs.size() < piece_count) {
        split = false;
        std::vector<NodePair> next;
        const auto visit = [&](NodeId a, NodeId b) {
            if (may_meet(nodes[a], nodes[b], gap) && rule.allows(nodes[a].upper_end.word, nodes[b].upper_end.word))
                next.push_back({a, b});
        };
        for (const auto& [a, b] : pairs) {
            if (a >= inner && b >= inner) {
                next.push_back({a, b});
                continue;
            }
            split = true;
            if (a == b) {
                const auto [left, right] = std::pair(nodes[a].lower_start.word, nodes[a].upper_start.word);
                if (!rule.allows(nodes[a].upper_end.word, nodes[a].upper_end.word)) continue;
                if (left < inner) next.push_back({left, left});
                if (right < inner) next.push_back({right, right});
                visit(left, right);
                continue;
            }
            for (const NodeId first : children(a)) {
                for (const NodeId second : children(b)) visit(first, second);
            }
        }
        pairs = std::move(next);
    }
    return pairs;
}

/// Puts the pairs first that may meet first.
void sort_by_promise(std::vector<NodePair>& pairs, const KineticTree& tree)
{
    std::vector<std::pair<double, NodePair>> promised;
    promised.reserve(pairs.size());
    for (const NodePair& pair : pairs) {
        const auto times = overlap_times(tree.nodes()[pair.a], tree.nodes()[pair.b]);
        promised.emplace_back(times ? times->lower : 1.0, pair);
    }
    std::stable_sort(promised.begin(), promised.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = promised[i].second;
}

void add(MeshStatistics& total, const MeshStatistics& part)
{
    total.node_tests += part.node_tests;
    total.leaf_pairs += part.leaf_pairs;
    total.feature_tests += part.feature_tests;
    total.elementary_tests += part.elementary_tests;
}

/// One search under way.
class Search {
public:
    Search(const MovingScene& scene, const MeshQueryOptions& query, const SearchOptions& options,
           const TakeCandidates& take)
        : step_(scene.tree()),
          query_(query),
          options_(options),
          take_(take),
          gap_(round_up(options.gap)),
          pair_kernel_(pair_kernel(query.target)),
          feature_kernel_(feature_kernel(query.target)),
          rule_(scene, query.filter)
    {
        tasks_ = cut(step_.tree(), rule_.tags(), gap_);
        if (options.until) sort_by_promise(tasks_, step_.tree());
    }

    [[nodiscard]] std::size_t pieces() const { return tasks_.size(); }

    MeshStatistics run()
    {
        for_each_piece(tasks_.size(), query_.threads, [&](std::size_t piece) { run_piece(piece); });
        return total_;
    }

private:
    struct Workspace {
        std::vector<NodePair> stack;
        LeafPairs leaf_pairs;
        CandidateBlock block;
    };

    [[nodiscard]] bool enough() const { return options_.enough && options_.enough->load(std::memory_order_relaxed); }

    [[nodiscard]] MeetingLimit limit() const
    {
        return MeetingLimit::until(options_.until ? options_.until->value() : 1.0, gap_, step_.motion_scale());
    }

    void run_piece(std::size_t piece)
    {
        require_floating_point();
        // The piece takes it away from the thread: a predicate may search another scene, or wait while its thread takes up
        // another piece.
        thread_local std::unique_ptr<Workspace> spare;
        std::unique_ptr<Workspace> own = spare ? std::move(spare) : std::make_unique_for_overwrite<Workspace>();
        Workspace& work = *own;
        MeshStatistics counts;
        work.stack.clear();
        work.leaf_pairs.size = 0;
        work.block.vertex_face_count = work.block.edge_edge_count = 0;
        start(tasks_[piece], work);
        do {
            if (query_.stop.stop_requested()) throw Error(ErrorCode::interrupted, "stopped on request");
            if (enough()) break;
            pair_kernel_.advance(step_.tree(), rule_.tags(), limit(), work.stack, work.leaf_pairs, counts.node_tests);
            counts.leaf_pairs += work.leaf_pairs.size;
            expand(piece, work, counts);
        } while (!work.stack.empty());
        hand_on(piece, work.block, counts);
        spare = std::move(own);
        finish(counts);
    }

    /// A piece may be two leaves, which the traversal never gets to see.
    void start(const NodePair& task, Workspace& work) const
    {
        const auto inner = static_cast<NodeId>(step_.tree().inner_count());
        if (task.a >= inner && task.b >= inner)
            work.leaf_pairs.pairs[work.leaf_pairs.size++] = {task.a - inner, task.b - inner};
        else
            work.stack.push_back(task);
    }

    void expand(std::size_t piece, Workspace& work, MeshStatistics& counts)
    {
        std::span<const NodePair> open(work.leaf_pairs.pairs.data(), work.leaf_pairs.size);
        while (!open.empty()) {
            open = open.subspan(feature_kernel_.expand(step_, limit(), open, work.block, counts.feature_tests));
            if (!work.block.has_room()) hand_on(piece, work.block, counts);
        }
        work.leaf_pairs.size = 0;
    }

    void hand_on(std::size_t piece, CandidateBlock& block, MeshStatistics& counts)
    {
        counts.elementary_tests += hand_on(piece, PairKind::vertex_face, block.vertex_face, block.vertex_face_count);
        counts.elementary_tests += hand_on(piece, PairKind::edge_edge, block.edge_edge, block.edge_edge_count);
    }

    std::size_t hand_on(std::size_t piece, PairKind kind, std::span<Candidate> candidates, std::size_t& count)
    {
        std::size_t kept = count;
        if (query_.filter.accept) {
            kept = 0;
            for (std::size_t i = 0; i < count; ++i) {
                Contact named;
                step_.name(step_.ordered(candidates[i], kind), kind, named);
                if (query_.filter.accept({kind, named.vertices, named.objects})) candidates[kept++] = candidates[i];
            }
        }
        count = 0;
        if (kept > 0) take_(piece, kind, candidates.first(kept));
        return kept;
    }

    void finish(const MeshStatistics& counts)
    {
        const std::lock_guard lock(mutex_);
        add(total_, counts);
        ++done_;
        if (query_.progress) query_.progress(static_cast<double>(done_) / static_cast<double>(tasks_.size()));
    }

    const StepTree& step_;
    const MeshQueryOptions& query_;
    const SearchOptions& options_;
    const TakeCandidates& take_;
    float gap_;
    const PairKernel& pair_kernel_;
    const FeatureKernel& feature_kernel_;
    ObjectRule rule_;
    std::vector<NodePair> tasks_;
    std::mutex mutex_;
    MeshStatistics total_;
    std::size_t done_ = 0;
};

}  // namespace

MeshStatistics search_candidates(const MovingScene& scene, const MeshQueryOptions& query, const SearchOptions& options,
                                 const std::function<void(std::size_t pieces)>& prepare, const TakeCandidates& take)
{
    require(query.threads >= 0, "the number of threads must not be negative");
    require(options.gap >= 0.0, "the gap must not be negative");
    require_floating_point();
    Search search(scene, query, options, take);
    prepare(search.pieces());
    return search.run();
}

}  // namespace tocca::detail
