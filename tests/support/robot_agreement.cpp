// SPDX-License-Identifier: Apache-2.0
#include "support/robot_agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "tocca/elementary/batch.hpp"

namespace tocca::support {

namespace {

auto all_of(const Contact& c)
{
    return std::tuple(c.toc.lower, c.toc.upper, c.kind, c.vertices, c.objects, c.weights, c.point.x(), c.point.y(),
                      c.point.z(), c.normal.x(), c.normal.y(), c.normal.z());
}

}  // namespace

std::optional<std::string> find_difference(const RobotFirstContact& x, const RobotFirstContact& y)
{
    if (x.outcome == Outcome::undecided || y.outcome == Outcome::undecided) return std::nullopt;
    if (x.outcome != y.outcome) return fmt::format("{} and {}", to_string(x.outcome), to_string(y.outcome));
    if (x.safe_until != y.safe_until) return fmt::format("until {:.17g} and {:.17g}", x.safe_until, y.safe_until);
    if (x.bodies != y.bodies || x.shapes != y.shapes) return "other bodies or shapes";
    if (x.distance != y.distance) return fmt::format("distances {:.17g} and {:.17g}", x.distance, y.distance);
    if (x.penetrates_at != y.penetrates_at) return "penetration at other times";
    if (x.contact.has_value() != y.contact.has_value()) return "one has no contact";
    if (x.contact && all_of(*x.contact) != all_of(*y.contact)) return "other contacts";
    return std::nullopt;
}

std::optional<std::string> find_disagreement(const RobotQuestion& question, const RobotFirstContact& answer)
{
    const RobotChecker checker(question.robot, question.scene, question.check);
    // Each verb spends a budget in an order of its own.
    const auto unspent = [&](const RobotStatistics& took) {
        return took.search.node_pairs + took.search.triangle_tests < question.options.budget;
    };
    const Outcome any = collision_outcome(checker, question.motion, question.options);
    const bool known =
        unspent(answer.statistics) || (answer.outcome != Outcome::undecided && any != Outcome::undecided);
    if (known && (any != Outcome::free) != (answer.outcome != Outcome::free)) return "collides says otherwise";
    if (unspent(answer.statistics) && any == Outcome::undecided && answer.outcome != Outcome::undecided)
        return "collides leaves open what the first contact decides";
    if (collides(checker, question.motion, question.options) != (any != Outcome::free))
        return "collides and collision_outcome differ";
    if (safe_step(checker, question.motion, question.options) != answer.safe_until) return "safe_step says otherwise";
    const auto differs = [&](const char* how, const RobotChecker& other,
                             const RobotQueryOptions& options) -> std::optional<std::string> {
        const auto difference = find_difference(answer, first_contact(other, question.motion, options));
        return difference ? std::optional(fmt::format("{}: {}", how, *difference)) : std::nullopt;
    };
    RobotQueryOptions options = question.options;
    options.order = RobotSearchOrder::pair_by_pair;
    if (auto fault = differs("pair by pair", checker, options)) return fault;
    options.order = RobotSearchOrder::one_heap;
    options.boxes = LinkBoxMethod::interval;
    if (auto fault = differs("interval boxes", checker, options)) return fault;
    options.boxes = LinkBoxMethod::none;
    if (auto fault = differs("no boxes", checker, options)) return fault;
    options = question.options;
    for (const std::string& target : simd_targets()) {
        options.target = target;
        if (auto fault = differs(target.c_str(), checker, options)) return fault;
    }
    RobotCheckOptions other = question.check;
    other.hulls = !other.hulls;
    if (auto fault = differs("hulls", RobotChecker(question.robot, question.scene, other), question.options))
        return fault;

    const RobotContacts all = all_contacts(checker, question.motion, question.options);
    if (all.pairs.empty() != (all.outcome == Outcome::free)) return "all_contacts: outcome and pairs do not fit";
    const bool all_known = unspent(answer.statistics) && unspent(all.statistics);
    if (all_known && (all.outcome != answer.outcome || all.safe_until != answer.safe_until)) {
        return fmt::format("all_contacts: {} until {:.17g}, first_contact: {} until {:.17g}", to_string(all.outcome),
                           all.safe_until, to_string(answer.outcome), answer.safe_until);
    }
    const bool undecided = answer.outcome == Outcome::undecided ||
                           std::any_of(all.pairs.begin(), all.pairs.end(),
                                       [](const auto& pair) { return pair.first.outcome == Outcome::undecided; });
    if (undecided) return std::nullopt;
    if (all.starts_within_clearance != answer.starts_within_clearance) return "all_contacts: another start";
    if (all.pairs.empty() != (answer.outcome == Outcome::free)) return "all_contacts: there are some, or none";
    if (all.safe_until != answer.safe_until) return "all_contacts: safe until another time";
    for (std::size_t i = 0; i < all.pairs.size(); ++i) {
        if (i > 0 && all.pairs[i].first.safe_until < all.pairs[i - 1].first.safe_until)
            return "all_contacts: not sorted";
        if (all.pairs[i].first.bodies != all.pairs[i].bodies) return "all_contacts: contact of other bodies";
        if (answer.outcome != Outcome::contact) continue;
        if (auto fault = find_fault(question, all.pairs[i].first, 0)) return "all_contacts: " + *fault;
    }
    if (all.pairs.empty()) return std::nullopt;
    if (auto difference = find_difference(all.pairs.front().first, answer))
        return "all_contacts: first: " + *difference;
    return std::nullopt;
}

std::optional<std::string> find_miss(const RobotQuestion& question, const KnownTouch& known,
                                     const RobotFirstContact& answer)
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
    const RobotContacts all = all_contacts(checker, question.motion, question.options);
    if (auto miss = missed("all_contacts", all.outcome, all.safe_until)) return miss;
    const auto pair = std::find_if(all.pairs.begin(), all.pairs.end(),
                                   [&](const RobotPairContact& of) { return of.bodies == known.bodies; });
    if (pair == all.pairs.end()) return missed("all_contacts, these bodies", Outcome::free, question.options.until);
    return missed("all_contacts, these bodies", pair->first.outcome, pair->first.safe_until);
}

}  // namespace tocca::support
