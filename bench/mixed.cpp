// SPDX-License-Identifier: Apache-2.0
// Deforming meshes against bodies that turn: the first contact of a cloth and a knot beside that of the cloth with itself.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "scenes/answer_hash.hpp"
#include "support/benchmark_program.hpp"
#include "support/mixed_step.hpp"
#include "support/thread_time.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/scene/detail/mixed_question.hpp"

namespace tocca::bench {
namespace {

constexpr double greatest_ratio = 2.0;

/// What is asked of one step, all that is made anew for each step included.
Answer first_contact_of(const MixedStep& step, const scene::detail::ObjectParts& parts, Statistics& work)
{
    const scene::detail::DeformingObject object(step.cloth, 0, parts);
    const rigid::RigidBodyMotion motion(step.motion, step.body->radius_about(step.motion.reference),
                                        step.body->middle());
    const QueryOptions options = {.statistics = &work};
    return scene::detail::MixedQuestion(object, {{*step.body, motion}}, options).first_contact();
}

class MixedBenchmark {
public:
    explicit MixedBenchmark(Benchmark& benchmark)
        : benchmark_(benchmark), passes_(benchmark.options().quick ? 2 : benchmark.options().passes)
    {}

    void run()
    {
        for (const MixedStep& step : mixed_steps(100'000, 70'000)) {
            if (benchmark_.wants_scene(step.name)) measure(step);
        }
    }

private:
    void measure(const MixedStep& step);

    Benchmark& benchmark_;
    int passes_;
};

void MixedBenchmark::measure(const MixedStep& step)
{
    const auto parts = scene::detail::ObjectParts::of(step.cloth.object(0).mesh);
    const QueryOptions own_options = {.assume_start_free = true, .threads = 1};
    // Of the processor, so that other programs do not count.
    double mixed = std::numeric_limits<double>::infinity(), own = mixed;
    Answer found;
    Answer own_found;
    Statistics work;
    for (int pass = 0; pass < passes_; ++pass) {
        work = {};
        mixed = std::min(mixed, thread_seconds_of([&] { found = first_contact_of(step, parts, work); }));
        own = std::min(own, thread_seconds_of([&] { own_found = first_contact(step.cloth, own_options); }));
    }
    benchmark_.add_seconds(step.name + "/first_contact/threads:1", mixed,
                           {{"cloth_triangles", step.cloth.triangle_count()},
                            {"body_triangles", step.body->primitives().size()},
                            {"outcome", std::string(to_string(found.outcome))},
                            {"safe_until", found.safe_until},
                            {"node_pairs", work.node_pairs},
                            {"triangle_tests", work.triangle_tests},
                            {"hash", scenes::hash_of(found)}},
                           fmt::format("{} at {:.6f}; {} pairs of nodes, {} of triangles; {}", to_string(found.outcome),
                                       found.safe_until, work.node_pairs, work.triangle_tests, scenes::hash_of(found)));
    benchmark_.add_seconds(step.name + "/own_step/threads:1", own, {{"safe_until", own_found.safe_until}},
                           fmt::format("{} at {:.6f}", to_string(own_found.outcome), own_found.safe_until));
    const double ratio = mixed / own;
    benchmark_.report(step.name + "/ratio/threads:1", ratio, "ratio");
    fmt::print("{:<60} {:10.3f} of the time of the cloth's own step\n", "", ratio);
    if (step.name == "mixed")
        benchmark_.expect(step.name, ratio <= greatest_ratio, "more than twice the time of the cloth's own step");
}

}  // namespace
}  // namespace tocca::bench

int main(int argc, char** argv)
{
    using namespace tocca::bench;
    return run_program({.name = "mixed",
                        .description = "Times the first contact of a cloth with a knot that turns beside that of the "
                                       "cloth's own step.\nExample: mixed --quick --json mixed.json",
                        .quick = "two passes",
                        .data = "nothing that is read",
                        .offer = [](CLI::App& app, BenchmarkOptions& options) { offer_scenes(app, options); },
                        .run = [](Benchmark& benchmark) { MixedBenchmark(benchmark).run(); }},
                       argc, argv);
}
