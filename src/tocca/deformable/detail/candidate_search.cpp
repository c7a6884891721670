// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/candidate_search.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/bvh/pair_front.hpp"
#include "tocca/bvh/pair_kernel.hpp"
#include "tocca/deformable/detail/changed_features.hpp"
#include "tocca/deformable/detail/feature_kernel.hpp"
#include "tocca/deformable/detail/object_rule.hpp"
#include "tocca/elementary/clearance.hpp"
#include "tocca/numeric/dyadic_bracket.hpp"

namespace tocca::deformable::detail {
namespace {

/// The number of node pairs that a search of a large scene is cut into: enough to keep many threads busy to the end.
constexpr std::size_t piece_count = 2048;
/// Leaves for each piece of a smaller scene: a piece costs as much as some leaves, even if there is nothing in it.
constexpr std::size_t leaves_of_piece = 64;
/// A front may have many more pairs: they are distributed over at most this many pieces.
constexpr std::size_t max_pieces = 2 * piece_count;
/// Pairs of a piece that are searched together.
constexpr std::size_t pairs_together = 256;
static_assert(pairs_together + 4 <= bvh::LeafPairs::capacity);
/// Kept candidates of a piece.
constexpr std::size_t listed_together = 4096;

/// Sorts the pairs by the time at which they may meet.
void sort_by_promise(std::vector<bvh::NodePair>& pairs, const KineticTree& tree)
{
    std::vector<std::pair<double, bvh::NodePair>> promised;
    promised.reserve(pairs.size());
    for (const bvh::NodePair& pair : pairs) {
        const auto times = overlap_times(tree.nodes()[pair.a], tree.nodes()[pair.b]);
        promised.emplace_back(times ? times->lower : 1.0, pair);
    }
    std::stable_sort(promised.begin(), promised.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = promised[i].second;
}

/// A search in progress.
class CandidateSearch {
public:
    enum class Keep { never, as_the_scene_says };

    CandidateSearch(const MovingScene& scene, const QueryOptions& query, const SearchOptions& options,
                    const TakeCandidates& take, Keep keep)
        : step_(scene.tree()),
          query_(query),
          options_(options),
          take_(take),
          gap_(round_up(options.gap)),
          k_(grid_exponent(bracket_width(query))),
          pair_kernel_(bvh::pair_kernel(query.target)),
          feature_kernel_(feature_kernel(query.target)),
          changed_(step_, query.changed),
          rule_(scene, query, changed_.marks())
    {
        // What is kept is about the step, not about one end of it.
        if (keep == Keep::as_the_scene_says && !options_.at && step_.kept().most() > 0) find_kept(scene);
        if (kept_) return;
        find_tasks();
        if (options.until) sort_by_promise(tasks_, step_.tree());
        piece_size_ = (tasks_.size() + max_pieces - 1) / max_pieces;
    }

    [[nodiscard]] std::size_t pieces() const
    {
        if (kept_) return kept_pieces(kept_->vertex_face) + kept_pieces(kept_->edge_edge);
        return tasks_.empty() ? 0 : (tasks_.size() + piece_size_ - 1) / piece_size_;
    }

    Statistics run()
    {
        for_each_piece(pieces(), query_.threads, [&](std::size_t piece) { run_piece(piece); });
        return total_;
    }

private:
    struct Workspace {
        std::vector<bvh::NodePair> stack;
        std::vector<Candidate> listed;  ///< those of a list that have a changed vertex
        bvh::LeafPairs leaf_pairs;
        CandidateBlock block;
    };

    [[nodiscard]] static std::size_t kept_pieces(const std::vector<Candidate>& listed)
    {
        return (listed.size() + listed_together - 1) / listed_together;
    }

    /// Takes the candidates that are kept, or searches for more than is asked for, to keep them for the searches to come.
    void find_kept(const MovingScene& scene)
    {
        const CandidateKeeper& keeper = step_.kept();
        kept_ = keeper.find(query_, options_.gap, step_.vertices());
        if (kept_) {
            total_.kept_searches = 1;
            return;
        }
        // A list is of all pairs, and to search for them all would take longer than to search for the changed ones.
        if (query_.changed || keeper.gave_up(query_, step_.vertices())) return;
        QueryOptions plain = query_;
        plain.until = 1.0;
        plain.accept = nullptr;
        plain.progress = nullptr;
        std::atomic<bool> too_many = false;
        std::atomic<std::size_t> count = 0;
        const SearchOptions wide{.gap = options_.gap + 2.0 * keeper.slack(), .enough = &too_many};
        std::vector<std::array<std::vector<Candidate>, 2>> found;
        const TakeCandidates take = [&](std::size_t piece, PairKind kind, std::span<const Candidate> candidates) {
            std::vector<Candidate>& list = found[piece][kind == PairKind::vertex_face ? 0 : 1];
            list.insert(list.end(), candidates.begin(), candidates.end());
            if ((count += candidates.size()) > keeper.most()) too_many = true;
        };
        CandidateSearch search(scene, plain, wide, take, Keep::never);
        found.resize(search.pieces());
        total_ = search.run();
        total_.elementary_tests = 0;  // those to come count
        auto kept = std::make_shared<KeptCandidates>();
        kept->scope = CrossingProofs::Scope::of(query_);
        kept->reference.assign(step_.vertices().begin(), step_.vertices().end());
        kept->reach = too_many ? KeptCandidates::gave_up : wide.gap;
        if (!too_many) {
            for (const auto& [vertex_face, edge_edge] : found) {
                kept->vertex_face.insert(kept->vertex_face.end(), vertex_face.begin(), vertex_face.end());
                kept->edge_edge.insert(kept->edge_edge.end(), edge_edge.begin(), edge_edge.end());
            }
            kept_ = kept;
        }
        keeper.keep(kept);
    }

    /// Finds the node pairs to search.
    void find_tasks()
    {
        const bvh::MeetingLimit comparison = options_.at ? limit() : bvh::MeetingLimit{.gap = gap_};
        const bvh::FrontComparison by{step_.tree(), rule_.tags(), comparison, pair_kernel_, query_.threads};
        const bvh::FrontKeeper& keeper = step_.front();
        // A search that may end early or that leaves pairs out does not need a whole front; one about an end of the step
        // has another.
        if (keeper.max_pairs() == 0 || options_.until || options_.enough || options_.at || query_.changed) {
            tasks_ = bvh::cut_into_pairs(by, wanted_pieces(), total_.node_tests);
            return;
        }
        bvh::FollowedFront followed = bvh::follow_front(keeper.last(), by, keeper.max_pairs(), total_.node_tests);
        keeper.keep(std::move(followed.front));
        tasks_ = std::move(followed.meeting);
    }

    [[nodiscard]] std::size_t wanted_pieces() const
    {
        return std::clamp<std::size_t>(step_.tree().leaf_count() / leaves_of_piece, 1, piece_count);
    }

    [[nodiscard]] bool enough() const { return options_.enough && options_.enough->load(std::memory_order_relaxed); }

    [[nodiscard]] bvh::MeetingLimit limit() const
    {
        if (options_.at) return {.test = *options_.at, .gap = gap_};
        const double until = options_.until ? options_.until->value() : query_.until;
        return bvh::MeetingLimit::until(elementary::end_of_cell(until, k_), gap_, step_.motion_scale());
    }

    void run_piece(std::size_t piece)
    {
        require_floating_point();
        // Taken away from the thread for this piece: a predicate may search another scene, or wait while its thread starts
        // another piece.
        thread_local std::unique_ptr<Workspace> spare;
        std::unique_ptr<Workspace> own = spare ? std::move(spare) : std::make_unique_for_overwrite<Workspace>();
        Workspace& work = *own;
        Statistics counts;
        work.stack.clear();
        work.leaf_pairs.size = 0;
        work.block.vertex_face_count = work.block.edge_edge_count = 0;
        if (kept_)
            look_into_kept(piece, work, counts);
        else
            look_into_tree(piece, work, counts);
        flush(piece, work.block, counts);
        spare = std::move(own);
        finish(counts);
    }

    /// Searches a piece of the candidates that are kept.
    void look_into_kept(std::size_t piece, Workspace& work, Statistics& counts)
    {
        const std::size_t faces = kept_pieces(kept_->vertex_face);
        const PairKind kind = piece < faces ? PairKind::vertex_face : PairKind::edge_edge;
        std::span<const Candidate> listed = piece < faces ? kept_->vertex_face : kept_->edge_edge;
        listed = listed.subspan((piece < faces ? piece : piece - faces) * listed_together);
        listed = listed.first(std::min(listed_together, listed.size()));
        if (query_.changed) listed = changed_.of(listed, work.listed);
        counts.feature_tests += listed.size();
        while (!listed.empty() && !enough()) {
            if (query_.stop.stop_requested()) throw Error(ErrorCode::interrupted, "stopped on request");
            listed = listed.subspan(feature_kernel_.sift(step_, limit(), kind, listed, work.block));
            if (!work.block.has_room()) flush(piece, work.block, counts);
        }
    }

    void look_into_tree(std::size_t piece, Workspace& work, Statistics& counts)
    {
        std::span<const bvh::NodePair> open = std::span(tasks_).subspan(piece * piece_size_);
        open = open.first(std::min(piece_size_, open.size()));
        while (!open.empty() && !enough()) {
            const std::size_t together = std::min(pairs_together, open.size());
            for (const bvh::NodePair& pair : open.first(together)) start(pair, work);
            open = open.subspan(together);
            look_into(piece, work, counts);
        }
    }

    /// Searches from the pairs on the stack and the leaf pairs at hand to the end.
    void look_into(std::size_t piece, Workspace& work, Statistics& counts)
    {
        do {
            if (query_.stop.stop_requested()) throw Error(ErrorCode::interrupted, "stopped on request");
            if (enough()) break;
            pair_kernel_.advance(step_.tree(), rule_.tags(), limit(), work.stack, work.leaf_pairs, counts.node_tests);
            counts.leaf_pairs += work.leaf_pairs.size;
            expand(piece, work, counts);
        } while (!work.stack.empty());
    }

    /// A piece may be two leaves, which the traversal never gets to see.
    void start(const bvh::NodePair& task, Workspace& work) const
    {
        const auto inner = static_cast<NodeId>(step_.tree().inner_count());
        if (task.a >= inner && task.b >= inner)
            work.leaf_pairs.pairs[work.leaf_pairs.size++] = {task.a - inner, task.b - inner};
        else
            work.stack.push_back(task);
    }

    void expand(std::size_t piece, Workspace& work, Statistics& counts)
    {
        std::span<const bvh::NodePair> open(work.leaf_pairs.pairs.data(), work.leaf_pairs.size);
        while (!open.empty()) {
            open = open.subspan(feature_kernel_.expand(step_, limit(), open, work.block, counts.feature_tests));
            if (!work.block.has_room()) flush(piece, work.block, counts);
        }
        work.leaf_pairs.size = 0;
    }

    void flush(std::size_t piece, CandidateBlock& block, Statistics& counts)
    {
        counts.elementary_tests += flush(piece, PairKind::vertex_face, block.vertex_face, block.vertex_face_count);
        counts.elementary_tests += flush(piece, PairKind::edge_edge, block.edge_edge, block.edge_edge_count);
    }

    std::size_t flush(std::size_t piece, PairKind kind, std::span<Candidate> candidates, std::size_t& count)
    {
        std::size_t kept = query_.changed ? changed_.keep(candidates.first(count)) : count;
        if (query_.accept) {
            const std::size_t open = std::exchange(kept, 0);
            for (std::size_t i = 0; i < open; ++i) {
                Contact named;
                step_.name(step_.ordered(candidates[i], kind), kind, named);
                if (query_.accept({kind, named.vertices, named.objects})) candidates[kept++] = candidates[i];
            }
        }
        count = 0;
        if (kept > 0) take_(piece, kind, candidates.first(kept));
        return kept;
    }

    void finish(const Statistics& counts)
    {
        const std::lock_guard lock(mutex_);
        total_ += counts;
        ++done_;
        if (query_.progress) query_.progress(static_cast<double>(done_) / static_cast<double>(pieces()));
    }

    const StepTree& step_;
    const QueryOptions& query_;
    const SearchOptions& options_;
    const TakeCandidates& take_;
    float gap_;
    int k_;  ///< of the grid of times
    const bvh::PairKernel& pair_kernel_;
    const FeatureKernel& feature_kernel_;
    ChangedFeatures changed_;
    ObjectRule rule_;
    std::shared_ptr<const KeptCandidates> kept_;  ///< none: the tree is searched
    std::vector<bvh::NodePair> tasks_;
    std::size_t piece_size_ = 0;
    std::mutex mutex_;
    Statistics total_;
    std::size_t done_ = 0;
};

}  // namespace

Statistics search_candidates(const MovingScene& scene, const QueryOptions& query, const SearchOptions& options,
                             const std::function<void(std::size_t pieces)>& prepare, const TakeCandidates& take)
{
    require(options.gap >= 0.0, "the gap must not be negative");
    require_floating_point();
    CandidateSearch search(scene, query, options, take, CandidateSearch::Keep::as_the_scene_says);
    prepare(search.pieces());
    return search.run();
}

}  // namespace tocca::deformable::detail
