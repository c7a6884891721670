// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/output/pair_answers.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <tuple>
#include <utility>

namespace tocca::app {
namespace {

using Objects = std::array<std::uint32_t, 2>;

/// The lower number first.
ObjectPair sorted(ObjectPair pair)
{
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
            .pair = sorted({.objects = contact.objects, .shapes = contact.shapes}),
            .threshold = contact.threshold};
}

auto order_of(const Answer& answer)
{
    const Outcome outcome = answer.outcome;
    const int rank = outcome == Outcome::undecided ? 2 : outcome == Outcome::near_at_start ? 1 : 0;
    return std::tuple(!is_at_start(outcome), answer.safe_until, rank, answer.pair->objects);
}

/// The pairs that start too near, whatever they are; those of deforming meshes that cross there; those of which one starts
/// inside the other.
struct AtStart {
    std::set<Objects> near, crossing, inside;
};

AtStart at_start(const Start& start)
{
    AtStart found;
    const auto add = [](std::set<Objects>& pairs, const auto& items) {
        for (const auto& item : items) pairs.insert(sorted({.objects = item.objects}).objects);
    };
    add(found.near, start.near_objects);
    add(found.near, start.near_pairs);
    add(found.crossing, start.crossings);
    add(found.inside, start.inside);
    return found;
}

}  // namespace

std::vector<Answer> pair_answers(const Answers& all)
{
    std::vector<Answer> pairs;
    std::set<Objects> listed;
    const auto add = [&](Answer answer) {
        if (listed.insert(answer.pair->objects).second) pairs.push_back(std::move(answer));
    };
    for (const Contact& contact : all.contacts) add(answer_of(contact));
    for (const ObjectPair& pair : all.start.inside) {
        add({.outcome = Outcome::inside, .safe_until = 0.0, .pair = pair});
    }
    for (const Answers::UndecidedPair& pair : all.undecided) {
        add({.outcome = Outcome::undecided, .safe_until = pair.safe_until, .pair = pair});
    }
    const AtStart start = at_start(all.start);
    for (const Objects& pair : start.crossing) {
        add({.outcome = Outcome::crossing_at_start, .safe_until = 0.0, .pair = ObjectPair{.objects = pair}});
    }
    for (const ObjectPair& pair : all.start.near_objects) add({.outcome = Outcome::near_at_start, .pair = pair});
    for (const Objects& pair : start.near) {
        add({.outcome = Outcome::near_at_start, .pair = ObjectPair{.objects = pair}});
    }
    for (Answer& answer : pairs) {
        answer.start.near = start.near.contains(answer.pair->objects);
        if (start.crossing.contains(answer.pair->objects)) {
            answer.outcome = Outcome::crossing_at_start;
        } else if (start.inside.contains(answer.pair->objects) && answer.outcome == Outcome::contact) {
            answer.outcome = Outcome::inside;
        }
        if (is_at_start(answer.outcome)) answer.safe_until = 0.0;
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
