// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/safe_step.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/deformable/detail/piece_search.hpp"
#include "tocca/deformable/detail/start_crossings.hpp"
#include "tocca/deformable/detail/step_judge.hpp"
#include "tocca/deformable/step_tree.hpp"
#include "tocca/elementary/clearance.hpp"
#include "tocca/numeric/dyadic_bracket.hpp"

namespace tocca::deformable {
namespace {

/// The positions of all objects, one list per object.
std::vector<std::vector<Point>> scene_at(const MovingScene& scene, double step)
{
    std::vector<std::vector<Point>> result;
    for (ObjectId object = 0; object < scene.object_count(); ++object)
        result.push_back(positions_at(scene, object, step));
    return result;
}

std::vector<std::span<const Point>> spans_of(const std::vector<std::vector<Point>>& positions)
{
    return {positions.begin(), positions.end()};
}

/// Steps to try, each shorter than the one before. They start from a time proven free in exact arithmetic, so that only
/// the rounding of positions can spoil one: they shrink first by a few cells of the time grid, four times as many each time,
/// then by halves.
class ShrinkingStep {
public:
    ShrinkingStep(double first, double tolerance)
        : first_(first), less_(std::ldexp(1.0, -grid_exponent(tolerance))), step_(first)
    {}

    [[nodiscard]] double value() const { return step_; }

    void shrink()
    {
        const double shorter = first_ - less_;
        if (shorter > 0.5 * first_) {
            step_ = shorter;
            less_ *= 4.0;
        } else {
            step_ = ++halvings_ > max_halvings ? 0.0 : 0.5 * step_;
        }
    }

private:
    // With the 26 steps at most that the finest grid of 2^-52 takes to reach a half, fewer than a hundred.
    static constexpr int max_halvings = 64;

    double first_;
    double less_;
    double step_;
    int halvings_ = 0;
};

/// How far the rounding of positions may change distances.
///
/// Proof: position_at rounds a difference, a product and a sum; with u = 2^-53 and m the largest coordinate of start and end,
///        the result is off by at most u (m + 2 |end - start|) (1 + 2 u) + 2^-1074 <= 5.1 u m along an axis, for m at least
///        2^-1000; what does not move is not rounded. A point of a feature is off by at most sqrt(3) times that, a distance by
///        twice as much: 17.7 u m. Bound used: 2^-48 m = 32 u m.
struct Rounding {
    double margin = 0.0;  ///< the bound
    double motion = 0.0;  ///< the largest motion along an axis
    bool known = true;    ///< whether the bound holds

    explicit Rounding(std::span<const MovingVertex> vertices)
    {
        double size = 0.0;
        for (const MovingVertex& vertex : vertices) {
            if (vertex.start == vertex.end) continue;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                size = std::max({size, std::abs(vertex.start[axis]), std::abs(vertex.end[axis])});
                motion = std::max(motion, std::abs(vertex.end[axis] - vertex.start[axis]));
            }
        }
        known = size == 0.0 || (size >= 0x1p-1000 && size <= 0x1p1000);
        margin = known ? 0x1p-48 * size : 0.0;
    }
};

/// The pair as it moves to the rounded positions of a step.
PairRows rows_to(const PairRows& rows, double step)
{
    PairRows result = rows;
    for (std::size_t at = 0; at < 12; at += 3) {
        const auto point = [&](std::size_t first) { return Point{rows[first], rows[first + 1], rows[first + 2]}; };
        const Point end = position_at(point(at), point(at + 12), step);
        std::copy(end.begin(), end.end(), result.begin() + 12 + static_cast<std::ptrdiff_t>(at));
    }
    return result;
}

/// Candidates of one kind and the gaps they have to keep; without any gaps they must not touch.
struct Unproven {
    std::vector<Candidate> candidates;
    std::vector<double> gaps;
};

/// What one piece of the search finds.
struct StepPiece : detail::FirstPiece {
    std::optional<detail::FoundContact> limit;  ///< the first to fall to the gap that it must keep
    std::array<Unproven, 2> unproven;           ///< by kind: not proven free of what rounding may do

    void consider_limit(const detail::FoundContact& found)
    {
        if (!limit || found.order() < limit->order()) limit = found;
    }
};

/// Candidates that are kept to be tested again, 16 bytes each; beyond that they are searched for again.
constexpr std::size_t max_unproven = std::size_t{1} << 22U;

/// The search for the first contact and for what limits a step.
class StepSearch {
public:
    StepSearch(const MovingScene& scene, const QueryOptions& options)
        : scene_(scene), options_(options), rounding_(scene.tree().vertices()), judge_(scene, options, 0.0)
    {
        // A margin that is no small part of the gaps, or of the motion, would bring too many candidates.
        const double most = judge_.contact_only() ? 0x1p-20 * rounding_.motion : 0x1p-10 * judge_.max_gap();
        has_margin_ = rounding_.known && rounding_.margin <= most;
        if (has_margin_ && !judge_.contact_only()) judge_ = detail::StepJudge(scene, options, rounding_.margin);
        run();
    }

    /// The answer of first_contact.
    [[nodiscard]] Answer answer() const { return first_answer(scene_, options_, judge_.contacts(), pieces_); }

    /// What falls first to the gap that it must keep.
    [[nodiscard]] const std::optional<detail::FoundContact>& limit() const { return limit_; }
    [[nodiscard]] Contact contact(const detail::FoundContact& found) const
    {
        return judge_.contacts().contact(found.candidate, found.key.kind, found.approach);
    }

    /// Whether the rounding of positions spoils no step up to the limit.
    [[nodiscard]] bool is_proven() const { return tests_list() && unproven_count_ == 0; }

    /// Whether the motion to the rounded positions of a step up to the limit keeps what it must.
    [[nodiscard]] bool is_safe_rounded(double step) { return tests_list() ? passes_list(step) : passes_search(step); }

private:
    /// Whether what rounding may spoil is in the list.
    [[nodiscard]] bool tests_list() const { return has_margin_ && unproven_count_ <= max_unproven; }

    void run()
    {
        detail::TimeLimit limit(options_.until);
        const double margin = has_margin_ && judge_.contact_only() ? rounding_.margin : 0.0;
        const detail::SearchOptions wanted{.gap = judge_.max_gap() + margin, .until = &limit};
        if (judge_.contact_only())
            search_contacts(wanted, limit);
        else
            search_gaps(wanted, limit);
        for (const StepPiece& piece : pieces_) {
            if (piece.limit && (!limit_ || piece.limit->order() < limit_->order())) limit_ = piece.limit;
        }
    }

    void search_contacts(const detail::SearchOptions& wanted, detail::TimeLimit& limit)
    {
        pieces_ = detail::search<StepPiece>(
            scene_, options_, wanted, [&](StepPiece& piece, PairKind kind, std::span<const Candidate> candidates) {
                candidates = may_be_first(scene_.tree(), kind, candidates, piece.first, piece.scratch);
                // From a touch at the start there is no step to test.
                if (has_margin_ && limit.value() > 0.0) keep(piece, kind, candidates);
                judge_.contacts().judge(kind, candidates, wanted, piece.stages,
                                        [&](const Candidate& ordered, const elementary::Approach& approach) {
                                            consider(piece, kind, ordered, approach, limit);
                                        });
            });
        for (StepPiece& piece : pieces_) piece.limit = piece.first;
    }

    void search_gaps(const detail::SearchOptions& wanted, detail::TimeLimit& limit)
    {
        pieces_ = detail::search<StepPiece>(
            scene_, options_, wanted, [&](StepPiece& piece, PairKind kind, std::span<const Candidate> candidates) {
                judge_.judge(kind, candidates, wanted, piece.stages,
                             [&](const Candidate& ordered, const elementary::KeptApproach& approach) {
                                 const detail::ContactKey key = detail::ContactKey::of(scene_.tree(), kind, ordered);
                                 if (approach.contact.near)
                                     note_near(piece, key, scene_.tree(), ordered, approach.contact,
                                               options_.list_start);
                                 if (approach.kept.decision.contact)
                                     piece.consider_limit({approach.kept, key, ordered});
                                 if (approach.contact.decision.contact)
                                     consider(piece, kind, ordered, approach.contact, limit);
                                 if (approach.with_margin) return;
                                 keep(piece, kind, std::span(&ordered, 1));
                                 piece.unproven[static_cast<std::size_t>(kind)].gaps.push_back(approach.kept.gap);
                             });
            });
    }

    void consider(StepPiece& piece, PairKind kind, const Candidate& ordered, const elementary::Approach& approach,
                  detail::TimeLimit& limit) const
    {
        piece.consider({approach, detail::ContactKey::of(scene_.tree(), kind, ordered), ordered});
        limit.lower_to(approach.decision.bracket.upper);
    }

    void keep(StepPiece& piece, PairKind kind, std::span<const Candidate> candidates)
    {
        if (unproven_count_.fetch_add(candidates.size()) + candidates.size() > max_unproven) return;
        std::vector<Candidate>& list = piece.unproven[static_cast<std::size_t>(kind)].candidates;
        list.insert(list.end(), candidates.begin(), candidates.end());
    }

    [[nodiscard]] bool passes_list(double step) const
    {
        std::atomic<bool> failed = false;
        for_each_piece(pieces_.size(), options_.threads, [&](std::size_t piece) {
            for (const PairKind kind : {PairKind::vertex_face, PairKind::edge_edge}) {
                if (!failed && !passes(pieces_[piece].unproven[static_cast<std::size_t>(kind)], kind, step))
                    failed = true;
            }
        });
        return !failed;
    }

    [[nodiscard]] bool passes(const Unproven& unproven, PairKind kind, double step) const
    {
        const auto rows = [&](std::size_t i) { return rows_to(scene_.tree().rows(unproven.candidates[i]), step); };
        if (judge_.contact_only()) return !judge_.contacts().any_touches(kind, unproven.candidates.size(), rows);
        const int k = grid_exponent(bracket_width(options_));
        for (std::size_t i = 0; i < unproven.candidates.size(); ++i) {
            if (elementary::decide_gap(rows(i), kind, unproven.gaps[i], k).contact) return false;
        }
        return true;
    }

    /// The same by a search of the shortened step: its gaps are the same, as it begins at the same start.
    [[nodiscard]] bool passes_search(double step)
    {
        if (!shortened_) shortened_.emplace(scene_);
        shortened_->set_step(spans_of(scene_at(scene_, 0.0)), spans_of(scene_at(scene_, step)), options_.threads);
        QueryOptions whole = options_;
        whole.until = 1.0;
        const detail::StepJudge judge(*shortened_, whole, 0.0);
        std::atomic<bool> failed = false;
        const detail::SearchOptions wanted{.gap = judge.max_gap(), .enough = &failed};
        detail::search<detail::Piece>(
            *shortened_, whole, wanted,
            [&](detail::Piece& piece, PairKind kind, std::span<const Candidate> candidates) {
                if (judge.contact_only()) {
                    judge.contacts().judge(kind, candidates, wanted, piece.stages,
                                           [&](const Candidate&, const elementary::Approach&) { failed = true; });
                    return;
                }
                judge.judge(kind, candidates, wanted, piece.stages,
                            [&](const Candidate&, const elementary::KeptApproach& approach) {
                                if (approach.kept.decision.contact) failed = true;
                            });
            });
        return !failed;
    }

    const MovingScene& scene_;
    const QueryOptions& options_;
    Rounding rounding_;
    detail::StepJudge judge_;
    bool has_margin_ = false;
    std::atomic<std::size_t> unproven_count_ = 0;
    std::vector<StepPiece> pieces_;
    std::optional<detail::FoundContact> limit_;
    std::optional<MovingScene> shortened_;
};

}  // namespace

Point position_at(const Point& start, const Point& end, double step)
{
    if (step == 0.0) return start;
    if (step == 1.0) return end;
    Point result;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double a = start[axis], b = end[axis];
        const double way = b - a;
        // Ends of different sign may be farther apart than the largest double.
        const double at = std::isfinite(way) ? a + step * way : (1.0 - step) * a + step * b;
        result[axis] = std::clamp(at, std::min(a, b), std::max(a, b));
    }
    return result;
}

std::vector<Point> positions_at(const MovingScene& scene, ObjectId object, double step)
{
    require(step >= 0.0 && step <= 1.0, "a step must be in [0, 1]");
    const auto count = static_cast<VertexId>(scene.object(object).mesh.vertex_count());
    std::vector<Point> positions;
    positions.reserve(count);
    for (VertexId vertex = 0; vertex < count; ++vertex)
        positions.push_back(position_at(scene.start(object, vertex), scene.end(object, vertex), step));
    return positions;
}

SafeStep safe_step(const MovingScene& scene, const QueryOptions& options)
{
    StepSearch search(scene, options);
    SafeStep result{search.answer()};
    result.step = result.safe_until;
    if (const auto& limit = search.limit(); limit && result.outcome != Outcome::crossing_at_start) {
        result.step = std::min(result.step, limit->approach.decision.bracket.lower);
        result.limited_by = search.contact(*limit);
    }
    result.all_shorter_steps = result.step > 0.0 && search.is_proven();
    // A whole step ends at positions that were given, any other at positions that are rounded.
    if (result.step == 0.0 || result.step == 1.0) return result;
    if (!search.is_proven()) {
        ShrinkingStep step(result.step, bracket_width(options));
        for (; step.value() > 0.0; step.shrink()) {
            ++result.tested_steps;
            if (search.is_safe_rounded(step.value())) break;
        }
        result.step = step.value();
    }
    if (result.step > 0.0) detail::note_no_contact(scene, options, result.step);
    return result;
}

}  // namespace tocca::deformable
