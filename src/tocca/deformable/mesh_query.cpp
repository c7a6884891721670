// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/mesh_query.hpp"

#include <algorithm>
#include <atomic>
#include <tuple>
#include <utility>

#include "tocca/base/list_limit.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/deformable/detail/object_rule.hpp"
#include "tocca/deformable/detail/pair_judge.hpp"
#include "tocca/deformable/detail/piece_search.hpp"
#include "tocca/deformable/detail/start_crossings.hpp"
#include "tocca/elementary/contact_place.hpp"

namespace tocca::deformable {
namespace {

using detail::ContactKey;
using detail::FirstPiece;
using detail::PairJudge;
using detail::Piece;
using detail::SearchOptions;
using elementary::Approach;

// ---- collides

/// Whether any pair touches, falls to its gap or starts near, whatever else the start is like.
bool any_pair(const MovingScene& scene, const QueryOptions& options)
{
    const PairJudge judge(scene, options, false);
    std::atomic<bool> found = false;
    const SearchOptions wanted{.gap = judge.max_gap(), .enough = &found};
    detail::search<Piece>(scene, options, wanted,
                          [&](Piece& piece, PairKind kind, std::span<const Candidate> candidates) {
                              judge.judge(kind, candidates, wanted, piece.stages,
                                          [&](const Candidate&, const Approach&) { found = true; });
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

}  // namespace

bool has_pairs(const MovingScene& scene, const QueryOptions& options)
{
    const detail::ObjectRule rule(scene, options);
    const auto is_changed = [&](ObjectId object) {
        return !options.changed || (object < options.changed->size() && !(*options.changed)[object].empty());
    };
    std::vector<ObjectId> filled;
    for (ObjectId object = 0; object < scene.object_count(); ++object) {
        const TriangleMesh& mesh = scene.object(object).mesh;
        const std::size_t vertices = mesh.vertex_count();
        if (vertices == 0) continue;
        // The features of a single triangle have common vertices, all of them.
        const bool apart = vertices > 3 || (vertices > 1 && !mesh.isolated_vertices().empty());
        if (apart && is_changed(object) && rule.tags().allows(object, object)) return true;
        if (std::any_of(filled.begin(), filled.end(), [&](ObjectId other) {
                return (is_changed(other) || is_changed(object)) && rule.tags().allows(other, object);
            }))
            return true;
        filled.push_back(object);
    }
    return false;
}

bool collides(const MovingScene& scene, const QueryOptions& options)
{
    if (any_pair(scene, options) || detail::starts_crossing(scene, options)) return true;
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
        if (judge.max_gap() == 0.0)
            candidates = detail::may_be_first(step, kind, candidates, piece.first, piece.scratch);
        judge.judge(kind, candidates, wanted, piece.stages, [&](const Candidate& ordered, const Approach& approach) {
            const ContactKey key = ContactKey::of(step, kind, ordered);
            if (approach.near) detail::note_near(piece, key, step, ordered, approach, options.list_start);
            if (!approach.decision.contact) return;
            piece.consider({approach, key, ordered});
            limit.lower_to(approach.decision.bracket.upper);
        });
    };
    return detail::first_answer(scene, options, judge, detail::search<FirstPiece>(scene, options, wanted, take));
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
            if (approach.near) detail::note_near(piece, key, step, ordered, approach, options.list_start);
            if (!approach.decision.contact) return;
            piece.keys.emplace_back(key, static_cast<std::uint32_t>(piece.contacts.size()));
            piece.contacts.push_back(judge.contact(ordered, kind, approach));
        });
        limit.add(piece.contacts.size() - before);
    };
    std::vector<ContactPiece> pieces = detail::search<ContactPiece>(scene, options, wanted, take);
    Answers result{{.safe_until = options.until}};
    result.until = options.until;
    result.contacts = merge(pieces, options.threads);
    if (!result.contacts.empty()) elementary::set_first(result, result.contacts.front());
    detail::complete(scene, options, pieces, result);
    return result;
}

}  // namespace tocca::deformable
