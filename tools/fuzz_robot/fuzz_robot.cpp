// SPDX-License-Identifier: Apache-2.0
// Checks first contacts of small random robots by brute force; see tools/fuzz-robot.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "support/robot_agreement.hpp"
#include "support/robot_queries.hpp"
#include "tocca/base/parallel.hpp"

namespace tocca::support {
namespace {

struct Options {
    std::size_t queries = 20'000;
    std::uint64_t seed = 1;
    int threads = 0;
    std::optional<std::size_t> only;
};

constexpr std::size_t piece_size = 64;
constexpr std::size_t poses = 64;
constexpr double most_milliseconds = 200.0;
constexpr double most_mixed_milliseconds = 1000.0;  // of features of very different sizes
constexpr std::size_t most_lines = 20;  // of a kind: a broken build fails everywhere; a few queries tell why

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// What one or many queries came to.
struct Tally {
    std::size_t queries = 0, contacts = 0, at_start = 0, undecided = 0;
    std::size_t misses = 0, differences = 0;
    double worst_milliseconds = 0.0;
    std::vector<std::string> faults, long_ones;

    void add(const Tally& other)
    {
        queries += other.queries;
        contacts += other.contacts;
        at_start += other.at_start;
        undecided += other.undecided;
        misses += other.misses;
        differences += other.differences;
        worst_milliseconds = std::max(worst_milliseconds, other.worst_milliseconds);
        faults.insert(faults.end(), other.faults.begin(), other.faults.end());
        long_ones.insert(long_ones.end(), other.long_ones.begin(), other.long_ones.end());
    }
};

class Fuzzer {
public:
    explicit Fuzzer(const Options& options) : options_(options) {}

    /// Whether all is well.
    [[nodiscard]] bool run();

private:
    void check(std::size_t index, Tally& tally) const;
    void merge(const Tally& tally);

    Options options_;
    Clock::time_point start_ = Clock::now();
    std::mutex mutex_;
    Tally total_;
    std::size_t faults_shown_ = 0, long_ones_shown_ = 0, ticks_ = 0;
};

void Fuzzer::check(std::size_t index, Tally& tally) const
{
    const std::string name = fmt::format("--seed {} --only {}: ", options_.seed, index);
    ++tally.queries;
    const std::uint64_t seed = options_.seed * 1'000'000'007 + index;
    const bool mixed = index % 2 == 1;
    const RobotCase drawn = mixed ? mixed_robot_case(seed) : random_robot_case(seed);
    const RobotQuestion question = drawn.question();
    const RobotChecker checker(drawn.robot, drawn.scene, drawn.check);

    const Clock::time_point asked = Clock::now();
    const Answer answer = first_contact(checker, drawn.motion, drawn.options);
    const double milliseconds = milliseconds_since(asked);
    tally.contacts += answer.outcome == Outcome::contact ? 1 : 0;
    tally.at_start += is_at_start(answer.outcome) ? 1 : 0;
    tally.undecided += answer.outcome == Outcome::undecided ? 1 : 0;
    tally.worst_milliseconds = std::max(tally.worst_milliseconds, milliseconds);
    if (milliseconds > (mixed ? most_mixed_milliseconds : most_milliseconds))
        tally.long_ones.push_back(name + fmt::format("{:.1f} ms", milliseconds));
    if (const std::optional<std::string> fault = find_fault(question, answer, poses)) {
        ++tally.misses;
        tally.faults.push_back(name + fmt::format("{}: {}", to_string(answer.outcome), *fault));
    }
    if (drawn.known) {
        if (const std::optional<std::string> miss = find_miss(question, *drawn.known, answer)) {
            ++tally.misses;
            tally.faults.push_back(name + *miss);
        }
    }
    if (const std::optional<std::string> difference = find_disagreement(question, answer)) {
        ++tally.differences;
        tally.faults.push_back(name + *difference);
    }
}

void Fuzzer::merge(const Tally& tally)
{
    const std::lock_guard lock(mutex_);
    total_.add(tally);
    const auto show = [](const std::vector<std::string>& lines, std::size_t& shown) {
        for (; shown < std::min(lines.size(), most_lines); ++shown) fmt::print("{}\n", lines[shown]);
    };
    show(total_.faults, faults_shown_);
    show(total_.long_ones, long_ones_shown_);
    std::fflush(stdout);
    if (isatty(STDERR_FILENO) == 0) return;
    const double seconds = milliseconds_since(start_) / 1e3;
    const auto tick = static_cast<std::size_t>(seconds);
    if (tick == ticks_) return;
    ticks_ = tick;
    const double rate = static_cast<double>(total_.queries) / seconds;
    fmt::print(stderr, "\r{} of {} queries, {:.0f} a second, {:.0f} s to go ", total_.queries, options_.queries, rate,
               static_cast<double>(options_.queries - total_.queries) / rate);
}

bool Fuzzer::run()
{
    fmt::print("seed {}\n", options_.seed);
    const std::size_t first = options_.only.value_or(0), end = options_.only ? first + 1 : options_.queries;
    const std::size_t pieces = (end - first + piece_size - 1) / piece_size;
    for_each_piece(pieces, options_.threads, [&](std::size_t piece) {
        Tally tally;
        const std::size_t begin = first + piece * piece_size;
        for (std::size_t i = begin; i < std::min(begin + piece_size, end); ++i) {
            try {
                check(i, tally);
            } catch (const std::exception& error) {
                ++tally.misses;
                tally.faults.push_back(
                    fmt::format("--seed {} --only {}: exception: {}", options_.seed, i, error.what()));
            }
        }
        merge(tally);
    });
    if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\n");
    fmt::print(
        "queries {}  contacts {}  at start {}  undecided {}  misses {}  differences {}\n"
        "worst ms {:.2f}  seconds {:.1f}\n",
        total_.queries, total_.contacts, total_.at_start, total_.undecided, total_.misses, total_.differences,
        total_.worst_milliseconds, milliseconds_since(start_) / 1e3);
    return total_.misses == 0 && total_.differences == 0;
}

}  // namespace
}  // namespace tocca::support

int main(int argc, char** argv)
{
    tocca::support::Options options;
    CLI::App app{
        "Checks first contacts of small random robots by brute force.\n"
        "Example: fuzz-robot --queries 20000 --seed 7"};
    app.add_option("--queries", options.queries, "How many queries")->check(CLI::PositiveNumber);
    app.add_option("--seed", options.seed, "Seed of the queries");
    app.add_option("--threads", options.threads, "Threads; 0 means all")->check(CLI::NonNegativeNumber);
    app.add_option("--only", options.only, "Only the query of this number");
    CLI11_PARSE(app, argc, argv);
    try {
        tocca::support::Fuzzer fuzzer(options);
        return fuzzer.run() ? 0 : 1;
    } catch (const std::exception& error) {
        fmt::print(stderr, "fuzz-robot: {}\n", error.what());
        return 2;
    }
}
