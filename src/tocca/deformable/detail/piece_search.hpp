// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "tocca/answer/option_rules.hpp"
#include "tocca/deformable/detail/candidate_search.hpp"
#include "tocca/deformable/detail/pair_judge.hpp"
#include "tocca/deformable/detail/start_crossings.hpp"
#include "tocca/elementary/contact_place.hpp"

namespace tocca::deformable::detail {

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
    Statistics statistics = search_candidates(
        scene, options, wanted, [&](std::size_t count) { pieces.resize(count); },
        [&](std::size_t p, PairKind kind, std::span<const Candidate> candidates) {
            take(pieces[p], kind, candidates);
        });
    for (const PieceOfVerb& piece : pieces) statistics += {.stages = piece.stages};
    add_work(options, statistics);
    return pieces;
}

inline void note_near(Piece& piece, const ContactKey& key, const StepTree& step, const Candidate& ordered,
                      const elementary::Approach& approach, bool listed)
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
    add_start(scene, options, answer, any_event);
}

/// A contact found, before its place is computed.
struct FoundContact {
    elementary::Approach approach;
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

/// The answer of first_contact from what the pieces of its search found.
template <class PieceOfVerb>
Answer first_answer(const MovingScene& scene, const QueryOptions& options, const PairJudge& judge,
                    const std::vector<PieceOfVerb>& pieces)
{
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

/// The candidates that may come before the first contact found so far, kept in `scratch`. Once that one is at the start,
/// only pairs with a smaller key can: the others are dropped undecided. With many copies of a part in one place, nearly all
/// are.
inline std::span<const Candidate> may_be_first(const StepTree& step, PairKind kind,
                                               std::span<const Candidate> candidates,
                                               const std::optional<FoundContact>& first,
                                               std::vector<Candidate>& scratch)
{
    if (!first || first->approach.decision.bracket.upper > 0.0) return candidates;
    scratch.clear();
    for (const Candidate& candidate : candidates) {
        if (ContactKey::of(step, kind, step.ordered(candidate, kind)) < first->key) scratch.push_back(candidate);
    }
    return scratch;
}

}  // namespace tocca::deformable::detail
