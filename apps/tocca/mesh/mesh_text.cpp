// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/mesh/mesh_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/tocca/output/answer_text.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "tocca/base/printable_text.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca::app {
namespace {

constexpr const char* step_row = "  {:>5}  {:<17} {:<17} {:>11} {:>14} {:>8}\n";
constexpr std::size_t name_width = 17;

/// A long name loses its middle, since it is the end that tells frames apart.
std::string frame_cell(const std::vector<std::string>& names)
{
    const std::string name = names.empty() ? "" : printable(file_name(names.front()));
    if (name.size() <= name_width) return name;
    constexpr std::size_t head = 6;
    return name.substr(0, head) + ".." + name.substr(name.size() - (name_width - head - 2));
}

std::string answer_cell(Verb verb, const StepAnswer& step)
{
    if (verb == Verb::all_contacts) return with_commas(step.counts[0] + step.counts[1]);
    if (verb == Verb::safe_step) return fmt::format("{:.6g}", step.safe_step);
    switch (step.first.outcome) {
        case Outcome::free: return "free";
        case Outcome::undecided: return "undecided";
        case Outcome::crossing_at_start: return "crossing";
        case Outcome::near_at_start: return "near";
        default: return "contact";
    }
}

std::string time_cell(const Answer& first)
{
    if (first.outcome == Outcome::crossing_at_start) return "crosses at 0";
    if (first.outcome == Outcome::near_at_start) return "near at 0";
    if (!first.contact) return "";
    if (first.outcome == Outcome::touching_at_start) return "at the start";
    if (first.contact->sooner_than_any_double) return "after 0";
    return fmt::format("{:.9g}", first.contact->toc.upper);
}

/// Empty where there is but one object.
std::string object_text(const MeshRun& run, std::uint32_t object)
{
    return run.with_objects ? fmt::format("object {}", object) : "";
}

std::string first_text(const MeshRun& run)
{
    const auto found = std::find_if(run.steps.begin(), run.steps.end(),
                                    [](const StepAnswer& step) { return step.first.contact.has_value(); });
    if (found == run.steps.end()) return "";
    const Contact& contact = *found->first.contact;
    return fmt::format(
        "first contact: step {}, {},\n  {},\n  near ({:.6g}, {:.6g}, {:.6g})\n", found->step,
        when_text(found->first.outcome, contact.toc.upper),
        features_text(contact, object_text(run, contact.objects[0]), object_text(run, contact.objects[1])),
        contact.point.x(), contact.point.y(), contact.point.z());
}

/// "edge 1 2 and face 3 4 5 of object 1", of the first step that starts with a crossing.
std::string crossing_text(const MeshRun& run)
{
    const auto found = std::find_if(run.steps.begin(), run.steps.end(),
                                    [](const StepAnswer& step) { return step.first_crossing.has_value(); });
    if (found == run.steps.end()) return "";
    const Intersection& crossing = *found->first_crossing;
    const auto of = [&](std::size_t side) {
        return run.with_objects ? " of " + object_text(run, crossing.objects[side]) : "";
    };
    const auto& edge = crossing.edge;
    const auto& face = crossing.face;
    return fmt::format("first crossing at the start: step {}, {},\n  edge {} {}{} through face {} {} {}{}\n",
                       found->step, counted(found->first.start.crossing_count, "edge") + " through faces", edge[0],
                       edge[1], of(0), face[0], face[1], face[2], of(1));
}

/// What is said of steps that were not checked, after the answers about the others.
std::string unanswered_text(const MeshRun& run)
{
    std::string text;
    const std::size_t changing = run.topology_changes.size();
    if (changing > 0) {
        text += fmt::format("{} not checked: the triangles change\n", counted(changing, "step"));
    }
    if (run.steps_unanswered() > changing) {
        text += fmt::format("{} not reached: interrupted\n", counted(run.steps_unanswered() - changing, "step"));
    }
    return text;
}

std::string answers_text(const MeshRun& run)
{
    const Tally tally = run.tally();
    if (tally.verdict() == Verdict::nothing) return "no step was checked";
    std::string text = found_text(tally, run.question.clearance);
    if (tally.verdict() == Verdict::free) {
        if (run.steps_unanswered() > 0) text = "free; the others were not checked";
        if (run.question.query.assume_start_free) text += ",\n  assuming that nothing crosses at the start";
    }
    if (tally.verdict() == Verdict::contact && run.question.verb == Verb::all_contacts) {
        const auto [vf, ee] = run.counts();
        text += fmt::format("{}{}: {} vf, {} ee", text.find(", ") == std::string::npos ? "; " : ";\n  ",
                            counted(vf + ee, "contact"), with_commas(vf), with_commas(ee));
    }
    return text;
}

}  // namespace

std::string step_head(Verb verb)
{
    const char* answer = verb == Verb::all_contacts ? "contacts" : verb == Verb::safe_step ? "safe step" : "answer";
    return fmt::format(step_row, "step", "from", "to", answer, "first contact", "seconds");
}

std::string step_line(Verb verb, const StepAnswer& step)
{
    return fmt::format(step_row, step.step, frame_cell(step.from), frame_cell(step.to), answer_cell(verb, step),
                       time_cell(step.first), fmt::format("{:.3f}", step.move_seconds + step.answer_seconds));
}

std::string change_line(std::size_t step, const std::vector<std::string>& from, const std::vector<std::string>& to)
{
    return fmt::format("  {:>5}  {:<17} {:<17} {}\n", step, frame_cell(from), frame_cell(to),
                       "not checked: the triangles change");
}

std::string run_text(const MeshRun& run)
{
    std::string text = fmt::format("\n{} of {}: {}\n", counted(run.steps.size(), "step"),
                                   counted(run.triangles(), "triangle"), answers_text(run));
    text += crossing_text(run) + first_text(run);
    std::size_t points = 0;
    for (const ObjectSummary& object : run.objects) points += object.isolated_vertices;
    if (points > 0) text += fmt::format("{} without a face count as points\n", counted(points, "vertex"));
    if (run.question.start_intersections) {
        text += fmt::format("{} with edges that touch or cross faces at the start\n",
                            counted(run.steps_intersecting(), "step"));
    }
    text += unanswered_text(run);
    return text + fmt::format("answered in {:.3f} s, {:.3f} s in all with reading, on {} ({})\n",
                              run.answering_seconds(), run.seconds,
                              counted(static_cast<std::uint64_t>(run.threads), "thread"), run.target);
}

}  // namespace tocca::app
