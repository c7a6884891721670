// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tocca/base/parallel.hpp"

/// What the programs behind tools/fuzz-rigid, fuzz-robot and fuzz-scene have in common: they check numbered random queries in
/// pieces on all processors, show faults as they are found, and count.
namespace tocca::support {

struct FuzzOptions {
    std::size_t queries = 20'000;
    std::uint64_t seed = 1;
    int threads = 0;
    std::optional<std::size_t> only = {};

    /// The seed of a query.
    [[nodiscard]] std::uint64_t seed_of(std::size_t index) const { return seed * 1'000'000'007 + index; }
    /// How a query is asked again.
    [[nodiscard]] std::string name_of(std::size_t index) const
    {
        return fmt::format("--seed {} --only {}: ", seed, index);
    }
};

using FuzzClock = std::chrono::steady_clock;

inline double milliseconds_since(FuzzClock::time_point start)
{
    return std::chrono::duration<double, std::milli>(FuzzClock::now() - start).count();
}

/// What every tally counts; others derive from it, with an `add` of their own.
struct FuzzTally {
    std::size_t queries = 0, misses = 0, differences = 0;
    double worst_milliseconds = 0.0;
    std::vector<std::string> faults = {}, long_ones = {};

    void add(const FuzzTally& other)
    {
        queries += other.queries;
        misses += other.misses;
        differences += other.differences;
        worst_milliseconds = std::max(worst_milliseconds, other.worst_milliseconds);
        faults.insert(faults.end(), other.faults.begin(), other.faults.end());
        long_ones.insert(long_ones.end(), other.long_ones.begin(), other.long_ones.end());
    }
};

/// Runs `check(index, tally)` for all queries. An exception is a miss.
template <class Tally>
class FuzzRun {
public:
    using Check = std::function<void(std::size_t, Tally&)>;

    FuzzRun(FuzzOptions options, std::size_t piece_size, Check check)
        : options_(std::move(options)), piece_size_(piece_size), check_(std::move(check))
    {}

    /// What all queries came to.
    [[nodiscard]] const Tally& run()
    {
        fmt::print("seed {}\n", options_.seed);
        const std::size_t first = options_.only.value_or(0), end = options_.only ? first + 1 : options_.queries;
        const std::size_t pieces = (end - first + piece_size_ - 1) / piece_size_;
        for_each_piece(pieces, options_.threads, [&](std::size_t piece) {
            Tally tally;
            const std::size_t begin = first + piece * piece_size_;
            for (std::size_t i = begin; i < std::min(begin + piece_size_, end); ++i) {
                ++tally.queries;
                try {
                    check_(i, tally);
                } catch (const std::exception& error) {
                    ++tally.misses;
                    tally.faults.push_back(options_.name_of(i) + "exception: " + error.what());
                }
            }
            merge(tally);
        });
        if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\n");
        return total_;
    }

    [[nodiscard]] double seconds() const { return milliseconds_since(start_) / 1e3; }

private:
    /// Of a kind: a broken build fails everywhere; a few queries tell why.
    static constexpr std::size_t max_lines = 20;

    void merge(const Tally& tally)
    {
        const std::lock_guard lock(mutex_);
        total_.add(tally);
        const auto show = [](const std::vector<std::string>& lines, std::size_t& shown) {
            for (; shown < std::min(lines.size(), max_lines); ++shown) fmt::print("{}\n", lines[shown]);
        };
        show(total_.faults, faults_shown_);
        show(total_.long_ones, long_ones_shown_);
        std::fflush(stdout);
        if (isatty(STDERR_FILENO) == 0) return;
        const auto tick = static_cast<std::size_t>(seconds());
        if (tick == ticks_) return;
        ticks_ = tick;
        const double rate = static_cast<double>(total_.queries) / seconds();
        fmt::print(stderr, "\r{} of {} queries, {:.0f} a second, {:.0f} s to go ", total_.queries, options_.queries,
                   rate, static_cast<double>(options_.queries - total_.queries) / rate);
    }

    FuzzOptions options_;
    std::size_t piece_size_;
    Check check_;
    FuzzClock::time_point start_ = FuzzClock::now();
    std::mutex mutex_;
    Tally total_;
    std::size_t faults_shown_ = 0, long_ones_shown_ = 0, ticks_ = 0;
};

/// The program around a run, which says whether all is well: 0 if it is, 1 if not, 2 if it could not be run.
inline int fuzz_main(int argc, char** argv, const std::string& name, const std::string& description,
                     FuzzOptions options, const std::function<bool(const FuzzOptions&)>& run)
{
    CLI::App app{description + "\nExample: " + name + " --queries 20000 --seed 7"};
    app.add_option("--queries", options.queries, "How many queries")->check(CLI::PositiveNumber);
    app.add_option("--seed", options.seed, "Seed of the queries");
    app.add_option("--threads", options.threads, "Threads; 0 means all")->check(CLI::NonNegativeNumber);
    app.add_option("--only", options.only, "Only the query of this number");
    CLI11_PARSE(app, argc, argv);
    try {
        return run(options) ? 0 : 1;
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}: {}\n", name, error.what());
        return 2;
    }
}

}  // namespace tocca::support
