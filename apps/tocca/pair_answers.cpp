// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/pair_answers.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <tuple>
#include <utility>

namespace tocca::app {
namespace {

using Objects = std::array<std::uint32_t, 2>;

/// The objects of a contact, the lower number first.
ObjectPair objects_of(const Contact& contact)
{
    ObjectPair pair{.objects = contact.objects, .shapes = contact.shapes};
    if (pair.objects[0] > pair.objects[1]) {
        std::swap(pair.objects[0], pair.objects[1]);
        std::swap(pair.shapes[0], pair.shapes[1]);
    }
    return pair;
}

Answer answer_of(const Contact& contact)
{
    return {.outcome = contact.toc.upper == 0.0 ? Outcome::touching_at_start : Outcome::contact,
            .safe_until = contact.toc.lower,
            .contact = contact,
            .pair = objects_of(contact),
            .threshold = contact.threshold};
}

auto order_of(const Answer& answer)
{
    const Outcome outcome = answer.outcome;
    const int rank = outcome == Outcome::undecided ? 2 : outcome == Outcome::near_at_start ? 1 : 0;
    return std::tuple(!is_at_start(outcome), answer.safe_until, rank, answer.pair->objects);
}

}  // namespace

std::vector<Answer> pair_answers(const Answers& all)
{
    std::vector<Answer> pairs;
    for (const Contact& contact : all.contacts) pairs.push_back(answer_of(contact));
    for (const ObjectPair& pair : all.start.inside) {
        pairs.push_back({.outcome = Outcome::inside, .safe_until = 0.0, .pair = pair});
    }
    for (const UndecidedPair& pair : all.undecided) {
        pairs.push_back({.outcome = Outcome::undecided, .safe_until = pair.safe_until, .pair = pair});
    }
    std::set<Objects> listed, near;
    for (const ObjectPair& pair : all.start.near_objects) near.insert(pair.objects);
    for (Answer& answer : pairs) {
        listed.insert(answer.pair->objects);
        answer.start.near = near.contains(answer.pair->objects);
    }
    for (const ObjectPair& pair : all.start.near_objects) {
        if (listed.contains(pair.objects)) continue;
        pairs.push_back({.outcome = Outcome::near_at_start, .pair = pair, .start = {.near = true}});
    }
    for (Answer& answer : pairs) {
        if (!all.pair || answer.pair->objects != all.pair->objects) continue;
        answer.outcome = all.outcome;
        answer.threshold = all.threshold;
    }
    std::sort(pairs.begin(), pairs.end(), [](const Answer& x, const Answer& y) { return order_of(x) < order_of(y); });
    return pairs;
}

Answer without_lists(const Answers& all)
{
    return {.outcome = all.outcome,
            .safe_until = all.safe_until,
            .contact = all.contact,
            .pair = all.pair,
            .threshold = all.threshold,
            .start = {.near = all.start.near},
            .nothing_checked = all.nothing_checked};
}

}  // namespace tocca::app
