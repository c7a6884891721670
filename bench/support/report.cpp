// SPDX-License-Identifier: Apache-2.0
#include "support/report.hpp"

#include <fstream>
#include <string>

#include "tocca/base/error.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/elementary/batch.hpp"

namespace tocca::bench {
namespace {

std::string processor()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
    }
    return "unknown";
}

std::string compiler()
{
#if defined(__clang__)
    return "clang " __clang_version__;
#else
    return "g++ " __VERSION__;
#endif
}

}  // namespace

Report::Report()
    : document_{{"schema", "tocca.bench/1"},
                {"machine",
                 {{"processor", processor()},
                  {"threads", available_threads()},
                  {"compiler", compiler()},
                  {"simd_targets", simd_targets()}}},
                {"results", nlohmann::ordered_json::array()}}
{}

void Report::add(const std::string& name, double value, const std::string& unit, const nlohmann::ordered_json& details)
{
    nlohmann::ordered_json result{{"name", name}, {"value", value}, {"unit", unit}};
    result.update(details);
    document_["results"].push_back(result);
}

void Report::write(const std::filesystem::path& file) const
{
    std::ofstream out(file);
    out << document_.dump(2) << '\n';
    out.flush();
    if (!out) throw Error(ErrorCode::unwritable_file, "the report cannot be written", {.file = file.string()});
}

}  // namespace tocca::bench
