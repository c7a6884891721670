// SPDX-License-Identifier: Apache-2.0
// Checks first contacts of small random bodies by brute force; see tools/fuzz-rigid.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "support/rigid_queries.hpp"
#include "support/rigid_reference.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/rigid/rigid_world.hpp"

namespace tocca::support {
namespace {

struct Options {
    std::size_t queries = 100'000;
    std::uint64_t seed = 1;
    int threads = 0;
    std::optional<std::size_t> only;
};

constexpr std::size_t piece_size = 256;
constexpr std::size_t poses = 64;
constexpr std::size_t most_pairs = 144;           // of triangles, for going through them all
constexpr std::uint64_t most_iterations = 1'000;  // of the pair that takes most; beyond these a query is told
constexpr double most_milliseconds = 50.0;
constexpr double most_mixed_milliseconds = 1000.0;  // of features of very different sizes
constexpr std::size_t most_lines = 20;  // of a kind: a broken build fails everywhere; a few queries tell why

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// What one or many queries came to.
struct Tally {
    std::size_t queries = 0, contacts = 0, touching = 0, undecided = 0;
    std::size_t misses = 0, differences = 0, slow = 0;
    std::uint64_t worst_iterations = 0;        // of one pair of triangles and the volumes above it
    std::uint64_t tests = 0, worst_tests = 0;  // of all pairs of a query
    double worst_milliseconds = 0.0;
    std::vector<std::string> faults, long_ones;

    void add(const Tally& other)
    {
        queries += other.queries;
        contacts += other.contacts;
        touching += other.touching;
        undecided += other.undecided;
        misses += other.misses;
        differences += other.differences;
        slow += other.slow;
        tests += other.tests;
        worst_tests = std::max(worst_tests, other.worst_tests);
        worst_iterations = std::max(worst_iterations, other.worst_iterations);
        worst_milliseconds = std::max(worst_milliseconds, other.worst_milliseconds);
        faults.insert(faults.end(), other.faults.begin(), other.faults.end());
        long_ones.insert(long_ones.end(), other.long_ones.begin(), other.long_ones.end());
    }
};

/// How what the other verbs say differs from the first contact: `collides` and `safe_step` of the two bodies, and all verbs of
/// a world of them.
std::optional<std::string> difference_of_verbs(const RigidCase& drawn, const RigidBody& a, const RigidBody& b,
                                               const Answer& answer)
{
    const bool free = answer.outcome == Outcome::free;
    if (free && collides(a, drawn.motion_a, b, drawn.motion_b, drawn.options)) return "free, but collides";
    if (safe_step(a, drawn.motion_a, b, drawn.motion_b, drawn.options).step > answer.safe_until) {
        return "safe_step is longer than safe_until";
    }
    // A budget is spent in an order of its own by each.
    if (answer.outcome == Outcome::undecided) return std::nullopt;
    RigidWorld world;
    (void)world.add(std::make_shared<const RigidBody>(a), drawn.motion_a);
    (void)world.add(std::make_shared<const RigidBody>(b), drawn.motion_b);
    QueryOptions options = drawn.options;
    options.threads = 1;
    const Answer first = first_contact(world, options);
    const Answers all = all_contacts(world, options);
    for (const Outcome outcome : {first.outcome, all.outcome}) {
        if (outcome != answer.outcome) {
            return fmt::format("{}, but a world of them {}", to_string(answer.outcome), to_string(outcome));
        }
    }
    if (first.safe_until != answer.safe_until || all.safe_until != answer.safe_until) {
        return fmt::format("safe until {:.17g}, but a world until {:.17g}, all of it until {:.17g}", answer.safe_until,
                           first.safe_until, all.safe_until);
    }
    for (const Answer* const other : {&first, static_cast<const Answer*>(&all)}) {
        if (other->pair != answer.pair || other->start.near != answer.start.near) return "a world names another pair";
        if (const auto difference = find_difference(*other, answer)) return "a world of them: " + *difference;
    }
    const std::vector<ObjectPair> both = {{.objects = {0, 1}}}, none;
    if (all.contacts.size() != (answer.contact ? 1U : 0U)) return "all contacts are not the first";
    if (answer.contact && all.contacts.front().features() != answer.contact->features())
        return "all contacts begin with another one";
    if (all.start.inside != (answer.outcome == Outcome::inside ? both : none)) return "all contacts: inside";
    if (all.start.near_objects != (answer.start.near ? both : none)) return "all contacts: near at the start";
    if (!all.undecided.empty()) return "all contacts are undecided";
    if (free && collides(world, options)) return "free, but a world of them collides";
    return std::nullopt;
}

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
    const RigidCase drawn = mixed ? mixed_rigid_case(seed) : random_rigid_case(seed);
    const RigidBody a(drawn.mesh_a, {.isolated_vertices = true, .threads = 1}),
        b(drawn.mesh_b, {.isolated_vertices = true, .threads = 1});
    const RigidQuestion question = {a, drawn.motion_a, b, drawn.motion_b, drawn.options};
    Statistics work;
    QueryOptions counting = drawn.options;
    counting.statistics = &work;
    const auto ask = [&] {
        work = {};
        return first_contact(a, drawn.motion_a, b, drawn.motion_b, counting);
    };

    const Clock::time_point asked = Clock::now();
    const Answer answer = ask();
    double milliseconds = milliseconds_since(asked);
    // Something else may have had the processor.
    for (int again = 0; again < 2 && milliseconds > most_milliseconds; ++again) {
        const Clock::time_point asked_again = Clock::now();
        (void)ask();
        milliseconds = std::min(milliseconds, milliseconds_since(asked_again));
    }
    const std::uint64_t iterations = work.iterations;
    const std::uint64_t tests = work.node_pairs + work.triangle_tests;
    tally.contacts += answer.outcome == Outcome::contact ? 1 : 0;
    tally.touching += answer.outcome == Outcome::touching_at_start ? 1 : 0;
    tally.undecided += answer.outcome == Outcome::undecided ? 1 : 0;
    tally.tests += tests;
    tally.worst_tests = std::max(tally.worst_tests, tests);
    tally.worst_milliseconds = std::max(tally.worst_milliseconds, milliseconds);
    // A corner far out sweeps past everything else, which takes its steps.
    if (!mixed) tally.worst_iterations = std::max(tally.worst_iterations, iterations);
    if (mixed ? milliseconds > most_mixed_milliseconds
              : iterations > most_iterations || milliseconds > most_milliseconds) {
        ++tally.slow;
        tally.long_ones.push_back(name + fmt::format("{} iterations, {} tests, {:.1f} ms, {} by {} triangles",
                                                     iterations, tests, milliseconds, a.primitives().size(),
                                                     b.primitives().size()));
    }
    if (const std::optional<std::string> fault = find_fault(question, answer, poses)) {
        ++tally.misses;
        tally.faults.push_back(name + *fault);
    }
    if (drawn.touches_by && (answer.outcome == Outcome::free || answer.safe_until > *drawn.touches_by)) {
        ++tally.misses;
        tally.faults.push_back(name + fmt::format("{}, safe until {:.17g}; but they touch at {:g}",
                                                  to_string(answer.outcome), answer.safe_until, *drawn.touches_by));
    }
    if (const std::optional<std::string> difference = difference_of_verbs(drawn, a, b, answer)) {
        ++tally.differences;
        tally.faults.push_back(name + *difference);
    }
    // Where a spent budget ends a search is a matter of its order.
    if (answer.outcome == Outcome::undecided || mixed) return;
    if (a.primitives().size() * b.primitives().size() > most_pairs) return;
    Answer expected = brute_force_first_contact(question);
    if (answer.start.near && !expected.contact) expected.outcome = Outcome::near_at_start;
    if (const std::optional<std::string> difference = find_difference(answer, expected)) {
        ++tally.differences;
        tally.faults.push_back(name + "not as all pairs one by one: " + *difference);
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
        "queries {}  contacts {}  touching {}  undecided {}  misses {}  differences {}  too long {}\n"
        "iterations: worst {}  tests of all pairs: mean {:.1f}, worst {}  worst ms {:.2f}  seconds {:.1f}\n",
        total_.queries, total_.contacts, total_.touching, total_.undecided, total_.misses, total_.differences,
        total_.slow, total_.worst_iterations, static_cast<double>(total_.tests) / static_cast<double>(total_.queries),
        total_.worst_tests, total_.worst_milliseconds, milliseconds_since(start_) / 1e3);
    return total_.misses == 0 && total_.differences == 0 && total_.worst_iterations <= most_iterations;
}

}  // namespace
}  // namespace tocca::support

int main(int argc, char** argv)
{
    tocca::support::Options options;
    CLI::App app{
        "Checks first contacts of small random bodies by brute force.\n"
        "Example: fuzz-rigid --queries 20000 --seed 7"};
    app.add_option("--queries", options.queries, "How many queries")->check(CLI::PositiveNumber);
    app.add_option("--seed", options.seed, "Seed of the queries");
    app.add_option("--threads", options.threads, "Threads; 0 means all")->check(CLI::NonNegativeNumber);
    app.add_option("--only", options.only, "Only the query of this number");
    CLI11_PARSE(app, argc, argv);
    try {
        tocca::support::Fuzzer fuzzer(options);
        return fuzzer.run() ? 0 : 1;
    } catch (const std::exception& error) {
        fmt::print(stderr, "fuzz-rigid: {}\n", error.what());
        return 2;
    }
}
