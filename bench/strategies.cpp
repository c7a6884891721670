// SPDX-License-Identifier: Apache-2.0
// The strategies of the papers side by side: elementary tests, times and memory, as tables in Markdown.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scenes/answer_hash.hpp"
#include "scenes/deforming_scene.hpp"
#include "support/benchmark_program.hpp"
#include "support/mesh_measurements.hpp"
#include "support/mesh_step.hpp"
#include "support/study_measurements.hpp"
#include "support/timing.hpp"

namespace tocca::bench {
namespace {

using study::BoundingVolume;
using study::ContactDifferences;
using study::ContactStudy;
using study::EdgeFaceIntersection;
using study::LocalAdvancement;
using study::Strategy;
using study::StudyCounts;
using study::StudyIntersections;
using study::StudyOptions;
using study::TreeLayers;

/// A step, moved, and its contacts by the verb of the library.
struct Case {
    MeshStep step;
    deformable::MovingScene scene;
    std::vector<Contact> contacts;
    std::string hash;
    std::uint64_t elementary_tests = 0;  ///< that the verb made
};

/// Elementary tests of strategies with one kind of volume.
struct TestCounts {
    double basic = 0.0;
    double r_tri = 0.0;
    double r_tri_segments = 0.0;
};

double millions(std::uint64_t count) { return 1e-6 * static_cast<double>(count); }
double megabytes(std::size_t bytes) { return 1e-6 * static_cast<double>(bytes); }

class StrategiesBenchmark {
public:
    explicit StrategiesBenchmark(Benchmark& benchmark)
        : benchmark_(benchmark),
          options_(benchmark.options()),
          passes_(benchmark.options().quick ? 1 : benchmark.options().passes)
    {}

    void run();

private:
    void load();
    void count_tests();
    void compare_ratios(const Case& which, const TestCounts& swept, const TestCounts& kinetic, const TestCounts& times);
    void count_segments();
    void count_discrete();
    void compare_volumes();
    void compare_layers();
    void compare_assignments();
    void compare_first();
    void compare_paths();

    /// Measures all contacts one way, checks them, and keeps the result under `name`.
    StudyMeasurement contacts(const Case& which, const std::string& name, const StudyOptions& options);
    void table(const std::string& title, const std::vector<std::string>& columns);
    template <class... Values>
    void row(fmt::format_string<Values...> format, Values&&... values);

    /// Where many ways are compared, a quick run leaves the published step out.
    [[nodiscard]] std::span<const Case> compared() const
    {
        const bool leave_out = options_.quick && !cases_.empty() && cases_.front().step.name == "cloth-ball";
        return std::span(cases_).subspan(leave_out ? 1 : 0);
    }

    Benchmark& benchmark_;
    const BenchmarkOptions& options_;
    int passes_;
    std::vector<Case> cases_;
};

void StrategiesBenchmark::table(const std::string& title, const std::vector<std::string>& columns)
{
    fmt::print("\n### {}\n\n| {} |\n|", title, fmt::join(columns, " | "));
    for (std::size_t i = 0; i < columns.size(); ++i) fmt::print("{}", i == 0 ? "---|" : "--:|");
    fmt::print("\n");
}

template <class... Values>
void StrategiesBenchmark::row(fmt::format_string<Values...> format, Values&&... values)
{
    fmt::print("| {} |\n", fmt::format(format, std::forward<Values>(values)...));
    std::fflush(stdout);
}

void StrategiesBenchmark::load()
{
    std::vector<MeshStep> steps;
    for (PublishedStep& published : published_steps(options_.data)) {
        if (published.step.name == "cloth-ball") steps.push_back(std::move(published.step));
    }
    if (steps.empty()) fmt::print("cloth-ball: left out, the data folder does not hold it\n");
    for (const char* name : {"cloth-over-ball", "bouncing-balls", "exploding-model"}) {
        const std::optional<std::size_t> size = options_.quick ? std::optional<std::size_t>(10'000) : std::nullopt;
        const scenes::DeformingScene scene = scenes::deforming_scene(name, size).value();
        steps.push_back(step_of(scene, (scene.frames - 2) * 9 / 10));
        steps.back().name = name;
    }
    table("Scenes", {"step", "triangles", "contacts VF", "contacts EE"});
    for (MeshStep& step : steps) {
        Case made{.step = std::move(step), .scene = {}, .contacts = {}, .hash = {}};
        made.scene = scene_at_start(made.step);
        set_step(made.scene, made.step, 1);
        Statistics work;
        Answers found = all_contacts(made.scene, {.assume_start_free = true, .threads = 1, .statistics = &work});
        made.contacts = std::move(found.contacts);
        made.elementary_tests = work.elementary_tests;
        made.hash = scenes::hash_of(made.contacts);
        const auto vertex_face = std::count_if(made.contacts.begin(), made.contacts.end(),
                                               [](const Contact& c) { return c.kind == PairKind::vertex_face; });
        row("{} | {} | {} | {}", made.step.name, made.step.triangle_count(), vertex_face,
            static_cast<std::ptrdiff_t>(made.contacts.size()) - vertex_face);
        cases_.push_back(std::move(made));
    }
}

StudyMeasurement StrategiesBenchmark::contacts(const Case& which, const std::string& name, const StudyOptions& options)
{
    const StudyMeasurement measured = measure_study(which.scene, options, MeshVerb::all_contacts, passes_);
    const std::string path = which.step.name + "/" + name;
    const StudyCounts& counts = measured.counts;
    benchmark_.report(path, measured.seconds, "s",
                      {{"hash", measured.hash},
                       {"node_tests", counts.node_tests},
                       {"triangle_pairs", counts.triangle_pairs},
                       {"feature_tests", counts.feature_tests},
                       {"segment_tests", counts.segment_tests},
                       {"lookups", counts.lookups},
                       {"vf_tests", counts.vertex_face_tests},
                       {"ee_tests", counts.edge_edge_tests},
                       {"advanced", counts.advanced},
                       {"advancement_steps", counts.advancement_steps},
                       {"gave_up", counts.gave_up}});
    if (options.local_advancement != LocalAdvancement::judge)
        benchmark_.expect(path, measured.hash == which.hash, "the contacts are not those of all_contacts");
    return measured;
}

/// Source: Curtis, Tamstorf, Manocha 2008, figure 10.
void StrategiesBenchmark::count_tests()
{
    for (const Case& which : cases_) {
        table("Elementary tests by strategy", {"step", "volumes", "strategy", "triangle pairs, M", "feature tests, M",
                                               "VF tests, M", "EE tests, M", "all, M", "BASIC / this", "seconds"});
        const auto count = [&](const std::string& volumes, StudyOptions options) {
            TestCounts counts;
            const auto measure = [&](Strategy strategy, bool segments) {
                options.strategy = strategy;
                options.segment_box = segments;
                const std::string name = fmt::format("{}{}", to_string(strategy), segments ? "/segment_box" : "");
                const StudyMeasurement m = contacts(which, volumes + "/" + name, options);
                const auto tests = static_cast<double>(m.counts.elementary_tests());
                if (strategy == Strategy::basic) counts.basic = tests;
                if (strategy == Strategy::r_tri) (segments ? counts.r_tri_segments : counts.r_tri) = tests;
                row("{} | {} | {} | {:.3f} | {:.3f} | {:.3f} | {:.3f} | {:.3f} | {:.1f} | {:.3f}", which.step.name,
                    volumes, name, millions(m.counts.triangle_pairs), millions(m.counts.feature_tests),
                    millions(m.counts.vertex_face_tests), millions(m.counts.edge_edge_tests), 1e-6 * tests,
                    counts.basic / tests, m.seconds);
            };
            for (const Strategy strategy :
                 {Strategy::basic, Strategy::no_dupl, Strategy::adj, Strategy::r_tri, Strategy::separate_trees})
                measure(strategy, false);
            measure(Strategy::r_tri, true);
            return counts;
        };
        const TestCounts swept = count("swept", {.layers = TreeLayers::swept});
        const TestCounts kinetic = count("kinetic", {.layers = TreeLayers::kinetic});
        const TestCounts times = count("kinetic, times", {.layers = TreeLayers::kinetic, .overlap_times = true});
        compare_ratios(which, swept, kinetic, times);
    }
}

/// How many times fewer tests than BASIC, by what is compared with what; three of these are promised of cloth-ball.
void StrategiesBenchmark::compare_ratios(const Case& which, const TestCounts& swept, const TestCounts& kinetic,
                                         const TestCounts& times)
{
    const auto own = static_cast<double>(which.elementary_tests);
    const struct {
        const char* basic;
        const char* other;
        double ratio;
        double promised;
    } ratios[] = {
        {"swept", "R-TRI, swept", swept.basic / swept.r_tri, 9.0},
        {"swept", "R-TRI, kinetic", swept.basic / kinetic.r_tri, 15.0},
        {"kinetic", "R-TRI, kinetic", kinetic.basic / kinetic.r_tri, 0.0},
        {"kinetic", "R-TRI, kinetic, segments", kinetic.basic / kinetic.r_tri_segments, 0.0},
        {"kinetic, times", "R-TRI, kinetic, times", times.basic / times.r_tri, 0.0},
        {"kinetic", "all_contacts", kinetic.basic / own, 15.0},
    };
    table("Times fewer tests than BASIC", {"step", "BASIC with", "against", "times fewer"});
    for (const auto& [basic, other, ratio, promised] : ratios) {
        row("{} | {} | {} | {:.2f}", which.step.name, basic, other, ratio);
        benchmark_.report(fmt::format("{}/ratio/{}/{}", which.step.name, basic, other), ratio, "ratio");
        if (which.step.name == "cloth-ball")
            benchmark_.expect(which.step.name, ratio >= promised, fmt::format("{}: too many of BASIC's tests", other));
    }
}

/// Source: Curtis, Tamstorf, Manocha 2008, table 2.
void StrategiesBenchmark::count_segments()
{
    table("Swept vertices against swept faces", {"step", "VF pairs of represented features, M", "culled by boxes",
                                                 "culled by segment and box", "improvement", "all tests left, M"});
    for (const Case& which : compared()) {
        const auto measure = [&](Strategy strategy, bool segments) {
            return contacts(which, fmt::format("swept/{}{}", to_string(strategy), segments ? "/segment_box" : ""),
                            {.strategy = strategy, .layers = TreeLayers::swept, .segment_box = segments})
                .counts;
        };
        const StudyCounts all = measure(Strategy::no_dupl, false), boxes = measure(Strategy::r_tri, false);
        const StudyCounts segments = measure(Strategy::r_tri, true);
        const auto culled = [&](const StudyCounts& left) {
            return 100.0 * (1.0 - millions(left.vertex_face_tests) / millions(all.vertex_face_tests));
        };
        row("{} | {:.3f} | {:.1f} % | {:.1f} % | {:.1f} % | {:.3f}", which.step.name, millions(all.vertex_face_tests),
            culled(boxes), culled(segments), 100.0 * (culled(segments) / culled(boxes) - 1.0),
            millions(segments.elementary_tests()));
    }
}

/// Source: Curtis, Tamstorf, Manocha 2008, 1 and 5.1.
void StrategiesBenchmark::count_discrete()
{
    table("Discrete queries: edges against faces at the start",
          {"step", "strategy", "triangle pairs, M", "edge-face tests, M", "BASIC / this", "intersections", "seconds"});
    for (const Case& which : compared()) {
        double basic = 0.0;
        std::vector<EdgeFaceIntersection> first;
        for (const auto& [strategy, segments] : {std::pair(Strategy::basic, false), std::pair(Strategy::no_dupl, false),
                                                 std::pair(Strategy::r_tri, false), std::pair(Strategy::r_tri, true)}) {
            const std::string name = fmt::format("{}{}", to_string(strategy), segments ? "/segment_box" : "");
            const StudyOptions options{.strategy = strategy, .segment_box = segments};
            BestTime time;
            StudyIntersections found;
            for (int pass = 0; pass < passes_; ++pass) {
                time.measure([&] { found = study_intersections(which.scene, options); });
            }
            const auto tests = static_cast<double>(found.edge_face_tests);
            if (strategy == Strategy::basic) {
                basic = tests;
                first = found.intersections;
            }
            benchmark_.expect(which.step.name, found.intersections == first, "strategies find different intersections");
            benchmark_.report(which.step.name + "/discrete/" + name, time.seconds(), "s",
                              {{"edge_face_tests", found.edge_face_tests},
                               {"triangle_pairs", found.counts.triangle_pairs},
                               {"intersections", found.intersections.size()}});
            row("{} | {} | {:.3f} | {:.3f} | {:.1f} | {} | {:.3f}", which.step.name, name,
                millions(found.counts.triangle_pairs), 1e-6 * tests, basic / tests, found.intersections.size(),
                time.seconds());
        }
    }
}

void StrategiesBenchmark::compare_volumes()
{
    table("Volumes (R-TRI)",
          {"step", "layers", "volume", "node tests, M", "triangle pairs, M", "elementary tests, M", "MB", "seconds"});
    for (const Case& which : compared()) {
        for (const TreeLayers layers : {TreeLayers::swept, TreeLayers::kinetic}) {
            for (const BoundingVolume volume :
                 {BoundingVolume::aabb, BoundingVolume::kdop14, BoundingVolume::kdop18, BoundingVolume::kdop26}) {
                const StudyOptions options{.volume = volume, .layers = layers};
                const auto m =
                    contacts(which, fmt::format("{}/r_tri/{}", to_string(layers), to_string(volume)), options);
                row("{} | {} | {} | {:.3f} | {:.3f} | {:.3f} | {:.1f} | {:.3f}", which.step.name, to_string(layers),
                    to_string(volume), millions(m.counts.node_tests), millions(m.counts.triangle_pairs),
                    millions(m.counts.elementary_tests()), megabytes(ContactStudy(which.scene, options).bytes()),
                    m.seconds);
            }
        }
    }
}

/// Source: Tang, Kim, Manocha 2010, VI.
void StrategiesBenchmark::compare_layers()
{
    table("Layers of the tree (R-TRI)",
          {"step", "volume", "layers", "node tests, M", "triangle pairs, M", "elementary tests, M", "MB", "seconds"});
    for (const Case& which : compared()) {
        for (const BoundingVolume volume : {BoundingVolume::aabb, BoundingVolume::kdop18}) {
            const auto measure = [&](const std::string& name, StudyOptions options) {
                options.volume = volume;
                const auto m = contacts(which, fmt::format("{}/r_tri/{}", name, to_string(volume)), options);
                row("{} | {} | {} | {:.3f} | {:.3f} | {:.3f} | {:.1f} | {:.3f}", which.step.name, to_string(volume),
                    name, millions(m.counts.node_tests), millions(m.counts.triangle_pairs),
                    millions(m.counts.elementary_tests()), megabytes(ContactStudy(which.scene, options).bytes()),
                    m.seconds);
            };
            measure("swept", {.layers = TreeLayers::swept});
            for (const int levels : {1, 3, 6, 10})
                measure(fmt::format("hybrid:{}", levels), {.layers = TreeLayers::hybrid, .lower_levels = levels});
            measure("kinetic", {.layers = TreeLayers::kinetic});
            measure("kinetic, overlap times", {.layers = TreeLayers::kinetic, .overlap_times = true});
        }
    }
}

/// Source: Curtis, Tamstorf, Manocha 2008, 4.3.
void StrategiesBenchmark::compare_assignments()
{
    table("Assignments (swept volumes)",
          {"step", "assignment", "NO-DUPL tests, M", "R-TRI feature tests, M", "R-TRI tests, M", "R-TRI seconds"});
    for (const Case& which : compared()) {
        for (const Assignment assignment : {Assignment::greedy, Assignment::uniform, Assignment::maximal}) {
            const auto measure = [&](Strategy strategy) {
                return contacts(which, fmt::format("swept/{}/{}", to_string(strategy), study::to_string(assignment)),
                                {.strategy = strategy, .layers = TreeLayers::swept, .assignment = assignment});
            };
            const StudyMeasurement no_dupl = measure(Strategy::no_dupl), r_tri = measure(Strategy::r_tri);
            row("{} | {} | {:.3f} | {:.3f} | {:.3f} | {:.3f}", which.step.name, study::to_string(assignment),
                millions(no_dupl.counts.elementary_tests()), millions(r_tri.counts.feature_tests),
                millions(r_tri.counts.elementary_tests()), r_tri.seconds);
        }
    }
}

constexpr LocalAdvancement all_advancements[] = {LocalAdvancement::off, LocalAdvancement::accelerator,
                                                 LocalAdvancement::judge};

/// Source: Tang, Kim, Manocha 2010, table I.
void StrategiesBenchmark::compare_first()
{
    table("All contacts and the first one, with local advancement",
          {"step", "local advancement", "all: tests, M", "all: seconds", "missed", "extra", "first: tests, M",
           "first: seconds", "first time"});
    for (const Case& which : compared()) {
        const Answer exact = first_contact(which.scene, {.assume_start_free = true, .threads = 1});
        const auto measure = [&](const std::string& name, const StudyOptions& options) {
            const StudyMeasurement all = contacts(which, "kinetic/r_tri/" + name, options);
            const ContactDifferences wrong = study::differences(all.contacts, which.contacts);
            const StudyMeasurement first = measure_study(which.scene, options, MeshVerb::first_contact, passes_);
            const std::string path = which.step.name + "/first_contact/" + name;
            const double time = first.contacts.empty() ? 1.0 : first.contacts.front().toc.lower;
            benchmark_.report(path, first.seconds, "s",
                              {{"tests", first.counts.elementary_tests()},
                               {"advanced", first.counts.advanced},
                               {"first", time},
                               {"missed", wrong.missed},
                               {"extra", wrong.extra}});
            if (options.local_advancement != LocalAdvancement::judge)
                benchmark_.expect(path, first.hash == scenes::hash_of(exact),
                                  "the first contact is not that of first_contact");
            row("{} | {} | {:.3f} | {:.3f} | {} | {} | {:.4f} | {:.4f} | {:.9f}", which.step.name, name,
                millions(all.counts.elementary_tests()), all.seconds, wrong.missed, wrong.extra,
                millions(first.counts.elementary_tests()), first.seconds, time);
        };
        measure("off, no temporal culling", {.temporal_culling = false});
        for (const LocalAdvancement local : all_advancements)
            measure(std::string(to_string(local)), {.local_advancement = local});
    }
}

/// Source: Tang, Kim, Manocha 2010, table II.
void StrategiesBenchmark::compare_paths()
{
    table("Paths of many steps, up to the first with contact",
          {"path", "triangles", "steps", "local advancement", "Boolean, ms a step", "first time, ms a step"});
    for (const char* name : {"bar-and-spheres", "heart-among-organs"}) {
        const scenes::DeformingScene path = scenes::deforming_scene(name).value();
        std::size_t exact_steps = 0;
        const auto measure = [&](const std::string& variant, const StudyOptions& options) {
            const StudyPath boolean = measure_study_path(path, options, MeshVerb::collides, passes_);
            const StudyPath first = measure_study_path(path, options, MeshVerb::first_contact, passes_);
            const auto milliseconds = [](const StudyPath& p) { return 1e3 * p.seconds / static_cast<double>(p.steps); };
            if (exact_steps == 0) exact_steps = boolean.steps;
            if (options.local_advancement != LocalAdvancement::judge)
                benchmark_.expect(name, boolean.steps == exact_steps && first.steps == exact_steps,
                                  "paths end differently");
            for (const auto& [verb, result] : {std::pair("collides", boolean), std::pair("first_contact", first)}) {
                benchmark_.report(fmt::format("{}/{}/{}", name, verb, variant), milliseconds(result), "ms",
                                  {{"steps", result.steps}});
            }
            row("{} | {} | {} | {} | {:.3f} | {:.3f}", name, scenes::triangle_count(path), boolean.steps, variant,
                milliseconds(boolean), milliseconds(first));
        };
        measure("off, swept", {.layers = TreeLayers::swept, .temporal_culling = false});
        for (const LocalAdvancement local : all_advancements)
            measure(std::string(to_string(local)), {.local_advancement = local});
    }
}

void StrategiesBenchmark::run()
{
    load();
    if (benchmark_.wants("tests")) count_tests();
    if (benchmark_.wants("segments")) count_segments();
    if (benchmark_.wants("discrete")) count_discrete();
    if (benchmark_.wants("volumes")) compare_volumes();
    if (benchmark_.wants("layers")) compare_layers();
    if (benchmark_.wants("assignments")) compare_assignments();
    if (benchmark_.wants("first")) compare_first();
    if (benchmark_.wants("paths")) compare_paths();
}

}  // namespace
}  // namespace tocca::bench

int main(int argc, char** argv)
{
    using namespace tocca::bench;
    return run_program(
        {.name = "strategies",
         .description = "Compares the strategies of the papers on deforming meshes, one thread, refit included; tables "
                        "in Markdown.\nExample: strategies --sections tests,segments --json strategies.json",
         .quick = "one pass, generated scenes of 10,000 triangles",
         .data = "sequences/cloth-ball",
         .defaults = {.passes = 3,
                      .sections = {"tests", "segments", "discrete", "volumes", "layers", "assignments", "first",
                                   "paths"}},
         .run = [](Benchmark& benchmark) { StrategiesBenchmark(benchmark).run(); }},
        argc, argv);
}
