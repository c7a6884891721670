// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/mesh_query.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <tuple>
#include <utility>

#include "tocca/base/detail/list_limit.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/deformable/detail/candidate_search.hpp"
#include "tocca/deformable/detail/contact_key.hpp"
#include "tocca/deformable/detail/events.hpp"
#include "tocca/deformable/detail/gap_judge.hpp"
#include "tocca/deformable/detail/start_crossings.hpp"
#include "tocca/elementary/detail/block_filter.hpp"
#include "tocca/elementary/detail/contact_place.hpp"

namespace tocca {
namespace {

using deformable::detail::Candidate;
using deformable::detail::ContactKey;

int grid_of(const MeshQueryOptions& options)
{
    require(options.tolerance > 0.0, "the tolerance must be positive");
    return grid_exponent(options.tolerance);
}

void add(StageCounts& total, const StageCounts& part)
{
    for (std::size_t i = 0; i < stage_count; ++i) total[i] += part[i];
}

/// Runs a block of candidates through the elementary stages; calls `on_contact(candidate, bracket)` for those that
/// collide, the candidate in the order of Contact.
template <class OnContact>
void decide_block(const deformable::detail::StepTree& step, const elementary::detail::FilterKernel& kernel,
                  PairKind kind, std::span<const Candidate> candidates, std::optional<int> k, StageCounts& stages,
                  const OnContact& on_contact)
{
    constexpr std::size_t block_size = elementary::detail::BlockFilter::block_size;
    thread_local elementary::detail::BlockFilter filter;
    thread_local std::vector<PairRows> rows(block_size);
    for (; !candidates.empty(); candidates = candidates.subspan(std::min(block_size, candidates.size()))) {
        const std::size_t size = std::min(block_size, candidates.size());
        for (std::size_t i = 0; i < size; ++i) rows[i] = step.rows(candidates[i]);
        filter.run(kernel, rows.data(), size, 0, kind, k, stages, [&](std::size_t i, const DyadicBracket& bracket) {
            on_contact(step.ordered(candidates[i], kind), bracket);
        });
    }
}

/// The question of a scene whose objects have a thickness; nothing if none has.
std::optional<MeshClearanceOptions> with_thickness(const MovingScene& scene, const MeshQueryOptions& options)
{
    MeshClearanceOptions thick = {.list_near_pairs = false, .query = options};
    if (deformable::detail::GapJudge(scene, thick).greatest_gap() == 0.0) return std::nullopt;
    return thick;
}

// ---- all_contacts

/// What one piece of the search found.
struct ContactPiece {
    std::vector<std::pair<ContactKey, std::uint32_t>> keys;  ///< with the place in `contacts`
    std::vector<Contact> contacts;
    StageCounts stages = {};
};

Contact placed_contact(const deformable::detail::StepTree& step, const Candidate& ordered, PairKind kind,
                       const DyadicBracket& bracket)
{
    Contact contact{.toc = {bracket.lower, bracket.upper}};
    elementary::detail::place_contact(step.rows(ordered), kind, contact);
    step.name(ordered, kind, contact);
    return contact;
}

/// Where a contact is among those of the pieces, and its place in the order of all.
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

/// A contact found, before its place is.
struct FoundContact {
    DyadicBracket bracket;
    ContactKey key;
    Candidate candidate = {};

    [[nodiscard]] auto order() const { return std::tie(bracket.lower, bracket.upper, key); }
};

/// The first contact of one piece of the search.
struct FirstPiece {
    std::optional<FoundContact> first;
    StageCounts stages = {};
    std::vector<Candidate> scratch = {};

    void consider(const FoundContact& found)
    {
        if (!first || found.order() < first->order()) first = found;
    }
};

/// The candidates that may come before the first contact found so far, kept in `scratch`. Once that one is at the start,
/// only pairs with a lesser key can: the others are dropped undecided. Where many copies of a part are in one place,
/// nearly all are.
std::span<const Candidate> may_be_first(const deformable::detail::StepTree& step, PairKind kind,
                                        std::span<const Candidate> candidates, const std::optional<FoundContact>& first,
                                        std::vector<Candidate>& scratch)
{
    if (!first || first->bracket.upper > 0.0) return candidates;
    scratch.clear();
    for (const Candidate& candidate : candidates) {
        if (ContactKey::of(step, kind, step.ordered(candidate, kind)) < first->key) scratch.push_back(candidate);
    }
    return scratch;
}

}  // namespace

bool deformable::detail::any_event(const MovingScene& scene, const MeshQueryOptions& options)
{
    require(options.tolerance > 0.0, "the tolerance must be positive");
    const elementary::detail::FilterKernel& kernel = elementary::detail::filter_kernel(options.target);
    std::atomic<bool> found = false;
    deformable::detail::search_candidates(
        scene, options, {.enough = &found}, [](std::size_t) {},
        [&](std::size_t, PairKind kind, std::span<const Candidate> candidates) {
            StageCounts stages = {};
            decide_block(scene.tree(), kernel, kind, candidates, std::nullopt, stages,
                         [&](const Candidate&, const DyadicBracket&) { found = true; });
        });
    return found;
}

bool collides(const MovingScene& scene, const MeshQueryOptions& options)
{
    if (const auto thick = with_thickness(scene, options)) return collides(scene, *thick);
    if (deformable::detail::any_event(scene, options) || deformable::detail::starts_crossing(scene, options))
        return true;
    deformable::detail::note_no_contact(scene, options);
    return false;
}

MeshFirstContact first_contact(const MovingScene& scene, const MeshQueryOptions& options)
{
    if (const auto thick = with_thickness(scene, options)) return first_contact(scene, *thick);
    const int k = grid_of(options);
    const elementary::detail::FilterKernel& kernel = elementary::detail::filter_kernel(options.target);
    const deformable::detail::StepTree& step = scene.tree();
    deformable::detail::TimeLimit limit;
    std::vector<FirstPiece> pieces;
    MeshFirstContact result;
    result.statistics = deformable::detail::search_candidates(
        scene, options, {.until = &limit}, [&](std::size_t count) { pieces.resize(count); },
        [&](std::size_t p, PairKind kind, std::span<const Candidate> candidates) {
            FirstPiece& piece = pieces[p];
            decide_block(step, kernel, kind, may_be_first(step, kind, candidates, piece.first, piece.scratch), k,
                         piece.stages, [&](const Candidate& candidate, const DyadicBracket& bracket) {
                             piece.consider({bracket, ContactKey::of(step, kind, candidate), candidate});
                             limit.lower_to(bracket.upper);
                         });
        });
    FirstPiece best;
    for (const FirstPiece& piece : pieces) {
        if (piece.first) best.consider(*piece.first);
        add(result.statistics.stages, piece.stages);
    }
    if (best.first) {
        const auto& [bracket, key, candidate] = *best.first;
        result.outcome = bracket.upper == 0.0 ? Outcome::touching_at_start : Outcome::contact;
        result.safe_until = bracket.lower;
        result.contact = placed_contact(step, candidate, key.kind, bracket);
        result.sooner_than_any_double = bracket.below_least_double;
    }
    deformable::detail::add_start(scene, options, result, best.first.has_value());
    return result;
}

MeshContacts all_contacts(const MovingScene& scene, const MeshQueryOptions& options)
{
    if (const auto thick = with_thickness(scene, options)) return all_contacts(scene, *thick);
    const int k = grid_of(options);
    const elementary::detail::FilterKernel& kernel = elementary::detail::filter_kernel(options.target);
    const deformable::detail::StepTree& step = scene.tree();
    base::detail::ListLimit limit(options.max_contacts, "contacts");
    std::vector<ContactPiece> pieces;
    MeshContacts result;
    result.statistics = deformable::detail::search_candidates(
        scene, options, {}, [&](std::size_t count) { pieces.resize(count); },
        [&](std::size_t p, PairKind kind, std::span<const Candidate> candidates) {
            ContactPiece& piece = pieces[p];
            const std::size_t before = piece.contacts.size();
            decide_block(step, kernel, kind, candidates, k, piece.stages,
                         [&](const Candidate& candidate, const DyadicBracket& bracket) {
                             piece.keys.emplace_back(ContactKey::of(step, kind, candidate),
                                                     static_cast<std::uint32_t>(piece.contacts.size()));
                             piece.contacts.push_back(placed_contact(step, candidate, kind, bracket));
                         });
            limit.add(piece.contacts.size() - before);
        });
    for (const ContactPiece& piece : pieces) add(result.statistics.stages, piece.stages);
    result.contacts = merge(pieces, options.threads);
    deformable::detail::summarise(result);
    deformable::detail::add_start(scene, options, result, !result.contacts.empty());
    return result;
}

}  // namespace tocca
