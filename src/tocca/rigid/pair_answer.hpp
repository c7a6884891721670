// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>

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

/// Adds a pair that is not free to the lists of all contacts.
inline void add_to_lists(const PairAnswer& pair, Answers& all)
{
    if (pair.contact) all.contacts.push_back(*pair.contact);
    if (pair.outcome == Outcome::inside) all.start.inside.push_back(pair.objects);
    if (pair.outcome == Outcome::undecided) all.undecided.push_back({pair.objects, pair.safe_until});
    if (pair.near) all.start.near_objects.push_back(pair.objects);
}

inline void sort_near_objects(Start& start)
{
    std::sort(start.near_objects.begin(), start.near_objects.end(),
              [](const ObjectPair& x, const ObjectPair& y) { return x.objects < y.objects; });
}

}  // namespace tocca::rigid
