// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/gap_query.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <tuple>
#include <utility>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/list_limit.hpp"
#include "tocca/deformable/detail/candidate_search.hpp"
#include "tocca/deformable/detail/contact_key.hpp"
#include "tocca/deformable/detail/events.hpp"
#include "tocca/deformable/detail/start_crossings.hpp"

namespace tocca::deformable::detail {
namespace {

template <class Item>
struct Keyed {
    ContactKey key;
    Item item;
};

/// The pairs near at the start that one piece of the search found.
struct NearPiece {
    std::uint64_t count = 0;
    std::vector<Keyed<Start::NearPair>> pairs;
    Statistics::StageCounts stages = {};

    void take(const ContactKey& key, const Start::NearPair& pair, bool listed)
    {
        ++count;
        if (listed) pairs.push_back({key, pair});
    }
};

/// An approach found, before its place is.
struct FoundNear {
    GapJudgement judgement;
    ContactKey key;
    Candidate candidate = {};

    [[nodiscard]] auto order() const { return std::tie(judgement.first->lower, judgement.first->upper, key); }
};

struct FirstNearPiece : NearPiece {
    std::optional<FoundNear> first;

    void consider(const FoundNear& found)
    {
        if (!first || found.order() < first->order()) first = found;
    }
};

struct AllPiece : NearPiece {
    std::vector<Keyed<Contact>> contacts;
};

template <class Item, class Before>
std::vector<Item> sorted_items(std::vector<Keyed<Item>>&& keyed, const Before& before)
{
    std::sort(keyed.begin(), keyed.end(), before);
    std::vector<Item> items;
    items.reserve(keyed.size());
    for (Keyed<Item>& entry : keyed) items.push_back(std::move(entry.item));
    return items;
}

template <class Item>
void append(std::vector<Keyed<Item>>& all, std::vector<Keyed<Item>>& part)
{
    all.insert(all.end(), part.begin(), part.end());
    std::vector<Keyed<Item>>().swap(part);
}

/// Gathers what the pieces found near; they are emptied.
template <class Piece>
void gather_near(std::vector<Piece>& pieces, Start& start, Statistics& statistics)
{
    std::vector<Keyed<Start::NearPair>> listed;
    for (Piece& piece : pieces) {
        start.near_count += piece.count;
        append(listed, piece.pairs);
        statistics += {.stages = piece.stages};
    }
    start.near = start.near_count > 0;
    start.near_pairs = sorted_items(std::move(listed), [](const auto& a, const auto& b) { return a.key < b.key; });
}

/// Whether `counts(judgement)` is true of any pair.
template <class Counts>
bool any_pair(const MovingScene& scene, const QueryOptions& options, const GapJudge& judge, const Counts& counts)
{
    const StepTree& step = scene.tree();
    std::atomic<bool> found = false;
    std::vector<Statistics::StageCounts> stages;
    Statistics statistics = search_candidates(
        scene, options, {.gap = judge.max_gap(), .enough = &found}, [&](std::size_t pieces) { stages.resize(pieces); },
        [&](std::size_t piece, PairKind kind, std::span<const Candidate> candidates) {
            for (const Candidate& candidate : candidates) {
                if (found.load(std::memory_order_relaxed)) return;
                if (counts(judge.judge(step.ordered(candidate, kind), kind, options.until, stages[piece])))
                    found = true;
            }
        });
    for (const Statistics::StageCounts& part : stages) statistics += {.stages = part};
    add_work(options, statistics);
    return found;
}

/// Completes an answer by what is there at the start.
void complete(const MovingScene& scene, const QueryOptions& options, Answer& answer)
{
    const bool any_event = answer.outcome != Outcome::free;
    if (!any_event && answer.start.near) answer.outcome = Outcome::near_at_start;
    add_start(scene, options, answer, any_event);
}

}  // namespace

bool collides_by_gap(const MovingScene& scene, const QueryOptions& options, const GapJudge& judge)
{
    const bool any = any_pair(scene, options, judge, [](const GapJudgement& judgement) {
        return judgement.near.has_value() || judgement.first.has_value();
    });
    if (any || starts_crossing(scene, options)) return true;
    note_free(scene, options);
    return false;
}

bool any_event_by_gap(const MovingScene& scene, const QueryOptions& options, const GapJudge& judge)
{
    return any_pair(scene, options, judge, [](const GapJudgement& judgement) { return judgement.first.has_value(); });
}

Answer first_by_gap(const MovingScene& scene, const QueryOptions& options, const GapJudge& judge)
{
    const StepTree& step = scene.tree();
    TimeLimit limit(options.until);
    std::vector<FirstNearPiece> pieces;
    Answer result{.safe_until = options.until};
    Statistics statistics = search_candidates(
        scene, options, {.gap = judge.max_gap(), .until = &limit}, [&](std::size_t count) { pieces.resize(count); },
        [&](std::size_t p, PairKind kind, std::span<const Candidate> candidates) {
            FirstNearPiece& piece = pieces[p];
            for (const Candidate& candidate : candidates) {
                const Candidate ordered = step.ordered(candidate, kind);
                const GapJudgement judgement = judge.judge(ordered, kind, limit.value(), piece.stages);
                if (!judgement.near && !judgement.first) continue;
                const ContactKey key = ContactKey::of(step, kind, ordered);
                if (judgement.near) piece.take(key, *judgement.near, options.list_start);
                if (!judgement.first) continue;
                piece.consider({judgement, key, ordered});
                limit.lower_to(judgement.first->upper);
            }
        });
    gather_near(pieces, result.start, statistics);
    FirstNearPiece best;
    for (const FirstNearPiece& piece : pieces) {
        if (piece.first) best.consider(*piece.first);
    }
    if (best.first) {
        const auto& [judgement, key, candidate] = *best.first;
        result.outcome = judgement.first->upper == 0.0 ? Outcome::touching_at_start : Outcome::contact;
        result.safe_until = judgement.first->lower;
        result.contact = judge.contact(candidate, key.kind, judgement);
    }
    complete(scene, options, result);
    add_work(options, statistics);
    return result;
}

Answers all_by_gap(const MovingScene& scene, const QueryOptions& options, const GapJudge& judge)
{
    const StepTree& step = scene.tree();
    base::ListLimit limit(options.max_contacts, "contacts");
    std::vector<AllPiece> pieces;
    Answers result{{.safe_until = options.until}};
    result.until = options.until;
    Statistics statistics = search_candidates(
        scene, options, {.gap = judge.max_gap()}, [&](std::size_t count) { pieces.resize(count); },
        [&](std::size_t p, PairKind kind, std::span<const Candidate> candidates) {
            AllPiece& piece = pieces[p];
            const std::size_t before = piece.contacts.size();
            for (const Candidate& candidate : candidates) {
                const Candidate ordered = step.ordered(candidate, kind);
                const GapJudgement judgement = judge.judge(ordered, kind, options.until, piece.stages);
                if (!judgement.near && !judgement.first) continue;
                const ContactKey key = ContactKey::of(step, kind, ordered);
                if (judgement.near) piece.take(key, *judgement.near, options.list_start);
                if (judgement.first) piece.contacts.push_back({key, judge.contact(ordered, kind, judgement)});
            }
            limit.add(piece.contacts.size() - before);
        });
    gather_near(pieces, result.start, statistics);
    std::vector<Keyed<Contact>> contacts;
    for (AllPiece& piece : pieces) append(contacts, piece.contacts);
    result.contacts = sorted_items(std::move(contacts), [](const auto& a, const auto& b) {
        const TimeInterval &x = a.item.toc, &y = b.item.toc;
        return std::tie(x.lower, x.upper, a.key) < std::tie(y.lower, y.upper, b.key);
    });
    summarise(result);
    complete(scene, options, result);
    add_work(options, statistics);
    return result;
}

}  // namespace tocca::deformable::detail
