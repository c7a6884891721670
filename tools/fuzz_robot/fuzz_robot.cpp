// SPDX-License-Identifier: Apache-2.0
// Checks first contacts of small random robots by brute force; see tools/fuzz-robot.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "support/robot_agreement.hpp"
#include "support/robot_queries.hpp"
#include "tools/fuzz_run.hpp"

namespace tocca::support {
namespace {

constexpr std::size_t piece_size = 64;
constexpr std::size_t poses = 64;
constexpr double most_milliseconds = 200.0;
constexpr double most_mixed_milliseconds = 1000.0;  // of features of very different sizes

/// What one or many queries came to.
struct Tally : FuzzTally {
    std::size_t contacts = 0, at_start = 0, undecided = 0;

    void add(const Tally& other)
    {
        FuzzTally::add(other);
        contacts += other.contacts;
        at_start += other.at_start;
        undecided += other.undecided;
    }
};

void check(const FuzzOptions& options, std::size_t index, Tally& tally)
{
    const std::string name = options.name_of(index);
    const std::uint64_t seed = options.seed_of(index);
    const bool mixed = index % 2 == 1;
    const RobotCase drawn = mixed ? mixed_robot_case(seed) : random_robot_case(seed);
    const RobotQuestion question = drawn.question();
    const RobotChecker checker(drawn.robot, drawn.scene, drawn.check);

    const FuzzClock::time_point asked = FuzzClock::now();
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

bool run(const FuzzOptions& options)
{
    FuzzRun<Tally> fuzz(options, piece_size, [&](std::size_t index, Tally& tally) { check(options, index, tally); });
    const Tally& total = fuzz.run();
    fmt::print(
        "queries {}  contacts {}  at start {}  undecided {}  misses {}  differences {}\n"
        "worst ms {:.2f}  seconds {:.1f}\n",
        total.queries, total.contacts, total.at_start, total.undecided, total.misses, total.differences,
        total.worst_milliseconds, fuzz.seconds());
    return total.misses == 0 && total.differences == 0;
}

}  // namespace
}  // namespace tocca::support

int main(int argc, char** argv)
{
    return tocca::support::fuzz_main(argc, argv, "fuzz-robot",
                                     "Checks first contacts of small random robots by brute force.",
                                     {.queries = 20'000}, tocca::support::run);
}
