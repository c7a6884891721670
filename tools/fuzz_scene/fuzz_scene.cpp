// SPDX-License-Identifier: Apache-2.0
// Checks answers about small random scenes by brute force; see tools/fuzz-scene.
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

#include "support/scene_agreement.hpp"
#include "tools/fuzz_run.hpp"

namespace tocca::support {
namespace {

constexpr std::size_t piece_size = 64;
constexpr std::size_t max_times = 2'000;
constexpr double max_milliseconds = 10'000.0;  // of all checks together
constexpr std::size_t decent_run = 5'000;      // everything occurs in so many queries

struct Tally : FuzzTally {
    SceneTally scenes = {};

    void add(const Tally& other)
    {
        FuzzTally::add(other);
        scenes.add(other.scenes);
    }
};

void check(const FuzzOptions& options, std::size_t index, Tally& tally)
{
    const SceneCase drawn = random_scene_case(options.seed_of(index));
    if (options.only) fmt::print("{}", describe(drawn)), std::fflush(stdout);
    const FuzzClock::time_point asked = FuzzClock::now();
    SceneTally of_scene;
    check_scene(drawn, options.name_of(index), max_times, of_scene);
    const double milliseconds = milliseconds_since(asked);
    tally.worst_milliseconds = std::max(tally.worst_milliseconds, milliseconds);
    if (milliseconds > max_milliseconds)
        tally.long_ones.push_back(options.name_of(index) + fmt::format("{:.0f} ms with all checks", milliseconds));
    tally.misses += of_scene.misses;
    tally.differences += of_scene.differences;
    tally.faults.insert(tally.faults.end(), of_scene.faults.begin(), of_scene.faults.end());
    tally.scenes.add(of_scene);
}

bool run(const FuzzOptions& options)
{
    FuzzRun<Tally> fuzz(options, piece_size, [&](std::size_t index, Tally& tally) { check(options, index, tally); });
    const Tally& total = fuzz.run();
    std::vector<std::string> missing;
    if (total.queries >= decent_run) missing = total.scenes.missing();
    for (const std::string& name : missing) fmt::print("there was none: {}\n", name);
    fmt::print("{}queries {}  misses {}  differences {}\nworst ms {:.1f}  seconds {:.1f}\n", total.scenes.text(),
               total.queries, total.misses, total.differences, total.worst_milliseconds, fuzz.seconds());
    return total.misses == 0 && total.differences == 0 && missing.empty();
}

}  // namespace
}  // namespace tocca::support

int main(int argc, char** argv)
{
    return tocca::support::fuzz_main(
        argc, argv, "fuzz-scene", "Checks answers about small random scenes by brute force.", {}, tocca::support::run);
}
