// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/mesh_query.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <tuple>
#include <utility>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/list_limit.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/deformable/detail/candidate_search.hpp"
#include "tocca/deformable/detail/contact_key.hpp"
#include "tocca/deformable/detail/events.hpp"
#include "tocca/deformable/detail/gap_query.hpp"
#include "tocca/deformable/detail/start_crossings.hpp"
#include "tocca/elementary/block_filter.hpp"
#include "tocca/elementary/contact_place.hpp"

namespace tocca::deformable {
namespace {

using deformable::Candidate;
using deformable::detail::begins_by;
using deformable::detail::ContactKey;

/// Runs a block of candidates through the elementary stages; calls `on_contact(candidate, bracket)` for those that
/// collide, the candidate in the order of Contact.
template <class OnContact>
void decide_block(const deformable::StepTree& step, const elementary::FilterKernel& kernel, PairKind kind,
                  std::span<const Candidate> candidates, std::optional<int> k, Statistics::StageCounts& stages,
                  const OnContact& on_contact)
{
    constexpr std::size_t block_size = elementary::BlockFilter::block_size;
    thread_local elementary::BlockFilter filter;
    thread_local std::vector<PairRows> rows(block_size);
    for (; !candidates.empty(); candidates = candidates.subspan(std::min(block_size, candidates.size()))) {
        const std::size_t size = std::min(block_size, candidates.size());
        for (std::size_t i = 0; i < size; ++i) rows[i] = step.rows(candidates[i]);
        filter.run(kernel, rows.data(), size, 0, kind, k, stages, [&](std::size_t i, const DyadicBracket& bracket) {
            on_contact(step.ordered(candidates[i], kind), bracket);
        });
    }
}

// ---- all_contacts

/// The contacts found by one piece of the search.
struct ContactPiece {
    std::vector<std::pair<ContactKey, std::uint32_t>> keys;  ///< with the place in `contacts`
    std::vector<Contact> contacts;
    Statistics::StageCounts stages = {};
};

Contact placed_contact(const deformable::StepTree& step, const Candidate& ordered, PairKind kind,
                       const DyadicBracket& bracket)
{
    Contact contact{.toc = {bracket.lower, bracket.upper}, .sooner_than_any_double = bracket.below_least_double};
    elementary::place_contact(step.rows(ordered), kind, contact);
    step.name(ordered, kind, contact);
    return contact;
}

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
    DyadicBracket bracket;
    ContactKey key;
    Candidate candidate = {};

    [[nodiscard]] auto order() const { return std::tie(bracket.lower, bracket.upper, key); }
};

/// The first contact of one piece of the search.
struct FirstPiece {
    std::optional<FoundContact> first;
    Statistics::StageCounts stages = {};
    std::vector<Candidate> scratch = {};

    void consider(const FoundContact& found)
    {
        if (!first || found.order() < first->order()) first = found;
    }
};

/// The candidates that may come before the first contact found so far, kept in `scratch`. Once that one is at the start,
/// only pairs with a smaller key can: the others are dropped undecided. With many copies of a part in one place, nearly all
/// are.
std::span<const Candidate> may_be_first(const deformable::StepTree& step, PairKind kind,
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

/// Whether any pair touches during the step, whatever the start is like.
bool touches(const MovingScene& scene, const QueryOptions& options)
{
    const elementary::FilterKernel& kernel = elementary::filter_kernel(options.target);
    // The time matters only if the query ends within the step.
    const std::optional<int> k =
        options.until < 1.0 ? std::optional(grid_exponent(bracket_width(options))) : std::nullopt;
    std::atomic<bool> found = false;
    std::vector<Statistics::StageCounts> stages;
    Statistics statistics = deformable::detail::search_candidates(
        scene, options, {.enough = &found}, [&](std::size_t pieces) { stages.resize(pieces); },
        [&](std::size_t piece, PairKind kind, std::span<const Candidate> candidates) {
            decide_block(scene.tree(), kernel, kind, candidates, k, stages[piece],
                         [&](const Candidate&, const DyadicBracket& bracket) {
                             if (begins_by(bracket.lower, bracket.upper, options.until)) found = true;
                         });
        });
    for (const Statistics::StageCounts& part : stages) statistics += {.stages = part};
    add_work(options, statistics);
    return found;
}

/// The judge of the pairs of a scene; checks the options.
deformable::detail::GapJudge judge_of(const MovingScene& scene, const QueryOptions& options)
{
    check_options(options, Subject::mesh);
    return {scene, options};
}

}  // namespace

double demanded_gap(const MovingScene& scene, ObjectId a, ObjectId b, double clearance)
{
    return deformable::detail::gap_between(clearance, scene.object(a).options.thickness,
                                           scene.object(b).options.thickness);
}

bool deformable::detail::any_event(const MovingScene& scene, const QueryOptions& options)
{
    const GapJudge judge = judge_of(scene, options);
    return judge.max_gap() > 0.0 ? any_event_by_gap(scene, options, judge) : touches(scene, options);
}

bool collides(const MovingScene& scene, const QueryOptions& options)
{
    const deformable::detail::GapJudge judge = judge_of(scene, options);
    if (judge.max_gap() > 0.0) return deformable::detail::collides_by_gap(scene, options, judge);
    if (touches(scene, options) || deformable::detail::starts_crossing(scene, options)) return true;
    deformable::detail::note_free(scene, options);
    return false;
}

Answer first_contact(const MovingScene& scene, const QueryOptions& options)
{
    const deformable::detail::GapJudge judge = judge_of(scene, options);
    if (judge.max_gap() > 0.0) return deformable::detail::first_by_gap(scene, options, judge);
    const int k = grid_exponent(bracket_width(options));
    const elementary::FilterKernel& kernel = elementary::filter_kernel(options.target);
    const deformable::StepTree& step = scene.tree();
    deformable::detail::TimeLimit limit(options.until);
    std::vector<FirstPiece> pieces;
    Answer result{.safe_until = options.until};
    Statistics statistics = deformable::detail::search_candidates(
        scene, options, {.until = &limit}, [&](std::size_t count) { pieces.resize(count); },
        [&](std::size_t p, PairKind kind, std::span<const Candidate> candidates) {
            FirstPiece& piece = pieces[p];
            decide_block(step, kernel, kind, may_be_first(step, kind, candidates, piece.first, piece.scratch), k,
                         piece.stages, [&](const Candidate& candidate, const DyadicBracket& bracket) {
                             if (!begins_by(bracket.lower, bracket.upper, options.until)) return;
                             piece.consider({bracket, ContactKey::of(step, kind, candidate), candidate});
                             limit.lower_to(bracket.upper);
                         });
        });
    FirstPiece best;
    for (const FirstPiece& piece : pieces) {
        if (piece.first) best.consider(*piece.first);
        statistics += {.stages = piece.stages};
    }
    if (best.first) {
        const auto& [bracket, key, candidate] = *best.first;
        result.outcome = bracket.upper == 0.0 ? Outcome::touching_at_start : Outcome::contact;
        result.safe_until = bracket.lower;
        result.contact = placed_contact(step, candidate, key.kind, bracket);
    }
    deformable::detail::add_start(scene, options, result, best.first.has_value());
    add_work(options, statistics);
    return result;
}

Answers all_contacts(const MovingScene& scene, const QueryOptions& options)
{
    const deformable::detail::GapJudge judge = judge_of(scene, options);
    if (judge.max_gap() > 0.0) return deformable::detail::all_by_gap(scene, options, judge);
    const int k = grid_exponent(bracket_width(options));
    const elementary::FilterKernel& kernel = elementary::filter_kernel(options.target);
    const deformable::StepTree& step = scene.tree();
    base::ListLimit limit(options.max_contacts, "contacts");
    std::vector<ContactPiece> pieces;
    Answers result{{.safe_until = options.until}};
    result.until = options.until;
    Statistics statistics = deformable::detail::search_candidates(
        scene, options, {}, [&](std::size_t count) { pieces.resize(count); },
        [&](std::size_t p, PairKind kind, std::span<const Candidate> candidates) {
            ContactPiece& piece = pieces[p];
            const std::size_t before = piece.contacts.size();
            decide_block(step, kernel, kind, candidates, k, piece.stages,
                         [&](const Candidate& candidate, const DyadicBracket& bracket) {
                             if (!begins_by(bracket.lower, bracket.upper, options.until)) return;
                             piece.keys.emplace_back(ContactKey::of(step, kind, candidate),
                                                     static_cast<std::uint32_t>(piece.contacts.size()));
                             piece.contacts.push_back(placed_contact(step, candidate, kind, bracket));
                         });
            limit.add(piece.contacts.size() - before);
        });
    for (const ContactPiece& piece : pieces) statistics += {.stages = piece.stages};
    result.contacts = merge(pieces, options.threads);
    deformable::detail::summarise(result);
    deformable::detail::add_start(scene, options, result, !result.contacts.empty());
    add_work(options, statistics);
    return result;
}

}  // namespace tocca::deformable
