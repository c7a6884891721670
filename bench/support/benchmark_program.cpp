// SPDX-License-Identifier: Apache-2.0
#include "support/benchmark_program.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <utility>

#include "support/data_folder.hpp"
#include "support/memory_floor.hpp"
#include "support/query_sets.hpp"
#include "support/timing.hpp"

namespace tocca::bench {
namespace {

constexpr double usual_floor = 12.0;  // ns: the memory floor of the machine that the goals were set on

bool contains(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Benchmark::Benchmark(BenchmarkOptions options) : options_(std::move(options)), floor_(usual_floor) {}

bool Benchmark::wants(const std::string& section) const { return contains(options_.sections, section); }

bool Benchmark::wants_scene(const std::string& name) const
{
    return options_.scenes.empty() || contains(options_.scenes, name);
}

void Benchmark::measure_floor()
{
    const QuerySet set = near_set(PairKind::vertex_face, 1'000'000);
    BestTime time;
    for (int pass = 0; pass < 5; ++pass) time.measure([&] { keep(sum_of_coordinates(set.queries, 1)); });
    floor_ = 1e9 * time.seconds() / static_cast<double>(set.queries.size());
    report("floor/threads:1", floor_, "ns", {{"queries", set.queries.size()}});
    fmt::print("memory floor: {:.2f} ns to read a query of 24 doubles; scaled times are as for {:.0f} ns\n\n", floor_,
               usual_floor);
}

void Benchmark::report(const std::string& name, double value, const std::string& unit,
                       const nlohmann::ordered_json& details)
{
    report_.add(name, value, unit, details);
}

void Benchmark::add_seconds(const std::string& name, double seconds, nlohmann::ordered_json details,
                            const std::string& remark)
{
    const double scaled = seconds * usual_floor / floor_;
    details["floor"] = floor_;
    details["scaled"] = scaled;
    report(name, seconds, "s", details);
    fmt::print("{:<60} {:10.5f} {:10.5f}  {}\n", name, seconds, scaled, remark);
    std::fflush(stdout);
}

void Benchmark::expect(const std::string& name, bool right, const std::string& sentence)
{
    if (right) return;
    all_right_ = false;
    fmt::print("WRONG: {}: {}\n", name, sentence);
}

void Benchmark::write() const
{
    if (!options_.json.empty()) report_.write(options_.json);
}

void offer_scenes(CLI::App& app, BenchmarkOptions& options)
{
    app.add_option("--scenes", options.scenes, "Only these scenes")->delimiter(',');
}

void offer_threads(CLI::App& app, BenchmarkOptions& options)
{
    app.add_option("--threads", options.threads, "Which numbers of threads")
        ->delimiter(',')
        ->check(CLI::Range(1, 1024));
}

void offer_target(CLI::App& app, BenchmarkOptions& options)
{
    app.add_option("--target", options.target, "SIMD target, such as AVX2, SSE4, EMU128; the best by default");
}

int run_program(const BenchmarkProgram& program, int argc, char** argv)
{
    BenchmarkOptions options = program.defaults;
    options.data = default_data_folder(argv[0]);
    CLI::App app{program.description};
    app.add_flag("--quick", options.quick, "Under a minute: " + program.quick);
    app.add_option("--data", options.data, "Folder with " + program.data);
    app.add_option("--json", options.json, "Write the results to this file");
    if (!options.sections.empty()) {
        app.add_option(program.sections_option, options.sections,
                       fmt::format("Which of: {}", fmt::join(options.sections, ", ")))
            ->delimiter(',')
            ->check(CLI::IsMember(options.sections));
    }
    app.add_option("--passes", options.passes, "Passes of which the best counts")->check(CLI::PositiveNumber);
    if (program.offer) program.offer(app, options);
    CLI11_PARSE(app, argc, argv);

    try {
        Benchmark benchmark(options);
        program.run(benchmark);
        benchmark.write();
        return benchmark.all_right() ? 0 : 1;
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}: {}\n", program.name, error.what());
        return 2;
    }
}

}  // namespace tocca::bench
