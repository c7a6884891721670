// SPDX-License-Identifier: Apache-2.0
// Checks first contacts of small random bodies by brute force; see tools/fuzz-rigid.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/rigid_queries.hpp"
#include "support/rigid_reference.hpp"
#include "tocca/rigid/rigid_world.hpp"
#include "tools/fuzz_run.hpp"

namespace tocca::support {
namespace {

constexpr std::size_t piece_size = 256;
constexpr std::size_t poses = 64;
constexpr std::size_t most_pairs = 144;           // of triangles, for going through them all
constexpr std::uint64_t most_iterations = 1'000;  // of the pair that takes most; beyond these a query is told
constexpr double most_milliseconds = 50.0;
constexpr double most_mixed_milliseconds = 1000.0;  // of features of very different sizes

/// What one or many queries came to.
struct Tally : FuzzTally {
    std::size_t contacts = 0, touching = 0, undecided = 0, slow = 0;
    std::uint64_t worst_iterations = 0;        // of one pair of triangles and the volumes above it
    std::uint64_t tests = 0, worst_tests = 0;  // of all pairs of a query

    void add(const Tally& other)
    {
        FuzzTally::add(other);
        contacts += other.contacts;
        touching += other.touching;
        undecided += other.undecided;
        slow += other.slow;
        tests += other.tests;
        worst_tests = std::max(worst_tests, other.worst_tests);
        worst_iterations = std::max(worst_iterations, other.worst_iterations);
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
    rigid::RigidWorld world;
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

void check(const FuzzOptions& options, std::size_t index, Tally& tally)
{
    const std::string name = options.name_of(index);
    const std::uint64_t seed = options.seed_of(index);
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

    const FuzzClock::time_point asked = FuzzClock::now();
    const Answer answer = ask();
    double milliseconds = milliseconds_since(asked);
    // Something else may have had the processor.
    for (int again = 0; again < 2 && milliseconds > most_milliseconds; ++again) {
        const FuzzClock::time_point asked_again = FuzzClock::now();
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

bool run(const FuzzOptions& options)
{
    FuzzRun<Tally> fuzz(options, piece_size, [&](std::size_t index, Tally& tally) { check(options, index, tally); });
    const Tally& total = fuzz.run();
    fmt::print(
        "queries {}  contacts {}  touching {}  undecided {}  misses {}  differences {}  too long {}\n"
        "iterations: worst {}  tests of all pairs: mean {:.1f}, worst {}  worst ms {:.2f}  seconds {:.1f}\n",
        total.queries, total.contacts, total.touching, total.undecided, total.misses, total.differences, total.slow,
        total.worst_iterations, static_cast<double>(total.tests) / static_cast<double>(total.queries),
        total.worst_tests, total.worst_milliseconds, fuzz.seconds());
    return total.misses == 0 && total.differences == 0 && total.worst_iterations <= most_iterations;
}

}  // namespace
}  // namespace tocca::support

int main(int argc, char** argv)
{
    return tocca::support::fuzz_main(argc, argv, "fuzz-rigid",
                                     "Checks first contacts of small random bodies by brute force.",
                                     {.queries = 100'000}, tocca::support::run);
}
