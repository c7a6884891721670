// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/mesh/mesh_recording.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/tocca/mesh/mesh_json.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "tocca/answer/option_rules.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca::app {
namespace {

std::string question_text(const StepQuestion& question)
{
    switch (question.verb) {
        case Verb::first_contact: return "the first contact of each step";
        case Verb::all_contacts: return "every contact";
        case Verb::collides: return "whether there is contact";
        case Verb::safe_step: break;
    }
    return "what part of each step is safe";
}

}  // namespace

std::string recording_title(const std::vector<std::string>& object_names)
{
    constexpr std::size_t max_names = 3;
    std::string title;
    for (std::size_t i = 0; i < std::min(object_names.size(), max_names); ++i) {
        title += (i == 0 ? "" : ", ") + file_name(object_names[i]);
    }
    if (object_names.size() > max_names) title += fmt::format(" and {} more", object_names.size() - max_names);
    return title;
}

std::string step_name(const std::vector<std::string>& from, const std::vector<std::string>& to)
{
    for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i) {
        if (from[i] != to[i]) return fmt::format("{} to {}", file_name(from[i]), file_name(to[i]));
    }
    return from.empty() ? "" : file_name(from.front());
}

ReportFacts mesh_facts(const MeshRun& run, const std::string& command)
{
    const StepQuestion& question = run.question;
    std::size_t vertices = 0;
    for (const ObjectSummary& object : run.objects) vertices += object.vertices;
    const Statistics work = run.work();
    ReportFacts facts{.kind = "mesh",
                      .command = command,
                      .complete = run.finished,
                      .start_assumed_free = question.query.assume_start_free,
                      .answers = mesh_json(run)};
    facts.settings = {
        {"asked", question_text(question)},
        {"clearance", question.clearance ? shortest_text(*question.clearance) : "none"},
        {"time tolerance", shortest_text(bracket_width(question.query))},
        {"contacts of an object with itself", question.query.self ? "yes" : "no"},
        {"crossings at the start", question.query.assume_start_free ? "assumed to be none" : "looked for"}};
    facts.statistics = {
        {"frames", with_commas(run.frames)},
        {"objects", with_commas(run.objects.size())},
        {"triangles", with_commas(run.triangles())},
        {"vertices", with_commas(vertices)},
        {"steps answered", fmt::format("{}{}", with_commas(run.steps.size()), run.finished ? "" : ", interrupted")},
        {"steps in contact", with_commas(run.tally().in_contact())}};
    if (const auto crossing = run.tally().with(Outcome::crossing_at_start); crossing > 0) {
        facts.statistics.push_back({"steps that cross at the start", with_commas(crossing)});
    }
    if (!run.topology_changes.empty()) {
        facts.statistics.push_back(
            {"steps not checked, since the triangles change", with_commas(run.topology_changes.size())});
    }
    if (question.verb == Verb::all_contacts) {
        const auto [vf, ee] = run.counts();
        facts.statistics.push_back({"contacts", fmt::format("{}: {} vertex-face, {} edge-edge", with_commas(vf + ee),
                                                            with_commas(vf), with_commas(ee))});
    }
    if (question.verb != Verb::collides) {
        facts.statistics.push_back({"pairs of features compared", with_commas(work.feature_tests)});
        facts.statistics.push_back({"pairs of features decided exactly", with_commas(work.elementary_tests)});
    }
    facts.statistics.push_back({"answered in", duration_text(run.answering_seconds())});
    facts.statistics.push_back({"in all with reading", duration_text(run.seconds)});
    facts.statistics.push_back({"threads", fmt::format("{} ({})", run.threads, run.target)});
    return facts;
}

}  // namespace tocca::app
