// SPDX-License-Identifier: Apache-2.0
#include "support/scene_agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "support/robot_reference.hpp"
#include "support/same_contact.hpp"
#include "tocca/elementary/batch.hpp"

namespace tocca::support {

namespace {

/// With less, it may be spent by one verb and not by another though no pair is undecided.
constexpr std::uint64_t least_budget = 1'000;

QueryOptions on_one_thread(const SceneCase& c)
{
    QueryOptions options = c.options;
    options.threads = 1;
    return options;
}

/// How answers to the same question differ.
std::optional<std::string> find_difference(const Answer& x, const Answer& y)
{
    if (x.outcome != y.outcome) return fmt::format("{} and {}", to_string(x.outcome), to_string(y.outcome));
    if (x.safe_until != y.safe_until) return fmt::format("until {:.17g} and {:.17g}", x.safe_until, y.safe_until);
    if (x.start.near != y.start.near) return "the starts differ";
    if (x.start.crossing_count != y.start.crossing_count) return "other crossings at the start";
    if (x.threshold != y.threshold) return "other thresholds";
    if (x.nothing_checked != y.nothing_checked) return "one has checked nothing";
    if (x.outcome == Outcome::crossing_at_start) {
        const bool both = x.contact.has_value() == y.contact.has_value();
        if (!both || (x.contact && !same(*x.contact, *y.contact))) return "other contacts after crossing";
    }
    return find_robot_difference(x, y);
}

std::optional<std::string> find_difference_of_lists(const Answers& x, const Answers& y)
{
    if (auto difference = find_difference(x, y)) return difference;
    if (!std::ranges::equal(x.contacts, y.contacts, same)) return "other contacts";
    if (x.undecided != y.undecided) return "other undecided pairs";
    if (x.start.inside != y.start.inside) return "other pairs inside";
    if (x.start.near_objects != y.start.near_objects) return "other pairs near at the start";
    if (x.start.crossings != y.start.crossings) return "other crossings";
    return std::nullopt;
}

/// Whether the list of all contacts begins with the first, and names no two objects twice that are not both meshes.
std::optional<std::string> find_disorder(const SceneCase& c, const Answer& first, const Answers& all)
{
    if (all.outcome != first.outcome || all.safe_until != first.safe_until) {
        return fmt::format("all_contacts: {} until {:.17g}, first_contact: {} until {:.17g}", to_string(all.outcome),
                           all.safe_until, to_string(first.outcome), first.safe_until);
    }
    if (auto difference = find_difference(all, first)) return "all_contacts: " + *difference;
    if (first.contact && (all.contacts.empty() || !same(all.contacts.front(), *first.contact)))
        return "all_contacts does not begin with the first contact";
    std::set<std::array<std::uint32_t, 2>> named;
    const auto is_new = [&](std::array<std::uint32_t, 2> objects) {
        std::ranges::sort(objects);
        return scene_pair_kind(c.scene, objects[0], objects[1]) == 0 || named.insert(objects).second;
    };
    for (const Contact& contact : all.contacts) {
        if (!is_new(contact.objects)) return "all_contacts: two contacts of the same objects";
    }
    for (const Answers::UndecidedPair& pair : all.undecided) {
        if (!is_new(pair.objects)) return "all_contacts: objects are decided and undecided";
    }
    for (const ObjectPair& pair : all.start.inside) {
        if (!is_new(pair.objects)) return "all_contacts: objects are inside and something else";
    }
    return std::nullopt;
}

std::optional<std::string> find_difference_of_verbs(const SceneCase& c, const Answer& first)
{
    const QueryOptions options = on_one_thread(c);
    const Outcome any = collision_outcome(c.scene, options);
    if ((any != Outcome::free) != (first.outcome != Outcome::free))
        return fmt::format("collision_outcome: {}, first_contact: {}", to_string(any), to_string(first.outcome));
    if (any == Outcome::undecided && first.outcome != Outcome::undecided)
        return "collision_outcome leaves open what first_contact decides";
    if (collides(c.scene, options) != (any != Outcome::free)) return "collides and collision_outcome differ";
    const SafeStep step = safe_step(c.scene, options);
    if (step.step > first.safe_until) return fmt::format("safe_step is {:.17g}", step.step);
    if (c.scene.parts(Scene::Kind::mesh).empty() && step.step != first.safe_until) return "safe_step is shorter";
    if (auto difference = find_difference(step, first)) return "safe_step: " + *difference;
    return std::nullopt;
}

/// Whether two answers are as good as the same though their times differ: the order of two bodies rounds otherwise, and where
/// they graze, a distance of a threshold may last.
bool differ_by_rounding(const SceneCase& c, const Answer& x, const Answer& y)
{
    if (x.outcome != Outcome::contact || y.outcome != Outcome::contact || x.threshold == 0.0) return false;
    const double distance = judged_distance(c, *x.pair, x.safe_until);
    return std::abs(judged_distance(c, *x.pair, y.safe_until) - distance) <= 0.5 * x.threshold;
}

/// The first contact when parts are added in other orders: reversed, and that rotated.
std::optional<std::string> find_difference_of_orders(const SceneCase& c, const Answer& first)
{
    std::vector<PartId> order(c.scene.part_count());
    std::iota(order.begin(), order.end(), PartId{0});
    std::ranges::reverse(order);
    for (int pass = 0; pass < 2; ++pass, std::rotate(order.begin(), order.begin() + 1, order.end())) {
        const SceneCase other = reordered(c, order);
        const Answer answer = first_contact(other.scene, on_one_thread(other));
        const auto touches = [](Outcome outcome) {
            return outcome == Outcome::touching_at_start || outcome == Outcome::inside;
        };
        // Of several pairs at the start objects count, and so their numbers.
        if (touches(answer.outcome) && touches(first.outcome)) continue;
        const bool same_time = answer.safe_until == first.safe_until || differ_by_rounding(c, first, answer);
        if (answer.outcome != first.outcome || !same_time) {
            return fmt::format("in the order {}: {} until {:.17g}, not {} until {:.17g}",
                               pass == 0 ? "reversed" : "reversed and rotated", to_string(answer.outcome),
                               answer.safe_until, to_string(first.outcome), first.safe_until);
        }
        if (answer.start.near != first.start.near) return "in another order: another start";
    }
    return std::nullopt;
}

std::optional<std::string> find_difference_of_machines(const SceneCase& c, const Answer& first, const Answers& all)
{
    const std::vector<std::string> targets = simd_targets();
    QueryOptions options = c.options;
    options.threads = 2;
    for (const std::string& target : {targets.front(), targets.back()}) {
        options.target = target;
        const std::string name = fmt::format("{} threads, {}: ", options.threads, target);
        if (auto difference = find_difference(first_contact(c.scene, options), first))
            return name + "first_contact: " + *difference;
        if (auto difference = find_difference_of_lists(all_contacts(c.scene, options), all))
            return name + "all_contacts: " + *difference;
        options.threads = 1;
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> find_disagreement(const SceneCase& c, const Answer& first, const Answers& all)
{
    // Each verb, and each order, spends a budget in an order of its own.
    if (c.options.budget && *c.options.budget < least_budget) return std::nullopt;
    if (first.outcome == Outcome::undecided || !all.undecided.empty()) return std::nullopt;
    if (auto disorder = find_disorder(c, first, all)) return disorder;
    if (auto difference = find_difference_of_verbs(c, first)) return difference;
    if (auto difference = find_difference_of_machines(c, first, all)) return difference;
    return c.scene.part_count() > 1 ? find_difference_of_orders(c, first) : std::nullopt;
}

void SceneTally::add(const SceneTally& other)
{
    const auto add_all = [](auto& counts, const auto& more) {
        for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += more[i];
    };
    add_all(outcomes, other.outcomes);
    add_all(pairs, other.pairs);
    add_all(contacts, other.contacts);
    misses += other.misses;
    differences += other.differences;
    faults.insert(faults.end(), other.faults.begin(), other.faults.end());
}

std::vector<std::string> SceneTally::missing() const
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        if (outcomes[i] == 0) names.emplace_back(to_string(static_cast<Outcome>(i)));
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (pairs[i] == 0) names.push_back(fmt::format("pairs {}", scene_pair_names[i]));
        if (contacts[i] == 0) names.push_back(fmt::format("contacts {}", scene_pair_names[i]));
    }
    return names;
}

std::string SceneTally::text() const
{
    std::string text = "outcomes:";
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        text += fmt::format(" {} {}", to_string(static_cast<Outcome>(i)), outcomes[i]);
    text += "\npairs (contacts):";
    for (std::size_t i = 0; i < pairs.size(); ++i)
        text += fmt::format(" {} {} ({})", scene_pair_names[i], pairs[i], contacts[i]);
    return text + "\n";
}

void check_scene(const SceneCase& c, const std::string& name, std::size_t max_times, SceneTally& tally)
{
    const QueryOptions options = on_one_thread(c);
    const Answer first = first_contact(c.scene, options);
    const Answers all = all_contacts(c.scene, options);
    ++tally.outcomes.at(static_cast<std::size_t>(first.outcome));
    const auto pairs = count_scene_pairs(c);
    for (std::size_t i = 0; i < pairs.size(); ++i) tally.pairs[i] += pairs[i];
    std::set<std::array<std::uint32_t, 2>> touching;
    for (const Contact& contact : all.contacts) {
        const auto [a, b] = std::minmax(contact.objects[0], contact.objects[1]);
        if (a != b && touching.insert({a, b}).second) ++tally.contacts[scene_pair_kind(c.scene, a, b)];
    }
    if (const std::optional<std::string> fault = find_fault(c, first, all, max_times)) {
        ++tally.misses;
        tally.faults.push_back(name + fmt::format("{}: {}", to_string(first.outcome), *fault));
    }
    if (const std::optional<std::string> difference = find_disagreement(c, first, all)) {
        ++tally.differences;
        tally.faults.push_back(name + *difference);
    }
}

}  // namespace tocca::support
