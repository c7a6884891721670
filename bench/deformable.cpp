// SPDX-License-Identifier: Apache-2.0
// Deforming meshes: the time of every verb on published and generated steps, its growth, and the memory it takes.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "scenes/answer_hash.hpp"
#include "scenes/deforming_scene.hpp"
#include "scenes/fold_sheet.hpp"
#include "support/benchmark_program.hpp"
#include "support/front_measurements.hpp"
#include "support/loop_measurements.hpp"
#include "support/mesh_measurements.hpp"
#include "support/mesh_step.hpp"
#include "support/study_measurements.hpp"
#include "support/timing.hpp"
#include "tocca/deformable/intersections.hpp"
#include "tocca/deformable/near_pairs.hpp"

namespace tocca::bench {
namespace {

using study::ContactDifferences;
using study::LocalAdvancement;

/// Prints a table while it measures.
class DeformableBenchmark {
public:
    explicit DeformableBenchmark(Benchmark& benchmark) : benchmark_(benchmark), options_(benchmark.options()) {}

    void run();

private:
    void measure_published();
    void measure_folds();
    void measure_generated();
    void measure_scene(const scenes::DeformingSceneEntry& entry, std::size_t triangles);
    void measure_paths();
    void measure_path(const std::string& name, MeshVerb verb);
    void measure_memories();
    void measure_fronts_kept();
    void measure_strategies();
    void measure_near();
    void add_contact_variants(const MeshStep& step);
    void add_first_contact_variants(const MeshStep& step);
    void add_path_variants(const std::string& name);

    MeshMeasurement add_verb(deformable::MovingScene& scene, const MeshStep& step, MeshVerb verb, int threads);
    void add_intersections(deformable::MovingScene& scene, const MeshStep& step, int threads);
    void add_start(const MeshStep& step, int threads);
    void add_clearance(deformable::MovingScene& scene, const MeshStep& step, int threads, double without);
    void add_ratio(deformable::MovingScene& scene, const MeshStep& step, MeshVerb verb);
    void add_memory(const MeshStep& step, MeshVerb verb);

    [[nodiscard]] int passes_of_study() const { return std::min(3, options_.passes); }  // some ways take seconds
    [[nodiscard]] QueryOptions query(int threads) const
    {
        QueryOptions result;
        result.threads = threads;
        result.target = options_.target;
        result.assume_start_free = true;  // the test of the start is measured by itself
        return result;
    }

    Benchmark& benchmark_;
    const BenchmarkOptions& options_;
};

MeshMeasurement DeformableBenchmark::add_verb(deformable::MovingScene& scene, const MeshStep& step, MeshVerb verb,
                                              int threads)
{
    const MeshMeasurement measured = measure(scene, step, verb, query(threads), options_.passes);
    const MeshAnswer& answer = measured.answer;
    nlohmann::ordered_json details{{"triangles", step.triangle_count()}, {"hash", answer.hash}};
    std::string remark = answer.hash;
    if (verb == MeshVerb::all_contacts) {
        details["contacts"] = {{"vf", answer.vertex_face}, {"ee", answer.edge_edge}};
        remark += fmt::format("  {} vf, {} ee", answer.vertex_face, answer.edge_edge);
    } else if (verb == MeshVerb::first_contact) {
        details["first"] = answer.first ? nlohmann::ordered_json(*answer.first) : nlohmann::ordered_json();
        if (answer.first) remark += fmt::format("  first at {:.10f}", *answer.first);
    }
    if (verb != MeshVerb::collides) details["elementary_tests"] = answer.statistics.elementary_tests;
    benchmark_.add_seconds(fmt::format("{}/{}/threads:{}", step.name, to_string(verb), threads), measured.seconds,
                           details, remark);
    return measured;
}

/// What is there at the start, reported on request: beside the contacts, not in their time.
void DeformableBenchmark::add_intersections(deformable::MovingScene& scene, const MeshStep& step, int threads)
{
    BestTime time;
    std::vector<Intersection> found;
    const QueryOptions options{.threads = threads, .target = options_.target};
    for (int pass = 0; pass < (options_.quick ? 1 : options_.passes); ++pass) {
        time.measure([&] { found = intersections(scene, 0.0, options); });
    }
    const auto crossing =
        std::count_if(found.begin(), found.end(), [](const Intersection& pair) { return pair.crosses; });
    benchmark_.add_seconds(fmt::format("{}/intersections/threads:{}", step.name, threads), time.seconds(),
                           {{"intersections", found.size()}, {"crossing", crossing}},
                           fmt::format("{} edges in faces at the start", found.size()));
}

/// What it takes to test that nothing crosses at the start: in the first step, and in those that follow a contact.
void DeformableBenchmark::add_start(const MeshStep& step, int threads)
{
    QueryOptions options = query(threads);
    options.assume_start_free = false;
    MeshStep at_rest = step;
    at_rest.end = step.start;
    BestTime time, without;
    Answer found;
    for (int pass = 0; pass < (options_.quick ? 1 : options_.passes); ++pass) {
        deformable::MovingScene scene = scene_at_start(at_rest);  // which has been asked nothing yet
        time.measure([&] { found = first_contact(scene, options); });
        without.measure([&] { keep(first_contact(scene, query(threads))); });
    }
    benchmark_.add_seconds(
        fmt::format("{}/start/threads:{}", step.name, threads), std::max(0.0, time.seconds() - without.seconds()),
        {{"crossing", found.start.crossing_count}}, fmt::format("{} edges through faces", found.start.crossing_count));
}

/// All contacts with a clearance, beside the time without.
void DeformableBenchmark::add_clearance(deformable::MovingScene& scene, const MeshStep& step, int threads,
                                        double without)
{
    QueryOptions options = query(threads);
    options.clearance = 1e-3;
    const MeshMeasurement measured = measure(scene, step, MeshVerb::all_contacts, options, options_.passes);
    const MeshAnswer& answer = measured.answer;
    const double ratio = measured.seconds / without;
    benchmark_.add_seconds(
        fmt::format("{}/clearance/threads:{}", step.name, threads), measured.seconds,
        {{"contacts", {{"vf", answer.vertex_face}, {"ee", answer.edge_edge}}}, {"hash", answer.hash}, {"ratio", ratio}},
        fmt::format("{}  {:.2f} times all_contacts", answer.hash, ratio));
}

void DeformableBenchmark::add_ratio(deformable::MovingScene& scene, const MeshStep& step, MeshVerb verb)
{
    const std::string name = fmt::format("{}/{}/speedup", step.name, to_string(verb));
    const double ratio = two_thread_ratio(scene, step, verb, 5);
    benchmark_.report(name, ratio, "ratio", {{"threads", 2}, {"runs", 5}});
    fmt::print("{:<60} {:10.3f} times faster with two threads, median of 5 runs in turn\n", name, ratio);
    std::fflush(stdout);
}

void DeformableBenchmark::measure_published()
{
    const std::vector<PublishedStep> steps = published_steps(options_.data);
    if (steps.empty()) fmt::print("published: left out, the data folder holds no sequences\n");
    for (const PublishedStep& published : steps) {
        const MeshStep& step = published.step;
        if (!benchmark_.wants_scene(step.name)) continue;
        deformable::MovingScene scene = scene_at_start(step);
        set_step(scene, step, 1);
        for (const int threads : options_.threads) {
            benchmark_.add_seconds(fmt::format("{}/refit/threads:{}", step.name, threads),
                                   measure_refit(scene, step, threads, options_.passes),
                                   {{"triangles", step.triangle_count()}}, "");
            const MeshMeasurement all = add_verb(scene, step, MeshVerb::all_contacts, threads);
            benchmark_.expect(
                step.name,
                all.answer.vertex_face == published.vertex_face && all.answer.edge_edge == published.edge_edge,
                fmt::format("published are {} vf, {} ee", published.vertex_face, published.edge_edge));
            add_clearance(scene, step, threads, all.seconds);
            const MeshMeasurement first = add_verb(scene, step, MeshVerb::first_contact, threads);
            const MeshMeasurement some = add_verb(scene, step, MeshVerb::collides, threads);
            benchmark_.expect(step.name, first.answer.touches && some.answer.touches, "the step has contacts");
            add_intersections(scene, step, threads);
            add_start(step, threads);
        }
        for (const MeshVerb verb : {MeshVerb::all_contacts, MeshVerb::first_contact}) add_ratio(scene, step, verb);
    }
}

MeshStep fold_step(scenes::FoldMotion motion, std::size_t side)
{
    MeshStep step = step_of(scenes::fold_sheet(motion, side), 0);
    step.name = fmt::format("{}:{}", motion == scenes::FoldMotion::fixed ? "fixed" : "cfl", side);
    return step;
}

void DeformableBenchmark::measure_folds()
{
    for (const scenes::FoldMotion motion : {scenes::FoldMotion::fixed, scenes::FoldMotion::cfl}) {
        for (const int threads : options_.threads) {
            std::vector<SizedTime> times;
            for (const std::size_t side : {64U, 128U, 256U, 512U}) {
                const MeshStep step = fold_step(motion, side);
                deformable::MovingScene scene = scene_at_start(step);
                set_step(scene, step, 1);
                const MeshMeasurement first = add_verb(scene, step, MeshVerb::first_contact, threads);
                times.push_back({static_cast<double>(step.triangle_count()), first.seconds});
                const std::optional<double> known = scenes::known_first_contact(motion, side);
                if (!known) continue;
                const double behind = *known - first.answer.first.value_or(2.0);
                fmt::print("{:<60} {:.8f} is the true time, {:.1e} later\n", "", *known, behind);
                // The known time is rounded to 8 digits.
                benchmark_.expect(step.name, behind >= -1e-8 && behind <= 1e-6, "the first contact is at another time");
            }
            const std::string name = fmt::format("{}/first_contact/growth/threads:{}",
                                                 motion == scenes::FoldMotion::fixed ? "fixed" : "cfl", threads);
            const double slope = growth(times);
            benchmark_.report(name, slope, "exponent",
                              {{"from", times.front().triangles}, {"to", times.back().triangles}});
            fmt::print("{:<60} {:10.3f} is the slope of log time over log size\n", name, slope);
        }
    }
}

/// Steps spread evenly over a scene; where triangles change there is no step.
std::vector<MeshStep> spread_steps(const scenes::DeformingScene& scene, int count)
{
    std::vector<MeshStep> steps;
    const int last = scene.frames - 2;
    count = std::min(count, last + 1);
    for (int i = 0; i < count; ++i) {
        int frame = count == 1 ? last * 9 / 10 : last * i / (count - 1);
        const auto changes = [&] {
            return scene.changing_faces && scene.changing_faces(frame) != scene.changing_faces(frame + 1);
        };
        if (changes()) --frame;
        steps.push_back(step_of(scene, frame));
    }
    return steps;
}

void DeformableBenchmark::measure_scene(const scenes::DeformingSceneEntry& entry, std::size_t triangles)
{
    const scenes::DeformingScene generated = entry.make(triangles);
    const std::vector<MeshStep> steps = spread_steps(generated, options_.quick ? 1 : 8);
    for (const MeshVerb verb : {MeshVerb::all_contacts, MeshVerb::first_contact}) {
        for (const int threads : options_.threads) {
            if (options_.quick && threads != options_.threads.front()) continue;
            double total = 0, worst = 0;
            std::size_t contacts = 0, touching = 0;
            std::string hashes;
            for (const MeshStep& step : steps) {
                deformable::MovingScene scene = scene_at_start(step);
                set_step(scene, step, threads);
                const MeshMeasurement measured =
                    measure(scene, step, verb, query(threads), options_.quick ? 1 : options_.passes);
                total += measured.seconds;
                worst = std::max(worst, measured.seconds);
                contacts += measured.answer.vertex_face + measured.answer.edge_edge;
                touching += measured.answer.touches ? 1U : 0U;
                hashes += measured.answer.hash;
            }
            const std::string hash = scenes::hash_of(hashes);
            nlohmann::ordered_json details{{"worst", worst},
                                           {"steps", steps.size()},
                                           {"touching_steps", touching},
                                           {"triangles", scenes::triangle_count(generated)},
                                           {"hash", hash}};
            if (verb == MeshVerb::all_contacts) details["contacts"] = contacts;
            benchmark_.add_seconds(
                fmt::format("{}/{}/threads:{}", entry.name, to_string(verb), threads),
                total / static_cast<double>(steps.size()), details,
                fmt::format("{}  {} triangles, {} of {} steps touch{}", hash, scenes::triangle_count(generated),
                            touching, steps.size(),
                            verb == MeshVerb::all_contacts ? fmt::format(", {} contacts", contacts) : std::string()));
        }
    }
}

void DeformableBenchmark::measure_generated()
{
    for (const scenes::DeformingSceneEntry& entry : scenes::deforming_scenes()) {
        if (entry.name.starts_with("fold-")) continue;  // have their own part
        if (!benchmark_.wants_scene(std::string(entry.name))) continue;
        const std::size_t size = options_.quick ? std::min<std::size_t>(entry.triangles, 252'000) : entry.triangles;
        measure_scene(entry, size);
    }
}

/// A planning path: the time to know whether it is free, or its first contact, which ends it.
void DeformableBenchmark::measure_path(const std::string& name, MeshVerb verb)
{
    const scenes::DeformingScene generated = scenes::deforming_scene(name).value();
    const MeshStep first = step_of(generated, 0);
    std::vector<scenes::ScenePositions> path;
    for (int frame = 0; frame < generated.frames; ++frame) path.push_back(generated.positions(frame));
    BestTime time;
    std::size_t steps = 0;
    std::string hashes;
    deformable::MovingScene scene = scene_at_start(first);
    for (int pass = 0; pass < options_.passes; ++pass) {
        std::size_t done = 0;
        hashes.clear();
        set_step(scene, {.name = {}, .faces = {}, .start = path[0], .end = path[0]}, 1);
        time.measure([&] {
            bool touches = false;
            while (!touches && done + 1 < path.size()) {
                ++done;
                scene.move_to(std::vector<std::span<const Point>>(path[done].begin(), path[done].end()), 1);
                if (verb == MeshVerb::collides) {
                    touches = collides(scene, query(1));
                } else {
                    const Answer answer = first_contact(scene, query(1));
                    touches = answer.contact.has_value();
                    hashes += scenes::hash_of(answer);
                }
            }
        });
        steps = done;
    }
    benchmark_.add_seconds(fmt::format("{}/path/{}/threads:1", name, to_string(verb)), time.seconds(),
                           {{"steps", steps}, {"path", path.size() - 1}, {"hash", scenes::hash_of(hashes)}},
                           fmt::format("{} of {} steps, {:.3f} ms a step", steps, path.size() - 1,
                                       1e3 * time.seconds() / static_cast<double>(steps)));
}

void DeformableBenchmark::measure_paths()
{
    for (const char* name : {"bar-and-spheres", "heart-among-organs"}) {
        if (!benchmark_.wants_scene(name)) continue;
        for (const MeshVerb verb : {MeshVerb::collides, MeshVerb::first_contact}) measure_path(name, verb);
    }
}

void DeformableBenchmark::add_memory(const MeshStep& step, MeshVerb verb)
{
    const MeshMemory memory = measure_memory(step, verb, 1);
    const double triangles = static_cast<double>(step.triangle_count());
    const auto each = [&](std::size_t bytes) { return static_cast<double>(bytes) / triangles; };
    const std::string name = fmt::format("{}/{}/memory", step.name, to_string(verb));
    benchmark_.report(
        name, each(memory.answering), "B/triangle",
        {{"scene", each(memory.scene)}, {"building", each(memory.building)}, {"triangles", step.triangle_count()}});
    fmt::print("{:<60} {:10.1f} B a triangle beyond the two frames; the scene {:.1f}, while it is built {:.1f}\n", name,
               each(memory.answering), each(memory.scene), each(memory.building));
    std::fflush(stdout);
}

void DeformableBenchmark::measure_memories()
{
    for (const std::size_t side : {256U, 512U}) {
        add_memory(fold_step(scenes::FoldMotion::fixed, side), MeshVerb::first_contact);
    }
    for (const PublishedStep& published : published_steps(options_.data)) {
        add_memory(published.step, MeshVerb::all_contacts);
    }
}

/// Traversal fronts of several sizes kept from step to step, against none.
void DeformableBenchmark::measure_fronts_kept()
{
    constexpr std::size_t sizes[] = {0, 10'000, 100'000, 1'000'000, 10'000'000};
    std::vector<MeshSequence> sequences;
    for (const PublishedStep& published : published_steps(options_.data)) {
        if (published.step.name == "cloth-ball") sequences.push_back(sequence_of(published.step, 8));
    }
    for (const char* name : {"cloth-over-ball", "bouncing-balls"}) {
        const scenes::DeformingScene scene = scenes::deforming_scene(name).value();
        sequences.push_back(sequence_of(scene, scene.frames * 3 / 4, 8));
    }
    for (const MeshSequence& sequence : sequences) {
        if (!benchmark_.wants_scene(sequence.name)) continue;
        const std::vector<FrontMeasurement> all = measure_fronts(sequence, sizes, options_.passes);
        for (const FrontMeasurement& front : all) {
            const std::string name = fmt::format("{}/all_contacts/front:{}", sequence.name, front.most_pairs);
            benchmark_.expect(name, front.hash == all.front().hash, "other answers than without a front");
            benchmark_.add_seconds(name, front.seconds, {{"node_tests", front.node_tests}, {"hash", front.hash}},
                                   fmt::format("{}  {:>8} node tests", front.hash, front.node_tests));
        }
    }
}

/// The ways of the papers, all of which must find the same contacts, the judge without exactness excepted.
void DeformableBenchmark::add_contact_variants(const MeshStep& step)
{
    deformable::MovingScene scene = scene_at_start(step);
    set_step(scene, step, 1);
    const Answers exact = all_contacts(scene, query(1));
    double basic = 0;  // tests of BASIC with the culling of its paper
    for (const StudyVariant& variant : contact_variants()) {
        const bool judge = variant.options.local_advancement == LocalAdvancement::judge;
        const StudyMeasurement measured =
            measure_study(scene, variant.options, MeshVerb::all_contacts, passes_of_study());
        const std::string name = fmt::format("{}/study/all_contacts/{}", step.name, variant.name);
        const auto tests = static_cast<double>(measured.counts.elementary_tests());
        if (basic == 0) basic = tests;
        const ContactDifferences unlike = study::differences(measured.contacts, exact.contacts);
        if (!judge)
            benchmark_.expect(name, measured.hash == scenes::hash_of(exact.contacts),
                              "other contacts than all_contacts");
        benchmark_.add_seconds(
            name, measured.seconds,
            {{"elementary_tests", measured.counts.elementary_tests()},
             {"vf_tests", measured.counts.vertex_face_tests},
             {"ee_tests", measured.counts.edge_edge_tests},
             {"triangle_pairs", measured.counts.triangle_pairs},
             {"node_tests", measured.counts.node_tests},
             {"fewer_than_basic", basic / tests},
             {"missed", unlike.missed},
             {"extra", unlike.extra},
             {"hash", measured.hash}},
            fmt::format("{}  {:>9} tests, {:5.1f} times fewer{}", measured.hash, measured.counts.elementary_tests(),
                        basic / tests,
                        judge ? fmt::format(", {} missed, {} extra", unlike.missed, unlike.extra) : std::string()));
    }
}

void DeformableBenchmark::add_first_contact_variants(const MeshStep& step)
{
    deformable::MovingScene scene = scene_at_start(step);
    set_step(scene, step, 1);
    const std::string exact = scenes::hash_of(first_contact(scene, query(1)));
    for (const StudyVariant& variant : first_contact_variants()) {
        const StudyMeasurement measured =
            measure_study(scene, variant.options, MeshVerb::first_contact, passes_of_study());
        const std::string name = fmt::format("{}/study/first_contact/{}", step.name, variant.name);
        if (variant.options.local_advancement != LocalAdvancement::judge) {
            benchmark_.expect(name, measured.hash == exact, "another first contact than first_contact");
        }
        benchmark_.add_seconds(name, measured.seconds,
                               {{"elementary_tests", measured.counts.elementary_tests()}, {"hash", measured.hash}},
                               fmt::format("{}  {:>9} tests", measured.hash, measured.counts.elementary_tests()));
    }
}

void DeformableBenchmark::add_path_variants(const std::string& name)
{
    const scenes::DeformingScene path = scenes::deforming_scene(name).value();
    for (const MeshVerb verb : {MeshVerb::collides, MeshVerb::first_contact}) {
        for (const StudyVariant& variant : first_contact_variants()) {
            const StudyPath measured = measure_study_path(path, variant.options, verb, passes_of_study());
            benchmark_.add_seconds(fmt::format("{}/study/path/{}/{}", name, to_string(verb), variant.name),
                                   measured.seconds, {{"steps", measured.steps}},
                                   fmt::format("{} steps", measured.steps));
        }
    }
}

void DeformableBenchmark::measure_strategies()
{
    std::vector<MeshStep> steps;
    for (PublishedStep& published : published_steps(options_.data)) {
        if (published.step.name == "cloth-ball") steps.push_back(std::move(published.step));
    }
    for (const char* name : {"cloth-over-ball", "bouncing-balls", "exploding-model"}) {
        const scenes::DeformingScene scene = scenes::deforming_scene(name).value();
        steps.push_back(step_of(scene, (scene.frames - 2) * 9 / 10));
    }
    for (const MeshStep& step : steps) {
        if (!benchmark_.wants_scene(step.name)) continue;
        add_contact_variants(step);
        add_first_contact_variants(step);
    }
    for (const char* name : {"bar-and-spheres", "heart-among-organs"}) {
        if (benchmark_.wants_scene(name)) add_path_variants(name);
    }
}

/// The pairs of a draped cloth within a distance at which a barrier would act, and the radii of its vertices.
void DeformableBenchmark::measure_near()
{
    const scenes::DeformingScene drape = scenes::deforming_scene("cloth-over-ball", 20'000).value();
    MeshStep step = step_of(drape, drape.frames - 2);
    step.name = "cloth-over-ball:20K";
    const deformable::MovingScene scene = [&] {
        deformable::MovingScene moved = scene_at_start(step);
        set_step(moved, step, 1);
        return moved;
    }();
    constexpr double distance = 0.0067;
    for (const int threads : options_.threads) {
        BestTime time, of_radii;
        std::vector<FeaturePair::Near> pairs;
        Statistics work;
        for (int pass = 0; pass < options_.passes; ++pass) {
            QueryOptions options{.threads = threads, .target = options_.target, .statistics = &work};
            work = {};
            time.measure([&] { near_pairs(scene, distance, 1.0, options, pairs); });
            options.statistics = nullptr;
            of_radii.measure([&] { keep(free_radii(scene, distance, 1.0, options)); });
        }
        const auto contacts = std::count_if(pairs.begin(), pairs.end(),
                                            [](const FeaturePair::Near& pair) { return pair.multiplicity > 0; });
        const nlohmann::ordered_json details{{"triangles", step.triangle_count()},
                                             {"candidates", work.elementary_tests},
                                             {"pairs", pairs.size()},
                                             {"contacts", contacts}};
        benchmark_.add_seconds(
            fmt::format("{}/near_pairs/threads:{}", step.name, threads), time.seconds(), details,
            fmt::format("{} candidates, {} pairs, {} contacts", work.elementary_tests, pairs.size(), contacts));
        benchmark_.add_seconds(fmt::format("{}/free_radii/threads:{}", step.name, threads), of_radii.seconds(), details,
                               "");
    }
}

void DeformableBenchmark::run()
{
    benchmark_.measure_floor();
    fmt::print("{:<60} {:>10} {:>10}  hash and answer\n", "", "seconds", "scaled");
    if (benchmark_.wants("published")) measure_published();
    if (benchmark_.wants("folds")) measure_folds();
    if (benchmark_.wants("generated")) measure_generated();
    if (benchmark_.wants("paths")) measure_paths();
    if (benchmark_.wants("near")) measure_near();
    if (benchmark_.wants("memory")) measure_memories();
    if (benchmark_.wants("fronts") && !options_.quick) measure_fronts_kept();
    if (benchmark_.wants("loop")) measure_loop(benchmark_);
    if (benchmark_.wants("strategies") && !options_.quick) measure_strategies();
}

}  // namespace
}  // namespace tocca::bench

int main(int argc, char** argv)
{
    using namespace tocca::bench;
    return run_program(
        {.name = "deformable",
         .description = "Times the verbs on deforming meshes: refit and answer, the best of several passes.\n"
                        "Example: deformable --quick --json deformable.json",
         .quick = "one step of each generated scene, none of a million triangles, no fronts, no strategies",
         .data = "sequences/cloth-ball and others",
         .defaults = {.sections = {"published", "folds", "generated", "paths", "near", "memory", "fronts", "loop",
                                   "strategies"}},
         .offer =
             [](CLI::App& app, BenchmarkOptions& options) {
                 offer_target(app, options);
                 offer_scenes(app, options);
                 offer_threads(app, options);
             },
         .run = [](Benchmark& benchmark) { DeformableBenchmark(benchmark).run(); }},
        argc, argv);
}
