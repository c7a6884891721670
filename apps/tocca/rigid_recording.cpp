// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/rigid_recording.hpp"

#include <filesystem>

#include "apps/tocca/human_text.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca::app {

std::vector<std::string> rigid_outputs(const RigidCommand& command)
{
    std::vector<std::string> outputs = command.recording.names();
    outputs.insert(outputs.end(), {command.json_file, command.stats_file});
    return outputs;
}

std::string file_name(const std::string& path)
{
    const std::string name = std::filesystem::path(path).filename().string();
    return name.empty() ? path : name;
}

RecordedStep recorded_step(const std::string& name, const Answer& answer, std::size_t contact_count)
{
    return {.name = name, .outcome = answer.outcome, .safe_until = answer.safe_until, .contact_count = contact_count};
}

ReportFacts rigid_facts(const RigidCommand& command)
{
    ReportFacts facts{.kind = "rigid", .command = command.recording.command};
    facts.settings = {
        {"asked", command.collides ? "whether they touch"
                  : command.all    ? "the first contact of every pair"
                                   : "the first contact"},
        {"threshold", command.threshold ? shortest_text(*command.threshold) : "1e-5 of the smaller body's diameter"},
        {"clearance", command.clearance ? shortest_text(*command.clearance) : "none"},
        {"time tolerance", shortest_text(command.time_tolerance)},
        {"budget", with_commas(command.budget)}};
    facts.statistics = {{"SIMD target", target_name(command)}};
    return facts;
}

void add_work(ReportFacts& facts, const Statistics& work)
{
    facts.statistics.push_back({"distances of volumes bounded", with_commas(work.node_tests)});
    facts.statistics.push_back({"distances of triangles computed", with_commas(work.triangle_tests)});
}

}  // namespace tocca::app
