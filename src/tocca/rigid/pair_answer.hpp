// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "tocca/answer/answer.hpp"

namespace tocca::rigid {

/// The answer about two of many objects, the lower number first, without what is never needed of many. There may be
/// millions of them.
struct PairAnswer {
    ObjectPair objects = {};
    Outcome outcome = Outcome::free;
    bool near = false;  ///< they start nearer than the clearance
    double safe_until = 1.0;
    double threshold = 0.0;
    std::optional<Contact> contact = {};
};

/// The answer about two objects on their own, renamed to their numbers among many.
[[nodiscard]] inline PairAnswer named_after(const Answer& answer, const ObjectPair& objects)
{
    PairAnswer named{objects, answer.outcome, answer.start.near, answer.safe_until, answer.threshold, answer.contact};
    if (!named.contact) return named;
    for (std::size_t side = 0; side < 2; ++side) {
        const std::uint32_t which = named.contact->objects[side];
        named.contact->objects[side] = objects.objects[which];
        named.contact->shapes[side] = objects.shapes[which];
    }
    return named;
}

/// The order of pairs that are not free: what is wrong at the start, then by safe_until, contacts before what is only near at
/// the start and that before what is undecided, at last by objects.
[[nodiscard]] inline auto order_of(const PairAnswer& pair)
{
    const int rank = pair.outcome == Outcome::undecided ? 2 : pair.outcome == Outcome::near_at_start ? 1 : 0;
    return std::tuple(!is_at_start(pair.outcome), pair.safe_until, rank, pair.objects.objects, pair.objects.shapes);
}

inline void sort_by_objects(std::vector<ObjectPair>& pairs)
{
    std::sort(pairs.begin(), pairs.end(),
              [](const ObjectPair& x, const ObjectPair& y) { return x.objects < y.objects; });
}

/// The answer about many pairs, of which `first` is the first that is not free, if there is one.
[[nodiscard]] inline Answer answer_of(const std::optional<PairAnswer>& first, double until)
{
    if (!first) return {.safe_until = until};
    return {.outcome = first->outcome,
            .safe_until = first->safe_until,
            .contact = first->contact,
            .pair = first->objects,
            .threshold = first->threshold};
}

/// The same with the lists of all pairs that are not free, which it sorts by order_of.
[[nodiscard]] inline Answers answers_of(std::deque<PairAnswer> pairs, double until)
{
    std::sort(pairs.begin(), pairs.end(),
              [](const PairAnswer& x, const PairAnswer& y) { return order_of(x) < order_of(y); });
    Answers all{answer_of(pairs.empty() ? std::nullopt : std::optional(pairs.front()), until)};
    all.until = until;
    // A list may be long: no two copies of it are held.
    for (; !pairs.empty(); pairs.pop_front()) {
        const PairAnswer& pair = pairs.front();
        if (pair.contact) all.contacts.push_back(*pair.contact);
        if (pair.outcome == Outcome::inside) all.start.inside.push_back(pair.objects);
        if (pair.outcome == Outcome::undecided) all.undecided.push_back({pair.objects, pair.safe_until});
        if (pair.near) all.start.near_objects.push_back(pair.objects);
    }
    return all;
}

}  // namespace tocca::rigid
