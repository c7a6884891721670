// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/mesh_query.hpp"

#include <algorithm>
#include <atomic>
#include <compare>
#include <optional>
#include <tuple>
#include <utility>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/list_limit.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/deformable/detail/candidate_search.hpp"
#include "tocca/deformable/detail/object_rule.hpp"
#include "tocca/deformable/detail/pair_judge.hpp"
#include "tocca/deformable/detail/start_crossings.hpp"
#include "tocca/elementary/contact_place.hpp"

namespace tocca::deformable {
namespace {

using detail::PairJudge;
using detail::SearchOptions;
using elementary::Approach;

/// By which contacts are sorted: the kind, then the vertices by their numbers over all objects.
struct ContactKey {
    PairKind kind = PairKind::vertex_face;
    std::array<std::uint32_t, 4> numbers = {};

    static ContactKey of(const StepTree& step, PairKind kind, const Candidate& ordered)
    {
        ContactKey key{kind, {}};
        for (std::size_t i = 0; i < 4; ++i) key.numbers[i] = step.number(ordered[i]);
        return key;
    }
    // NOLINTNEXTLINE(modernize-use-nullptr): found in what the compiler makes of it
    friend auto operator<=>(const ContactKey&, const ContactKey&) = default;
};

/// What every piece of a search counts, and the pairs near at the start that it found.
struct Piece {
    Statistics::StageCounts stages = {};
    std::uint64_t near_count = 0;
    std::vector<std::pair<ContactKey, Start::NearPair>> near_pairs = {};
};

/// Searches a scene: `take(piece, kind, candidates)` gets all candidates, those of one piece one block after the other.
template <class PieceOfVerb, class Take>
std::vector<PieceOfVerb> search(const MovingScene& scene, const QueryOptions& options, const SearchOptions& wanted,
                                const Take& take)
{
    std::vector<PieceOfVerb> pieces;
    Statistics statistics = detail::search_candidates(
        scene, options, wanted, [&](std::size_t count) { pieces.resize(count); },
        [&](std::size_t p, PairKind kind, std::span<const Candidate> candidates) {
            take(pieces[p], kind, candidates);
        });
    for (const PieceOfVerb& piece : pieces) statistics += {.stages = piece.stages};
    add_work(options, statistics);
    return pieces;
}

void note_near(Piece& piece, const ContactKey& key, const StepTree& step, const Candidate& ordered,
               const Approach& approach, bool listed)
{
    ++piece.near_count;
    if (!listed) return;
    Contact named;
    step.name(ordered, key.kind, named);
    piece.near_pairs.push_back({key, {named.features(), *approach.near, approach.gap}});
}

/// Gathers what the pieces found near; completes the answer by what is there at the start.
template <class PieceOfVerb>
void complete(const MovingScene& scene, const QueryOptions& options, const std::vector<PieceOfVerb>& pieces,
              Answer& answer)
{
    std::vector<std::pair<ContactKey, Start::NearPair>> listed;
    for (const Piece& piece : pieces) {
        answer.start.near_count += piece.near_count;
        listed.insert(listed.end(), piece.near_pairs.begin(), piece.near_pairs.end());
    }
    std::sort(listed.begin(), listed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [key, pair] : listed) answer.start.near_pairs.push_back(pair);
    answer.start.near = answer.start.near_count > 0;
    const bool any_event = answer.outcome != Outcome::free;
    if (!any_event && answer.start.near) answer.outcome = Outcome::near_at_start;
    detail::add_start(scene, options, answer, any_event);
}

// ---- collides

/// Whether any pair touches or falls to its gap, whatever the start is like, or is near at the start, if that counts.
bool any_pair(const MovingScene& scene, const QueryOptions& options, bool near_counts)
{
    const PairJudge judge(scene, options, false);
    std::atomic<bool> found = false;
    const SearchOptions wanted{.gap = judge.max_gap(), .enough = &found};
    search<Piece>(scene, options, wanted, [&](Piece& piece, PairKind kind, std::span<const Candidate> candidates) {
        judge.judge(kind, candidates, wanted, piece.stages, [&](const Candidate&, const Approach& approach) {
            if (approach.decision.contact || near_counts) found = true;
        });
    });
    return found;
}

// ---- all_contacts

/// The contacts found by one piece of the search.
struct ContactPiece : Piece {
    std::vector<std::pair<ContactKey, std::uint32_t>> keys;  ///< with the place in `contacts`
    std::vector<Contact> contacts;
};

/// A contact by its piece and its place there, with the key that orders all contacts.
struct Entry {
    TimeInterval toc;
    ContactKey key;
    std::uint32_t piece = 0;
    std::uint32_t place = 0;
};

/// Sorts by time, then by features: runs on their own, then merged two by two. Equal keys, of repeated faces, have equal
/// contacts.
void sort(std::vector<Entry>& entries, int threads)
{
    constexpr std::size_t runs = 8;
    const auto before = [](const Entry& a, const Entry& b) {
        return std::tie(a.toc.lower, a.toc.upper, a.key) < std::tie(b.toc.lower, b.toc.upper, b.key);
    };
    const auto boundary = [&](std::size_t run) {
        return entries.begin() + static_cast<std::ptrdiff_t>(entries.size() * run / runs);
    };
    for_each_piece(runs, threads, [&](std::size_t run) { std::sort(boundary(run), boundary(run + 1), before); });
    for (std::size_t width = 1; width < runs; width *= 2) {
        for_each_piece(runs / (2 * width), threads, [&](std::size_t i) {
            const std::size_t first = 2 * width * i;
            std::inplace_merge(boundary(first), boundary(first + width), boundary(first + 2 * width), before);
        });
    }
}

/// All contacts of the pieces, sorted.
std::vector<Contact> merge(std::vector<ContactPiece>& pieces, int threads)
{
    std::vector<std::size_t> begin;
    std::size_t count = 0;
    for (const ContactPiece& piece : pieces) {
        begin.push_back(count);
        count += piece.contacts.size();
    }
    std::vector<Entry> entries(count);
    for_each_piece(pieces.size(), threads, [&](std::size_t p) {
        std::size_t i = begin[p];
        for (const auto& [key, place] : pieces[p].keys)
            entries[i++] = {pieces[p].contacts[place].toc, key, static_cast<std::uint32_t>(p), place};
        std::vector<std::pair<ContactKey, std::uint32_t>>().swap(pieces[p].keys);
    });
    sort(entries, threads);
    constexpr std::size_t range = 8192;
    std::vector<Contact> contacts(count);
    for_each_piece((count + range - 1) / range, threads, [&](std::size_t piece) {
        for (std::size_t i = piece * range; i < std::min(count, (piece + 1) * range); ++i)
            contacts[i] = pieces[entries[i].piece].contacts[entries[i].place];
    });
    return contacts;
}

// ---- first_contact

/// A contact found, before its place is computed.
struct FoundContact {
    Approach approach;
    ContactKey key;
    Candidate candidate = {};

    [[nodiscard]] auto order() const
    {
        return std::tie(approach.decision.bracket.lower, approach.decision.bracket.upper, key);
    }
};

/// The first contact of one piece of the search.
struct FirstPiece : Piece {
    std::optional<FoundContact> first;
    std::vector<Candidate> scratch = {};

    void consider(const FoundContact& found)
    {
        if (!first || found.order() < first->order()) first = found;
    }
};

/// The candidates that may come before the first contact found so far, kept in `scratch`. Once that one is at the start,
/// only pairs with a smaller key can: the others are dropped undecided. With many copies of a part in one place, nearly all
/// are.
std::span<const Candidate> may_be_first(const StepTree& step, PairKind kind, std::span<const Candidate> candidates,
                                        const std::optional<FoundContact>& first, std::vector<Candidate>& scratch)
{
    if (!first || first->approach.decision.bracket.upper > 0.0) return candidates;
    scratch.clear();
    for (const Candidate& candidate : candidates) {
        if (ContactKey::of(step, kind, step.ordered(candidate, kind)) < first->key) scratch.push_back(candidate);
    }
    return scratch;
}

}  // namespace

bool has_pairs(const MovingScene& scene, const QueryOptions& options)
{
    const detail::ObjectRule rule(scene, options);
    std::vector<ObjectId> filled;
    for (ObjectId object = 0; object < scene.object_count(); ++object) {
        const TriangleMesh& mesh = scene.object(object).mesh;
        const std::size_t vertices = mesh.vertex_count();
        if (vertices == 0) continue;
        // The features of a single triangle have common vertices, all of them.
        const bool apart = vertices > 3 || (vertices > 1 && !mesh.isolated_vertices().empty());
        if (apart && rule.tags().allows(object, object)) return true;
        if (std::any_of(filled.begin(), filled.end(),
                        [&](ObjectId other) { return rule.tags().allows(other, object); }))
            return true;
        filled.push_back(object);
    }
    return false;
}

bool any_event(const MovingScene& scene, const QueryOptions& options) { return any_pair(scene, options, false); }

bool collides(const MovingScene& scene, const QueryOptions& options)
{
    if (any_pair(scene, options, true) || detail::starts_crossing(scene, options)) return true;
    detail::note_free(scene, options);
    return false;
}

Answer first_contact(const MovingScene& scene, const QueryOptions& options)
{
    const PairJudge judge(scene, options, true);
    const StepTree& step = scene.tree();
    detail::TimeLimit limit(options.until);
    const SearchOptions wanted{.gap = judge.max_gap(), .until = &limit};
    const auto take = [&](FirstPiece& piece, PairKind kind, std::span<const Candidate> candidates) {
        // With a gap, all that starts near is to be counted.
        if (judge.max_gap() == 0.0) candidates = may_be_first(step, kind, candidates, piece.first, piece.scratch);
        judge.judge(kind, candidates, wanted, piece.stages, [&](const Candidate& ordered, const Approach& approach) {
            const ContactKey key = ContactKey::of(step, kind, ordered);
            if (approach.near) note_near(piece, key, step, ordered, approach, options.list_start);
            if (!approach.decision.contact) return;
            piece.consider({approach, key, ordered});
            limit.lower_to(approach.decision.bracket.upper);
        });
    };
    const std::vector<FirstPiece> pieces = search<FirstPiece>(scene, options, wanted, take);
    FirstPiece best;
    for (const FirstPiece& piece : pieces) {
        if (piece.first) best.consider(*piece.first);
    }
    Answer result{.safe_until = options.until};
    if (best.first) {
        const auto& [approach, key, candidate] = *best.first;
        elementary::set_first(result, judge.contact(candidate, key.kind, approach));
    }
    complete(scene, options, pieces, result);
    return result;
}

Answers all_contacts(const MovingScene& scene, const QueryOptions& options)
{
    const PairJudge judge(scene, options, true);
    const StepTree& step = scene.tree();
    base::ListLimit limit(options.max_contacts, "contacts");
    const SearchOptions wanted{.gap = judge.max_gap()};
    const auto take = [&](ContactPiece& piece, PairKind kind, std::span<const Candidate> candidates) {
        const std::size_t before = piece.contacts.size();
        judge.judge(kind, candidates, wanted, piece.stages, [&](const Candidate& ordered, const Approach& approach) {
            const ContactKey key = ContactKey::of(step, kind, ordered);
            if (approach.near) note_near(piece, key, step, ordered, approach, options.list_start);
            if (!approach.decision.contact) return;
            piece.keys.emplace_back(key, static_cast<std::uint32_t>(piece.contacts.size()));
            piece.contacts.push_back(judge.contact(ordered, kind, approach));
        });
        limit.add(piece.contacts.size() - before);
    };
    std::vector<ContactPiece> pieces = search<ContactPiece>(scene, options, wanted, take);
    Answers result{{.safe_until = options.until}};
    result.until = options.until;
    result.contacts = merge(pieces, options.threads);
    if (!result.contacts.empty()) elementary::set_first(result, result.contacts.front());
    complete(scene, options, pieces, result);
    return result;
}

}  // namespace tocca::deformable
