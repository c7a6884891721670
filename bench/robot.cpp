// SPDX-License-Identifier: Apache-2.0
// Robots: the first contact of joint motions, how many pairs of links are left by boxes and by contacts that come before,
// and what the choices of the search cost; beside it what sampling finds.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scenes/robots.hpp"
#include "support/benchmark_program.hpp"
#include "support/chain_boxes.hpp"
#include "support/robot_files.hpp"
#include "support/robot_measurements.hpp"
#include "support/robot_sampling.hpp"
#ifdef TOCCA_BENCH_FCL
#include "peers/fcl_robot.hpp"
#endif

namespace tocca::bench {
namespace {

using scenes::MovingRobot;
using study::LinkBoxMethod;
using study::RobotSearchOrder;

/// What is known of the mannequin among objects, from others and from a plain sound method, and what is demanded.
constexpr std::size_t known_contacts = 157;
constexpr double demanded_near_pairs = 30.0, demanded_finished_pairs = 2.0;
constexpr double demanded_ratio = 10.0;  ///< of the boxes' volumes

/// A scene with a checker, and a test of single configurations by another library where there is one.
struct PreparedScene {
    std::string name;
    MovingRobot scene;
    RobotChecker checker;
    StaticTest touches;
};

StaticTest static_test(const RobotChecker& checker)
{
#ifdef TOCCA_BENCH_FCL
    const auto robot = std::make_shared<const FclRobot>(checker);
    return [robot](const Eigen::VectorXd& configuration) { return robot->collides_at(configuration); };
#else
    return [checker](const Eigen::VectorXd& configuration) { return collides_at(checker, configuration); };
#endif
}

class RobotBenchmark {
public:
    explicit RobotBenchmark(Benchmark& benchmark)
        : benchmark_(benchmark),
          options_(benchmark.options()),
          passes_(benchmark.options().quick ? 1 : benchmark.options().passes)
    {}

    void run();

private:
    void measure_scene(const scenes::RobotSceneEntry& entry);
    void measure_culling(const PreparedScene& prepared);
    void measure_self(const PreparedScene& prepared, const RobotMeasurement& with);
    void measure_order(const PreparedScene& prepared, const RobotMeasurement& usual);
    void measure_samples(const PreparedScene& prepared, const RobotMeasurement& sound);
    void measure_robot(const RobotFiles& files);
    void measure_boxes();
    void add_boxes(const BoxedChains& chains);

    void add_check(const std::string& name, const PreparedScene& prepared, const RobotMeasurement& measured,
                   std::size_t poses);
    /// Measures, reports and prints; beside it the difference from the answers of a sound method.
    RobotMeasurement add(const std::string& scene, const RobotMethod& method, const std::vector<JointMotion>& motions,
                         const RobotMeasurement* sound = nullptr);

    Benchmark& benchmark_;
    const BenchmarkOptions& options_;
    int passes_;
};

RobotMeasurement RobotBenchmark::add(const std::string& scene, const RobotMethod& method,
                                     const std::vector<JointMotion>& motions, const RobotMeasurement* sound)
{
    const RobotMeasurement measured = measure(method, motions);
    const std::string name = scene + "/" + method.name;
    nlohmann::ordered_json details{{"worst", measured.worst()},
                                   {"worst_motion", measured.slowest()},
                                   {"motions", motions.size()},
                                   {"contacts", measured.contacts()}};
    const auto mean_text = [&](MotionsOf of, const char* key) {
        const std::optional<double> mean = measured.mean(of);
        if (mean) details[key] = *mean;
        return mean ? fmt::format("{:9.3f}", *mean) : fmt::format("{:>9}", "-");
    };
    const std::string free = mean_text(MotionsOf::free, "free"), hit = mean_text(MotionsOf::colliding, "colliding");
    std::string remark = measured.hash();
    if (!remark.empty()) details["hash"] = remark;
    if (const std::size_t at_start = measured.contacts_at_start(); at_start > 0) {
        details["at_start"] = at_start;
        remark += fmt::format(" {} touch from the start", at_start);
    }
    if (sound != nullptr) {
        const RobotDifference against = difference(measured, *sound);
        const double ratio = measured.mean().value() / sound->mean().value();
        details["missed"] = against.missed;
        details["invented"] = against.invented;
        details["latest"] = against.latest;
        details["ratio"] = ratio;
        remark += fmt::format(" missed {}, invented {}, late by {:.1e}; {:.2f} of the first's time", against.missed,
                              against.invented, against.latest, ratio);
    }
    benchmark_.report(name, measured.mean().value(), "ms", details);
    fmt::print("{:<58} {:9.3f} {} {} {:9.3f} {:8}  {}\n", name, measured.mean().value(), free, hit, measured.worst(),
               measured.contacts(), remark);
    std::fflush(stdout);
    return measured;
}

/// By another library, or by the test of single configurations: nothing touches while it is said to be free, and what is
/// said to touch is as near as it should be.
void RobotBenchmark::add_check(const std::string& name, const PreparedScene& prepared, const RobotMeasurement& measured,
                               std::size_t poses)
{
    const RobotCheck found =
        check(prepared.checker, prepared.scene.threshold, prepared.touches, prepared.scene.motions, measured, poses);
    benchmark_.report(name, static_cast<double>(found.touching), "poses",
                      {{"poses", found.poses}, {"farthest", found.farthest}, {"apart", found.apart}});
    const std::string nearness =
        prepared.scene.threshold ? fmt::format("; {:.6f} is the greatest distance at a contact", found.farthest) : "";
    fmt::print("{:<58} {} of {} poses touch while it is free{}\n", name, found.touching, found.poses, nearness);
    std::fflush(stdout);
    benchmark_.expect(name, found.touching == 0, "a pose touches before the contact");
    benchmark_.expect(name, found.apart == 0, "shapes are apart at the contact");
}

void RobotBenchmark::measure_culling(const PreparedScene& prepared)
{
    struct Boxes {
        const char* name;
        LinkBoxMethod method;
    };
    for (const Boxes& boxes : {Boxes{"taylor", LinkBoxMethod::taylor}, Boxes{"interval", LinkBoxMethod::interval}}) {
        const RobotMethod method = study_method(boxes.name, prepared.checker, 1, {.boxes = boxes.method});
        const MeanPairs pairs = mean_pairs(measure(method, prepared.scene.motions));
        const std::string name = fmt::format("{}/culling/{}", prepared.name, boxes.name);
        const double spatial = 1.0 - pairs.near / pairs.all;
        const double temporal = pairs.near > 0.0 ? 1.0 - pairs.finished / pairs.near : 0.0;
        benchmark_.report(name, pairs.near, "pairs",
                          {{"before", pairs.all},
                           {"started", pairs.started},
                           {"finished", pairs.finished},
                           {"spatial_rate", spatial},
                           {"temporal_rate", temporal}});
        fmt::print("{:<58} {:.0f} pairs, {:.2f} after boxes ({:.1f} %), {:.2f} started, {:.2f} finished ({:.1f} %)\n",
                   name, pairs.all, pairs.near, 100 * spatial, pairs.started, pairs.finished, 100 * temporal);
        std::fflush(stdout);
        if (prepared.name != "mannequin" || boxes.method != LinkBoxMethod::taylor) continue;
        benchmark_.expect(name, pairs.near <= demanded_near_pairs, "boxes leave more than 30 pairs a motion");
        benchmark_.expect(name, pairs.finished <= demanded_finished_pairs,
                          "more than 2 pairs a motion are followed to their end");
    }
}

void RobotBenchmark::measure_self(const PreparedScene& prepared, const RobotMeasurement& with)
{
    const RobotChecker without(prepared.scene.robot, prepared.scene.scene,
                               {.self = false, .threshold = prepared.scene.threshold});
    const RobotMeasurement measured =
        add(prepared.name, first_contact_method("self:off/first_contact", without, passes_), prepared.scene.motions);
    const std::string name = prepared.name + "/self";
    const double ratio = with.mean().value() / measured.mean().value();
    benchmark_.report(name, ratio, "ratio", {{"pairs", prepared.checker.pair_count() - without.pair_count()}});
    fmt::print("{:<58} {:9.3f} times as long with its {} pairs of links\n", name, ratio,
               prepared.checker.pair_count() - without.pair_count());
}

void RobotBenchmark::measure_order(const PreparedScene& prepared, const RobotMeasurement& usual)
{
    const std::vector<JointMotion>& motions = prepared.scene.motions;
    const study::RobotHulls hulls(prepared.checker);
    for (const RobotMethod& method :
         {study_method("order:pair_by_pair/first_contact", prepared.checker, passes_,
                       {.order = RobotSearchOrder::pair_by_pair}),
          study_method("hulls:on/first_contact", prepared.checker, passes_, {.hulls = &hulls}),
          study_method("hulls:on/order:pair_by_pair/first_contact", prepared.checker, passes_,
                       {.order = RobotSearchOrder::pair_by_pair, .hulls = &hulls}),
          study_method("boxes:interval/first_contact", prepared.checker, passes_,
                       {.boxes = LinkBoxMethod::interval})}) {
        const RobotMeasurement measured = add(prepared.name, method, motions, &usual);
        benchmark_.expect(prepared.name + "/" + method.name, measured.hash() == usual.hash(),
                          "the answers are others than those of the usual search");
    }
}

void RobotBenchmark::measure_samples(const PreparedScene& prepared, const RobotMeasurement& sound)
{
#ifdef TOCCA_BENCH_FCL
    for (const std::size_t poses : {100U, 1000U}) {
        const RobotMethod method{.name = fmt::format("fcl_samples:{}", poses),
                                 .ask =
                                     [&prepared, poses](const JointMotion& motion) {
                                         RobotAnswer answer;
                                         answer.toc = first_contact_by_samples(prepared.checker.robot(),
                                                                               prepared.touches, motion, poses);
                                         answer.contact = answer.toc.has_value();
                                         return answer;
                                     },
                                 .passes = std::min(2, passes_)};
        (void)add(prepared.name, method, prepared.scene.motions, &sound);
    }
#else
    (void)prepared;
    (void)sound;
#endif
}

void RobotBenchmark::measure_scene(const scenes::RobotSceneEntry& entry)
{
    MovingRobot scene = entry.make();
    const RobotChecker checker(scene.robot, scene.scene, {.threshold = scene.threshold});
    const PreparedScene prepared{entry.name, std::move(scene), checker, static_test(checker)};
    const std::vector<JointMotion>& motions = prepared.scene.motions;
    fmt::print("\n{}: {}; {} and {} triangles, {} pairs\n", entry.name, entry.about,
               prepared.scene.robot.triangle_count(), scenes::triangle_count(prepared.scene.scene),
               prepared.checker.pair_count());

    const bool is_mannequin = entry.name == "mannequin";
    const RobotMeasurement first =
        add(entry.name, first_contact_method("first_contact/threads:1", prepared.checker, passes_), motions);
    const RobotMeasurement boolean =
        add(entry.name, collides_method("collides/threads:1", prepared.checker, passes_), motions, &first);
    const RobotDifference against = difference(boolean, first);
    benchmark_.expect(entry.name, against.missed == 0 && against.invented == 0, "`collides` says otherwise");
    if (is_mannequin) {
        benchmark_.expect(entry.name, first.contacts() == known_contacts,
                          fmt::format("{} contacts are known", known_contacts));
    }
    if (benchmark_.wants("culling")) measure_culling(prepared);
    if (benchmark_.wants("self")) measure_self(prepared, first);
    if (benchmark_.wants("order")) measure_order(prepared, first);
    if (benchmark_.wants("sampling") && is_mannequin) measure_samples(prepared, first);
    if (!benchmark_.wants("check")) return;
    const std::size_t poses = options_.quick ? 50 : is_mannequin ? 4000 : 500;
    add_check(entry.name + "/check/first_contact", prepared, first, poses);
}

void RobotBenchmark::measure_robot(const RobotFiles& files)
{
    const Robot robot = load(files);
    const RobotChecker checker(robot, {});
    MovingRobot scene{.robot = robot, .scene = {}, .motions = random_motions(checker, 1, options_.quick ? 50 : 500)};
    const PreparedScene prepared{files.name, std::move(scene), checker, static_test(checker)};
    const std::vector<JointMotion>& motions = prepared.scene.motions;
    fmt::print("\n{}: {} links, {} values, {} triangles, {} pairs; {} motions\n", files.name, robot.links().size(),
               robot.value_count(), robot.triangle_count(), prepared.checker.pair_count(), motions.size());
    benchmark_.expect(files.name, !motions.empty(), "there is no configuration without contact");
    if (motions.empty()) return;
    const RobotMeasurement first =
        add(files.name, first_contact_method("first_contact/threads:1", prepared.checker, passes_), motions);
    const RobotMeasurement boolean =
        add(files.name, collides_method("collides/threads:1", prepared.checker, passes_), motions, &first);
    const RobotDifference against = difference(boolean, first);
    benchmark_.expect(files.name, against.missed == 0 && against.invented == 0, "`collides` says otherwise");
    add_check(files.name + "/check/first_contact", prepared, first, options_.quick ? 50 : 2000);
}

void RobotBenchmark::measure_boxes()
{
    fmt::print("\nvolumes of boxes of a chain of 10 links by interval arithmetic over those by Taylor models\n");
    for (const ChainAxes axes : {ChainAxes::random, ChainAxes::parallel}) {
        BoxedChains chains{.axes = axes, .turn = std::numbers::pi / 4};
        add_boxes(chains);
        chains.spans = usual_spans(chains);
        add_boxes(chains);
    }
}

void RobotBenchmark::add_boxes(const BoxedChains& chains)
{
    const std::vector<double> ratios = volume_ratios(chains);
    const std::string name = fmt::format("chain/boxes/axes:{}/spans:{}",
                                         chains.axes == ChainAxes::random ? "random" : "parallel", chains.spans);
    const double mean = mean_ratio(ratios);
    benchmark_.report(name, mean, "ratio", {{"links", ratios}});
    std::string each;
    for (const double ratio : ratios) each += fmt::format(" {:.3g}", ratio);
    fmt::print("{:<58} {:9.3f}  links:{}\n", name, mean, each);
    if (chains.axes == ChainAxes::random)
        benchmark_.expect(name, mean >= demanded_ratio, "Taylor boxes are not 10 times smaller");
}

void RobotBenchmark::run()
{
    fmt::print("{:<58} {:>9} {:>9} {:>9} {:>9} {:>8}\n", "milliseconds a motion", "mean", "free", "colliding", "worst",
               "contacts");
    for (const scenes::RobotSceneEntry& entry : scenes::robot_scenes()) {
        if (benchmark_.wants("motions") && benchmark_.wants_scene(entry.name)) measure_scene(entry);
    }
    for (const RobotFiles& files : robot_files(options_.data)) {
        if (benchmark_.wants("robots") && benchmark_.wants_scene(files.name)) measure_robot(files);
    }
    if (benchmark_.wants("boxes")) measure_boxes();
}

}  // namespace
}  // namespace tocca::bench

int main(int argc, char** argv)
{
    using namespace tocca::bench;
    return run_program(
        {.name = "robot",
         .description = "Times the first contact of robots' joint motions, and whether there is one.\n"
                        "Example: robot --quick --json robot.json",
         .quick = "one pass, fewer motions of the robots of the data folder, fewer poses to check",
         .data = "robots/mbm_panda/panda.urdf and others",
         .defaults = {.passes = 3,
                      .sections = {"motions", "culling", "self", "order", "sampling", "check", "robots", "boxes"}},
         .offer = offer_scenes,
         .run = [](Benchmark& benchmark) { RobotBenchmark(benchmark).run(); }},
        argc, argv);
}
