// SPDX-License-Identifier: Apache-2.0
// Worlds of rigid bodies: the first contact of all beside the pairs of bodies with overlapping boxes asked in turn.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "scenes/answer_hash.hpp"
#include "scenes/body_cloud.hpp"
#include "support/benchmark_program.hpp"
#include "support/timing.hpp"

namespace tocca::bench {
namespace {

constexpr double demanded_speedup = 20.0;
constexpr std::size_t demanded_pairs = 1'000;

using BodyPair = std::array<rigid::BodyId, 2>;

struct Scene {
    std::string name;
    scenes::BodyCloud cloud;
    bool demanded;  ///< that the first contact is found so much faster
};

/// The pairs of bodies whose swept boxes overlap.
std::vector<BodyPair> overlapping_pairs(const rigid::RigidWorld& world)
{
    std::vector<BodyPair> pairs;
    for (rigid::BodyId a = 0; a < world.body_count(); ++a) {
        for (rigid::BodyId b = a + 1; b < world.body_count(); ++b) {
            if (scenes::swept_boxes_overlap(*world.moving_box(a), *world.moving_box(b))) pairs.push_back({a, b});
        }
    }
    return pairs;
}

/// The first contact by asking the pairs in turn; `culled`: each no further than the first contact found before it.
Answer in_turn(const rigid::RigidWorld& world, const std::vector<BodyPair>& pairs, bool culled)
{
    Answer best;
    std::optional<BodyPair> bodies;
    for (const BodyPair& pair : pairs) {
        const auto [a, b] = pair;
        Answer found = first_contact(*world.body(a), world.motion(a), *world.body(b), world.motion(b),
                                     {.until = culled ? best.safe_until : 1.0});
        if (found.outcome == Outcome::free) continue;
        for (std::uint32_t& object : found.contact->objects) object = object == 0 ? a : b;
        if (bodies && std::tie(found.safe_until, pair) >= std::tie(best.safe_until, *bodies)) continue;
        best = found;
        bodies = pair;
    }
    return best;
}

class WorldBenchmark {
public:
    explicit WorldBenchmark(Benchmark& benchmark)
        : benchmark_(benchmark), passes_(benchmark.options().quick ? 1 : benchmark.options().passes)
    {}

    void run();

private:
    void measure(const Scene& scene);
    /// The best of several passes, in milliseconds.
    template <class Work>
    [[nodiscard]] double milliseconds(int passes, const Work& work) const
    {
        BestTime time;
        for (int pass = 0; pass < passes; ++pass) time.measure(work);
        return 1e3 * time.seconds();
    }
    void add(const std::string& name, double value, const nlohmann::ordered_json& details, const std::string& remark);

    Benchmark& benchmark_;
    int passes_;
};

void WorldBenchmark::add(const std::string& name, double value, const nlohmann::ordered_json& details,
                         const std::string& remark)
{
    benchmark_.report(name, value, "ms", details);
    fmt::print("{:<46} {:10.3f}  {}\n", name, value, remark);
    std::fflush(stdout);
}

void WorldBenchmark::measure(const Scene& scene)
{
    rigid::RigidWorld world = scenes::body_cloud(scene.cloud);
    const std::vector<BodyPair> pairs = overlapping_pairs(world);
    fmt::print("\n{}: {} bodies, {} pairs of overlapping swept boxes\n", scene.name, world.body_count(), pairs.size());

    Answer expected;
    const double turn = milliseconds(std::min(2, passes_), [&] { expected = in_turn(world, pairs, false); });
    const std::string hash = scenes::hash_of(expected);
    add(scene.name + "/in_turn/first_contact", turn, {{"pairs", pairs.size()}, {"hash", hash}}, hash);
    Answer culled;
    const double turn_culled = milliseconds(passes_, [&] { culled = in_turn(world, pairs, true); });
    add(scene.name + "/in_turn/first_contact/culled", turn_culled, {{"pairs", pairs.size()}},
        fmt::format("each up to the first contact before it; at {:.6f}", culled.safe_until));
    benchmark_.expect(scene.name, culled.safe_until == expected.safe_until, "pairs in turn give another time");

    const double moving = milliseconds(passes_, [&] {
        for (rigid::BodyId id = 0; id < world.body_count(); ++id) world.move(id, RigidMotion(world.motion(id)));
    });
    add(scene.name + "/move", moving, {{"bodies", world.body_count()}}, "the boxes of all bodies");

    for (const int threads : benchmark_.options().threads) {
        Statistics work;
        Answer first;
        const double time = milliseconds(passes_, [&] {
            work = {};
            first = first_contact(world, {.threads = threads, .statistics = &work});
        });
        const double speedup = turn / (time + moving);
        const std::string name = fmt::format("{}/first_contact/threads:{}", scene.name, threads);
        add(name, time,
            {{"pairs", pairs.size()},
             {"candidates", work.near_pairs},
             {"asked", work.searched_pairs},
             {"toc", first.safe_until},
             {"speedup", speedup},
             {"speedup_culled", turn_culled / (time + moving)},
             {"hash", scenes::hash_of(first)}},
            fmt::format("{} of {} candidates' queries; {:.1f} times faster than in turn, moving included; {}",
                        work.searched_pairs, work.near_pairs, speedup, scenes::hash_of(first)));
        benchmark_.expect(name, scenes::hash_of(first) == hash, "the first contact is another one than in turn");
        if (!scene.demanded) continue;
        benchmark_.expect(name, pairs.size() >= demanded_pairs, "the scene has too few pairs");
        benchmark_.expect(name, speedup >= demanded_speedup, "not 20 times faster than in turn");
    }

    Answers all;
    bool touches = false;
    const double each = milliseconds(1, [&] { all = all_contacts(world, {.threads = 1}); });
    add(scene.name + "/all_contacts/threads:1", each, {{"contacts", all.contacts.size()}},
        fmt::format("{} pairs touch", all.contacts.size()));
    const double boolean = milliseconds(passes_, [&] { touches = collides(world, {.threads = 1}); });
    add(scene.name + "/collides/threads:1", boolean, {{"collides", touches}}, touches ? "true" : "false");
    benchmark_.expect(scene.name, touches == (expected.outcome != Outcome::free), "`collides` says otherwise");
}

void WorldBenchmark::run()
{
    fmt::print("{:<46} {:>10}\n", "milliseconds", "best");
    const std::vector<Scene> clouds = {
        {"body-cloud", {}, true},
        {"body-cloud:near", {.spacing = 2.3, .greatest_way = 1.0}, false},
        {"body-cloud:sparse", {.spacing = 4.0, .greatest_way = 2.0}, false},
    };
    for (const Scene& scene : clouds) {
        if (benchmark_.wants_scene(scene.name)) measure(scene);
    }
}

}  // namespace
}  // namespace tocca::bench

int main(int argc, char** argv)
{
    using namespace tocca::bench;
    return run_program(
        {.name = "rigid_world",
         .description = "Times the first contact of a world of rigid bodies beside asking its pairs in turn.\n"
                        "Example: rigid_world --quick --json rigid_world.json",
         .quick = "one pass",
         .data = "nothing that is read",
         .offer =
             [](CLI::App& app, BenchmarkOptions& options) {
                 offer_scenes(app, options);
                 offer_threads(app, options);
             },
         .run = [](Benchmark& benchmark) { WorldBenchmark(benchmark).run(); }},
        argc, argv);
}
