// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/answered_steps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/tocca/human_text.hpp"
#include "apps/tocca/rigid_summary.hpp"
#include "tocca/base/printable_text.hpp"

namespace tocca::app {

Tally tally_of(std::span<const AnsweredStep> steps)
{
    Tally tally;
    for (const AnsweredStep& step : steps) tally.add(step.first.outcome);
    return tally;
}

StepCosts costs_of(std::span<const AnsweredStep> steps)
{
    StepCosts costs;
    for (const AnsweredStep& step : steps) {
        costs.work += step.statistics;
        costs.move_seconds += step.move_seconds;
        costs.answer_seconds += step.answer_seconds;
    }
    return costs;
}

std::string names_cell(const AnsweredStep& step, const ObjectName& name)
{
    if (!step.first.pair) return "";
    const auto& [a, b] = step.first.pair->objects;
    return printable(name(a) + ", " + name(b));
}

std::string steps_text(std::span<const AnsweredStep> steps, const std::optional<double>& clearance,
                       const ObjectName& name)
{
    const Tally tally = tally_of(steps);
    std::string text = tally_text(tally, "step", clearance) + "\n";
    const auto near =
        std::count_if(steps.begin(), steps.end(), [](const AnsweredStep& step) { return step.first.start.near; });
    if (static_cast<std::uint64_t>(near) > tally.with(Outcome::near_at_start)) {
        text += fmt::format("{} nearer than the clearance at the start\n",
                            counted(static_cast<std::uint64_t>(near), "step"));
    }
    const auto found = std::find_if(steps.begin(), steps.end(),
                                    [](const AnsweredStep& step) { return step.first.contact.has_value(); });
    if (found == steps.end()) return text;
    const auto& objects = found->first.contact->objects;
    const std::string when = found->first.outcome == Outcome::touching_at_start
                                 ? "at the start"
                                 : fmt::format("at {:.10g}", found->first.contact->toc.lower);
    return text + fmt::format("first contact: step {}, {},\n", found - steps.begin(), when) +
           contact_text(found->first, name(objects[0]), name(objects[1]));
}

}  // namespace tocca::app
