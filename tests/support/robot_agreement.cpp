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
    // Shapes that start within their clearance collide, and yet may move on.
    const bool touches = answer.outcome != Outcome::free || collides_at(checker, question.motion.from);
    if (answer.outcome != Outcome::undecided && collides(checker, question.motion, question.options) != touches)
        return "collides says otherwise";
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

}  // namespace tocca::support
