// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/clearance.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <tuple>
#include <utility>

#include "tocca/base/detail/list_limit.hpp"
#include "tocca/deformable/detail/candidate_search.hpp"
#include "tocca/deformable/detail/contact_key.hpp"
#include "tocca/deformable/detail/events.hpp"
#include "tocca/deformable/detail/gap_judge.hpp"
#include "tocca/deformable/detail/start_crossings.hpp"

namespace tocca {
namespace {

using deformable::detail::Candidate;
using deformable::detail::ContactKey;
using deformable::detail::GapJudge;
using deformable::detail::GapJudgement;

template <class Item>
struct Keyed {
    ContactKey key;
    Item item;
};

/// The pairs near at the start that one piece of the search found.
struct NearPiece {
    std::uint64_t count = 0;
    std::vector<Keyed<NearPair>> pairs;
    StageCounts stages = {};

    void take(const ContactKey& key, const NearPair& pair, bool listed)
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
NearPairs gather_near(std::vector<Piece>& pieces, StageCounts& stages)
{
    NearPairs near;
    std::vector<Keyed<NearPair>> listed;
    for (Piece& piece : pieces) {
        near.count += piece.count;
        append(listed, piece.pairs);
        for (std::size_t i = 0; i < stage_count; ++i) stages[i] += piece.stages[i];
    }
    near.pairs = sorted_items(std::move(listed), [](const auto& a, const auto& b) { return a.key < b.key; });
    return near;
}

/// Whether `counts(judgement)` is true of any pair.
template <class Counts>
bool any_pair(const MovingScene& scene, const MeshClearanceOptions& options, const GapJudge& judge,
              const Counts& counts)
{
    const deformable::detail::StepTree& step = scene.tree();
    std::atomic<bool> found = false;
    deformable::detail::search_candidates(
        scene, options.query, {.gap = judge.greatest_gap(), .enough = &found}, [](std::size_t) {},
        [&](std::size_t, PairKind kind, std::span<const Candidate> candidates) {
            StageCounts stages = {};
            for (const Candidate& candidate : candidates) {
                if (found.load(std::memory_order_relaxed)) return;
                if (counts(judge.judge(step.ordered(candidate, kind), kind, 1.0, stages))) found = true;
            }
        });
    return found;
}

/// Completes an answer by what is there at the start.
template <class Answer>
void add_start(const MovingScene& scene, const MeshClearanceOptions& options, Answer& answer)
{
    const bool any_event = answer.outcome != Outcome::free;
    if (!any_event && answer.near_at_start.count > 0) answer.outcome = Outcome::near_at_start;
    deformable::detail::add_start(scene, options.query, answer, any_event);
}

}  // namespace

double demanded_gap(const MovingScene& scene, ObjectId a, ObjectId b, double clearance)
{
    return deformable::detail::gap_between(clearance, scene.object(a).options.thickness,
                                           scene.object(b).options.thickness);
}

bool collides(const MovingScene& scene, const MeshClearanceOptions& options)
{
    const GapJudge judge(scene, options);
    if (judge.greatest_gap() == 0.0) return collides(scene, options.query);
    const bool any = any_pair(scene, options, judge, [](const GapJudgement& judgement) {
        return judgement.near.has_value() || judgement.first.has_value();
    });
    if (any || deformable::detail::starts_crossing(scene, options.query)) return true;
    deformable::detail::note_no_contact(scene, options.query);
    return false;
}

bool deformable::detail::any_event(const MovingScene& scene, const MeshClearanceOptions& options)
{
    const GapJudge judge(scene, options);
    if (judge.greatest_gap() == 0.0) return any_event(scene, options.query);
    return any_pair(scene, options, judge, [](const GapJudgement& judgement) { return judgement.first.has_value(); });
}

MeshFirstApproach first_contact(const MovingScene& scene, const MeshClearanceOptions& options)
{
    const GapJudge judge(scene, options);
    if (judge.greatest_gap() == 0.0) return {first_contact(scene, options.query), {}};
    const deformable::detail::StepTree& step = scene.tree();
    deformable::detail::TimeLimit limit;
    std::vector<FirstNearPiece> pieces;
    MeshFirstApproach result;
    result.statistics = deformable::detail::search_candidates(
        scene, options.query, {.gap = judge.greatest_gap(), .until = &limit},
        [&](std::size_t count) { pieces.resize(count); },
        [&](std::size_t p, PairKind kind, std::span<const Candidate> candidates) {
            FirstNearPiece& piece = pieces[p];
            for (const Candidate& candidate : candidates) {
                const Candidate ordered = step.ordered(candidate, kind);
                const GapJudgement judgement = judge.judge(ordered, kind, limit.value(), piece.stages);
                if (!judgement.near && !judgement.first) continue;
                const ContactKey key = ContactKey::of(step, kind, ordered);
                if (judgement.near) piece.take(key, *judgement.near, options.list_near_pairs);
                if (!judgement.first) continue;
                piece.consider({judgement, key, ordered});
                limit.lower_to(judgement.first->upper);
            }
        });
    result.near_at_start = gather_near(pieces, result.statistics.stages);
    FirstNearPiece best;
    for (const FirstNearPiece& piece : pieces) {
        if (piece.first) best.consider(*piece.first);
    }
    if (best.first) {
        const auto& [judgement, key, candidate] = *best.first;
        result.outcome = judgement.first->upper == 0.0 ? Outcome::touching_at_start : Outcome::contact;
        result.safe_until = judgement.first->lower;
        result.contact = judge.contact(candidate, key.kind, judgement);
        result.sooner_than_any_double = judgement.first->below_least_double;
    }
    add_start(scene, options, result);
    return result;
}

MeshApproaches all_contacts(const MovingScene& scene, const MeshClearanceOptions& options)
{
    const GapJudge judge(scene, options);
    if (judge.greatest_gap() == 0.0) return {all_contacts(scene, options.query), {}};
    const deformable::detail::StepTree& step = scene.tree();
    base::detail::ListLimit limit(options.query.max_contacts, "contacts");
    std::vector<AllPiece> pieces;
    MeshApproaches result;
    result.statistics = deformable::detail::search_candidates(
        scene, options.query, {.gap = judge.greatest_gap()}, [&](std::size_t count) { pieces.resize(count); },
        [&](std::size_t p, PairKind kind, std::span<const Candidate> candidates) {
            AllPiece& piece = pieces[p];
            const std::size_t before = piece.contacts.size();
            for (const Candidate& candidate : candidates) {
                const Candidate ordered = step.ordered(candidate, kind);
                const GapJudgement judgement = judge.judge(ordered, kind, 1.0, piece.stages);
                if (!judgement.near && !judgement.first) continue;
                const ContactKey key = ContactKey::of(step, kind, ordered);
                if (judgement.near) piece.take(key, *judgement.near, options.list_near_pairs);
                if (judgement.first) piece.contacts.push_back({key, judge.contact(ordered, kind, judgement)});
            }
            limit.add(piece.contacts.size() - before);
        });
    result.near_at_start = gather_near(pieces, result.statistics.stages);
    std::vector<Keyed<Contact>> contacts;
    for (AllPiece& piece : pieces) append(contacts, piece.contacts);
    result.contacts = sorted_items(std::move(contacts), [](const auto& a, const auto& b) {
        const TimeInterval &x = a.item.toc, &y = b.item.toc;
        return std::tie(x.lower, x.upper, a.key) < std::tie(y.lower, y.upper, b.key);
    });
    deformable::detail::summarise(result);
    add_start(scene, options, result);
    return result;
}

}  // namespace tocca
