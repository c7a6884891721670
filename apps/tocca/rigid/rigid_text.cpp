// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/rigid/rigid_text.hpp"

#include <fmt/format.h>

#include <array>

#include "apps/tocca/output/answer_text.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "apps/tocca/terminal/options.hpp"
#include "tocca/base/printable_text.hpp"

namespace tocca::app {
namespace {

std::string outcome_text(const RigidCommand& command, const Answer& answer)
{
    const double clearance = command.clearance.value_or(0.0);
    const std::string gap = clearance > 0.0 ? shortest_text(clearance) : "";
    switch (answer.outcome) {
        case Outcome::free:
            return gap.empty() ? "free, proven\n" : fmt::format("free, proven: they stay more than {} apart\n", gap);
        case Outcome::contact:
            if (command.collides) {
                return gap.empty() ? "they touch during the motion\n"
                                   : fmt::format("they come within {} of each other\n", gap);
            }
            return fmt::format("contact at {:.10g}, proven free until then\n", answer.contact->toc.lower);
        case Outcome::touching_at_start: return "they touch at the start\n";
        case Outcome::crossing_at_start: return "they cross at the start\n";
        case Outcome::near_at_start:
            return fmt::format("they start nearer than {}; proven not to touch until {:.10g}\n", gap,
                               answer.safe_until);
        case Outcome::inside: return "inside: one starts inside the other, which is a solid\n";
        case Outcome::undecided: break;
    }
    if (command.collides) return "undecided: the budget is spent, or rounding hides whether they touch\n";
    return fmt::format("undecided: the budget is spent, or rounding hides the rest; proven free until {:.10g}\n",
                       answer.safe_until);
}

}  // namespace

std::string pair_text(const RigidCommand& command, const PairRun& run)
{
    std::string text;
    for (std::size_t i = 0; i < 2; ++i) {
        text += fmt::format("{}, {}{}\n", command.bodies[i], counted(run.bodies[i]->mesh().faces().size(), "triangle"),
                            ignored_text(run.bodies[i]->ignored_vertices()));
    }
    const Answer& answer = run.answer();
    text += "\n" + outcome_text(command, answer);
    if (answer.contact) {
        const bool same_name = command.bodies[0] == command.bodies[1];
        const std::array<std::string, 2> names = {same_name ? "the first" : command.bodies[0],
                                                  same_name ? "the second" : command.bodies[1]};
        const auto& objects = answer.contact->objects;
        text += contact_text(answer, names[objects[0]], names[objects[1]]);
        if (run.near) {
            text += fmt::format("  {} of features within {} of each other at that time\n",
                                counted(run.near->size(), "pair"), shortest_text(*command.contacts_within));
        }
    }
    return text + fmt::format("answered in {}, {} in all with reading and building ({})\n",
                              duration_text(run.answering_seconds), duration_text(run.seconds),
                              used_target(command.target));
}

std::string world_head(const RigidCommand& command, const WorldRun& run)
{
    std::size_t ignored = 0;
    for (const auto& body : run.bodies) ignored += body->ignored_vertices();
    return fmt::format("{}: {}, {}{}\n\n", printable(command.world), counted(run.bodies.size(), "body"),
                       counted(run.triangles(), "triangle"), ignored_text(ignored)) +
           step_table_head(step_names(run));
}

}  // namespace tocca::app
