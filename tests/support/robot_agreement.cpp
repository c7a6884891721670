// SPDX-License-Identifier: Apache-2.0
#include "support/robot_agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <tuple>

#include "study/robot_study.hpp"
#include "support/same_contact.hpp"
#include "tocca/elementary/batch.hpp"

namespace tocca::support {

namespace {

using Objects = std::array<std::uint32_t, 2>;

/// Steps of one pair of shapes, unless options say otherwise.
constexpr std::uint64_t default_budget = 100'000'000;

/// Whose contact it is, the lower number first.
ObjectPair pair_of(const Contact& contact)
{
    const auto [first, second] = contact.objects;
    if (first <= second) return {contact.objects, contact.shapes};
    return {{second, first}, {contact.shapes[1], contact.shapes[0]}};
}

/// Whether no two bodies are in a list twice, the lower numbers first.
bool rises(const std::vector<ObjectPair>& pairs)
{
    return std::adjacent_find(pairs.begin(), pairs.end(), [](const ObjectPair& x, const ObjectPair& y) {
               return x.objects >= y.objects;
           }) == pairs.end();
}

/// Whether contacts are in the order of time, those of one time after the start in that of their bodies.
bool in_order(const Contact& x, const Contact& y)
{
    if (x.toc.lower != y.toc.lower) return x.toc.lower < y.toc.lower;
    return x.toc != y.toc || x.toc.lower == 0.0 || pair_of(x).objects < pair_of(y).objects;
}

bool in_order(const Answers::UndecidedPair& x, const Answers::UndecidedPair& y)
{
    return std::tuple(x.safe_until, x.objects) < std::tuple(y.safe_until, y.objects);
}

/// What is wrong with the lists of all contacts by themselves.
std::optional<std::string> find_disorder(const Answers& all)
{
    if (!rises(all.start.inside) || !rises(all.start.near_objects)) return "pairs at the start are not sorted";
    std::set<Objects> listed;
    for (std::size_t i = 0; i < all.contacts.size(); ++i) {
        if (i > 0 && !in_order(all.contacts[i - 1], all.contacts[i])) return "contacts are not sorted";
        if (!listed.insert(pair_of(all.contacts[i]).objects).second) return "two contacts of the same bodies";
    }
    for (const ObjectPair& pair : all.start.inside) {
        if (!listed.insert(pair.objects).second) return "bodies are inside and in contact";
    }
    for (std::size_t i = 0; i < all.undecided.size(); ++i) {
        if (i > 0 && !in_order(all.undecided[i - 1], all.undecided[i])) return "undecided pairs are not sorted";
        if (!listed.insert(all.undecided[i].objects).second) return "bodies are decided and undecided";
    }
    if (all.start.near == all.start.near_objects.empty()) return "start.near and near_objects do not fit";
    const bool none = listed.empty() && all.start.near_objects.empty();
    if (none != (all.outcome == Outcome::free)) return "outcome and lists do not fit";
    const bool has_contact = all.outcome == Outcome::contact || all.outcome == Outcome::touching_at_start;
    if (has_contact != all.contact.has_value()) return "outcome and contact do not fit";
    if (has_contact && (all.contacts.empty() || !same(*all.contact, all.contacts.front())))
        return "the contact is not the first of the list";
    return std::nullopt;
}

}  // namespace

std::vector<Answer> answers_of_pairs(const Answers& all, double until)
{
    std::vector<Answer> pairs;
    for (const Contact& contact : all.contacts) {
        pairs.push_back({.outcome = contact.toc.upper > 0.0 ? Outcome::contact : Outcome::touching_at_start,
                         .safe_until = contact.toc.lower,
                         .contact = contact,
                         .pair = pair_of(contact),
                         .threshold = contact.threshold});
    }
    for (const ObjectPair& pair : all.start.inside)
        pairs.push_back({.outcome = Outcome::inside, .safe_until = 0.0, .pair = pair});
    for (const Answers::UndecidedPair& pair : all.undecided)
        pairs.push_back({.outcome = Outcome::undecided, .safe_until = pair.safe_until, .pair = pair});
    for (const ObjectPair& near : all.start.near_objects) {
        auto found = std::find_if(pairs.begin(), pairs.end(),
                                  [&](const Answer& pair) { return pair.pair->objects == near.objects; });
        if (found == pairs.end())
            found = pairs.insert(found, {.outcome = Outcome::near_at_start, .safe_until = until, .pair = near});
        found->start.near = true;
    }
    return pairs;
}

namespace {

/// The same of the ways of searching that are kept for comparison.
std::optional<std::string> find_study_disagreement(const RobotQuestion& question, const RobotChecker& checker,
                                                   const Answer& answer)
{
    using study::LinkBoxMethod;
    using study::RobotSearchOrder;
    using study::RobotStudyOptions;
    const study::RobotHulls hulls(checker, 1);
    const struct {
        const char* name;
        RobotStudyOptions options;
    } ways[] = {
        {"pair by pair", {.order = RobotSearchOrder::pair_by_pair}},
        {"interval boxes", {.boxes = LinkBoxMethod::interval}},
        {"no boxes", {.boxes = LinkBoxMethod::none}},
        {"hulls", {.hulls = &hulls}},
    };
    for (const auto& [name, way] : ways) {
        RobotStudyOptions options = way;
        options.query = question.options;
        if (auto difference = find_robot_difference(answer, study_first_contact(checker, question.motion, options)))
            return fmt::format("{}: {}", name, *difference);
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> find_disagreement(const RobotQuestion& question, const Answer& answer)
{
    const RobotChecker checker(question.robot, question.scene, question.check);
    // Each verb spends a budget in an order of its own.
    const auto unspent = [&](const Statistics& took) {
        return took.node_pairs + took.triangle_tests < question.options.budget.value_or(default_budget);
    };
    QueryOptions counting = question.options;
    Statistics took, all_took;
    counting.statistics = &took;
    const Answer again = first_contact(checker, question.motion, counting);
    if (again.outcome != answer.outcome || again.safe_until != answer.safe_until) return "counting changes the answer";
    if (auto difference = find_robot_difference(answer, again)) return "counting changes the answer: " + *difference;
    const Outcome any = collision_outcome(checker, question.motion, question.options);
    const bool known = unspent(took) || (answer.outcome != Outcome::undecided && any != Outcome::undecided);
    if (known && (any != Outcome::free) != (answer.outcome != Outcome::free)) return "collides says otherwise";
    if (unspent(took) && any == Outcome::undecided && answer.outcome != Outcome::undecided)
        return "collides leaves open what the first contact decides";
    if (collides(checker, question.motion, question.options) != (any != Outcome::free))
        return "collides and collision_outcome differ";
    const SafeStep step = safe_step(checker, question.motion, question.options);
    if (step.step != answer.safe_until) return "safe_step says otherwise";
    if (auto difference = find_robot_difference(answer, step)) return "safe_step: " + *difference;
    for (const std::string& target : simd_targets()) {
        QueryOptions options = question.options;
        options.target = target;
        if (auto difference = find_robot_difference(answer, first_contact(checker, question.motion, options)))
            return fmt::format("{}: {}", target, *difference);
    }
    if (auto fault = find_study_disagreement(question, checker, answer)) return fault;

    counting.statistics = &all_took;
    const Answers all = all_contacts(checker, question.motion, counting);
    if (auto fault = find_disorder(all)) return "all_contacts: " + *fault;
    const bool all_known = unspent(took) && unspent(all_took);
    if (all_known && (all.outcome != answer.outcome || all.safe_until != answer.safe_until)) {
        return fmt::format("all_contacts: {} until {:.17g}, first_contact: {} until {:.17g}", to_string(all.outcome),
                           all.safe_until, to_string(answer.outcome), answer.safe_until);
    }
    if (answer.outcome == Outcome::undecided || !all.undecided.empty()) return std::nullopt;
    if (all.start.near != answer.start.near) return "all_contacts: another start";
    if (auto difference = find_robot_difference(all, answer)) return "all_contacts: first: " + *difference;
    if (answer.outcome != Outcome::contact) return std::nullopt;
    for (const Answer& pair : answers_of_pairs(all, question.options.until)) {
        if (pair.safe_until < answer.safe_until) return "all_contacts: a pair before the first";
        if (auto fault = find_fault(question, pair, 0)) return "all_contacts: " + *fault;
    }
    return std::nullopt;
}

std::optional<std::string> find_miss(const RobotQuestion& question, const KnownTouch& known, const Answer& answer)
{
    const auto missed = [&](const char* verb, Outcome outcome, double safe_until) -> std::optional<std::string> {
        if (outcome != Outcome::free && safe_until <= known.time) return std::nullopt;
        return fmt::format("{}: {}, safe until {:.17g}; but {} and {} touch at {:.17g}", verb, to_string(outcome),
                           safe_until, known.bodies[0], known.bodies[1], known.time);
    };
    const RobotChecker checker(question.robot, question.scene, question.check);
    if (auto miss = missed("first_contact", answer.outcome, answer.safe_until)) return miss;
    if (!collides(checker, question.motion, question.options)) return missed("collides", Outcome::free, 1.0);
    if (known.time == 0.0 && !collides_at(checker, question.motion.from))
        return missed("collides_at", Outcome::free, 0.0);
    const Answers all = all_contacts(checker, question.motion, question.options);
    if (auto miss = missed("all_contacts", all.outcome, all.safe_until)) return miss;
    const std::vector<Answer> pairs = answers_of_pairs(all, question.options.until);
    const auto pair =
        std::find_if(pairs.begin(), pairs.end(), [&](const Answer& of) { return of.pair->objects == known.bodies; });
    if (pair == pairs.end()) return missed("all_contacts, these bodies", Outcome::free, question.options.until);
    return missed("all_contacts, these bodies", pair->outcome, pair->safe_until);
}

}  // namespace tocca::support
