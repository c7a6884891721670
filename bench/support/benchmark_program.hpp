// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/report.hpp"

namespace CLI {
class App;
}

namespace tocca::bench {

/// What benchmark programs are asked on the command line. All of them know quick, data, json, passes and sections; a
/// program offers those of the others that it heeds.
struct BenchmarkOptions {
    bool quick = false;
    std::filesystem::path data = {};  ///< as default_data_folder says, unless given
    std::filesystem::path json = {};  ///< nothing is written without it
    int passes = 5;                   ///< of which the best counts
    std::vector<std::string> sections = {};
    std::vector<std::string> scenes = {};  ///< all, if empty
    std::vector<int> threads = {1, 2};
    std::string target = {};
};

/// A run of a benchmark program: prints while it measures, keeps the same results for JSON, and remembers whether all
/// answers were right.
class Benchmark {
public:
    explicit Benchmark(BenchmarkOptions options);

    [[nodiscard]] const BenchmarkOptions& options() const { return options_; }
    [[nodiscard]] bool wants(const std::string& section) const;
    [[nodiscard]] bool wants_scene(const std::string& name) const;

    /// Measures how long it takes to read a query of 24 doubles, reports it, and scales times by it from then on.
    void measure_floor();

    /// Reports a value without printing it.
    void report(const std::string& name, double value, const std::string& unit,
                const nlohmann::ordered_json& details = nlohmann::ordered_json::object());
    /// Reports and prints a time in seconds; beside it, what it would be where reading a query takes 12 ns.
    void add_seconds(const std::string& name, double seconds, nlohmann::ordered_json details,
                     const std::string& remark);
    /// Says so if an answer is wrong, or a promise is not kept.
    void expect(const std::string& name, bool right, const std::string& sentence);

    /// Whether all that was expected was so.
    [[nodiscard]] bool all_right() const { return all_right_; }
    /// Writes the report, if it is wanted.
    ///
    /// Throws: Error (unwritable_file).
    void write() const;

private:
    BenchmarkOptions options_;
    Report report_;
    double floor_;
    bool all_right_ = true;
};

/// The frame of a benchmark program.
struct BenchmarkProgram {
    std::string name;
    std::string description;         ///< and an example
    std::string quick;               ///< what --quick leaves out
    std::string data;                ///< what --data holds
    BenchmarkOptions defaults = {};  ///< its sections are all there are
    std::string sections_option = "--sections";
    /// Offers what the program heeds beside the usual.
    std::function<void(CLI::App& app, BenchmarkOptions& options)> offer = {};
    std::function<void(Benchmark& benchmark)> run;
};

void offer_scenes(CLI::App& app, BenchmarkOptions& options);
void offer_threads(CLI::App& app, BenchmarkOptions& options);
void offer_target(CLI::App& app, BenchmarkOptions& options);

/// Reads the command line, runs the program and writes its report. Returns 0, 1 if something was not as expected, 2 after
/// an error.
[[nodiscard]] int run_program(const BenchmarkProgram& program, int argc, char** argv);

}  // namespace tocca::bench
