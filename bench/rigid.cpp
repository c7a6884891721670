// SPDX-License-Identifier: Apache-2.0
// Rigid bodies: one model shot at a copy of itself, in long and short motions, and how the time grows with the model;
// beside it what other libraries offer.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scenes/answer_hash.hpp"
#include "scenes/rigid_shots.hpp"
#include "study/whole_bodies.hpp"
#include "support/benchmark_program.hpp"
#include "support/heap_memory.hpp"
#include "support/rigid_measurements.hpp"
#include "tocca/motion/rigid_path.hpp"
#include "tocca/rigid/rigid_query.hpp"
#ifdef TOCCA_BENCH_FCL
#include "peers/fcl_pair.hpp"
#endif
#ifdef TOCCA_BENCH_BULLET
#include "peers/bullet_hulls.hpp"
#endif

namespace tocca::bench {
namespace {

constexpr double threshold = 0.001;  ///< of the distance at a contact; bodies have radius 50

/// A model with everything that the methods keep of it.
struct PreparedModel {
    std::string name;
    std::size_t triangles = 0;
    std::vector<RigidMethod> methods;  ///< the first sound one judges the others
    std::optional<RigidMethod> whole_bodies;
    /// Heap memory of each library's copy of the model.
    struct Memory {
        std::string library;
        std::size_t bytes;
    };
    std::vector<Memory> memory;
#ifdef TOCCA_BENCH_FCL
    std::shared_ptr<const FclPair> fcl;
#endif
};

#if defined(TOCCA_BENCH_FCL) || defined(TOCCA_BENCH_BULLET)
RigidAnswer answer_of(const PeerContact& contact)
{
    return {.toc = contact.time, .free_until = contact.time.value_or(1.0), .iterations = contact.iterations};
}
#endif

RigidAnswer answer_of(const Answer& found, const Statistics& work)
{
    RigidAnswer answer{.free_until = found.safe_until,
                       .iterations = work.node_pairs,
                       .triangle_distances = work.triangle_tests,
                       .hash = scenes::hash_of(found)};
    if (found.contact) answer.toc = found.contact->toc.lower;
    return answer;
}

PreparedModel prepare(const RigidModel& model, const BenchmarkOptions& options)
{
    const TriangleMesh mesh = model.mesh();
    PreparedModel prepared;
    prepared.name = model.name;
    prepared.triangles = mesh.faces().size();
    const HeapMemory heap;
    const auto body = std::make_shared<const RigidBody>(mesh);
    prepared.memory = {{"tocca_heap", heap.held()}, {"tocca", body->memory_bytes()}};
    prepared.methods.push_back({.name = "first_contact/threads:1",
                                .sound = true,
                                .first_contact =
                                    [body](const scenes::RigidShot& shot) {
                                        Statistics work;
                                        const QueryOptions query = {.threshold = threshold, .statistics = &work};
                                        return answer_of(first_contact(*body, shot.moving, *body, shot.resting, query),
                                                         work);
                                    },
                                .passes = options.passes});
    prepared.whole_bodies = RigidMethod{
        .name = "whole_bodies",
        .sound = true,
        .first_contact =
            [body](const scenes::RigidShot& shot) {
                Statistics work;
                const QueryOptions query = {.threshold = threshold, .statistics = &work};
                return answer_of(
                    study::first_contact_of_whole_bodies(*body, shot.moving, *body, shot.resting, {.query = query}),
                    work);
            },
        .passes = std::min(3, options.passes)};
#ifdef TOCCA_BENCH_FCL
    const auto fcl = std::make_shared<const FclPair>(mesh);
    prepared.fcl = fcl;
    prepared.memory.push_back({"fcl", fcl->memory_bytes()});
    const int peer_passes = options.quick ? 1 : std::min(3, options.passes);
    prepared.methods.push_back({.name = "fcl_advancement",
                                .sound = true,
                                .first_contact =
                                    [fcl](const scenes::RigidShot& shot) {
                                        return answer_of(first_contact_by_fcl_advancement(*fcl, shot, threshold));
                                    },
                                .passes = peer_passes});
    for (const std::size_t poses : {10U, 100U, 1000U}) {
        prepared.methods.push_back({.name = fmt::format("fcl_samples:{}", poses),
                                    .first_contact =
                                        [fcl, poses](const scenes::RigidShot& shot) {
                                            return answer_of(first_contact_by_fcl_samples(*fcl, shot, poses));
                                        },
                                    .passes = peer_passes});
    }
#endif
#ifdef TOCCA_BENCH_BULLET
    const auto hulls = std::make_shared<const BulletHulls>(mesh);
    prepared.methods.push_back(
        {.name = "bullet_hull_cast",
         .first_contact =
             [hulls](const scenes::RigidShot& shot) { return answer_of(hulls->first_contact_by_cast(shot)); },
         .passes = options.quick ? 1 : options.passes});
#endif
    return prepared;
}

/// The answers of the first sound method to the long shots: the times around which the short ones are cut.
using SoundAnswers = std::optional<RigidMeasurement>;

class RigidBenchmark {
public:
    explicit RigidBenchmark(Benchmark& benchmark) : benchmark_(benchmark), options_(benchmark.options()) {}

    void run();

private:
    void measure_model(const RigidModel& model);
    SoundAnswers measure_long(const PreparedModel& model, const std::optional<std::size_t>& known_contacts);
    void measure_short(const PreparedModel& model, const RigidMeasurement& sound);
    void measure_whole_bodies(const PreparedModel& model, const RigidMeasurement& sound);
    void check(const PreparedModel& model, const RigidMethod& method, const RigidMeasurement& measured);
    void add_memory(const PreparedModel& model);
    void measure_growth();

    /// Reports and prints a measurement beside that of the first sound method.
    void add(const std::string& name, const PreparedModel& model, const RigidMeasurement& measured,
             const RigidMeasurement* sound);

    Benchmark& benchmark_;
    const BenchmarkOptions& options_;
    std::vector<scenes::RigidShot> shots_ = scenes::rigid_shots();
};

void RigidBenchmark::add(const std::string& name, const PreparedModel& model, const RigidMeasurement& measured,
                         const RigidMeasurement* sound)
{
    nlohmann::ordered_json details{{"worst", measured.quantile(1.0)},          {"worst_shot", measured.slowest()},
                                   {"percentile_95", measured.quantile(0.95)}, {"triangles", model.triangles},
                                   {"shots", measured.answers.size()},         {"contacts", measured.contacts()},
                                   {"iterations", measured.mean_iterations()}};
    if (measured.mean_triangle_distances() > 0.0) details["triangle_distances"] = measured.mean_triangle_distances();
    std::string remark;
    if (!measured.hash().empty()) {
        details["hash"] = measured.hash();
        remark += measured.hash();
    }
    if (sound != nullptr) {
        const RigidDifference against = difference(measured, *sound);
        const double ratio = measured.mean() / sound->mean();
        details["missed"] = against.missed;
        details["invented"] = against.invented;
        details["latest"] = against.latest;
        details["ratio"] = ratio;
        remark += fmt::format("{}missed {}, invented {}, late by {:.1e}; {:.2f} of the first's time",
                              remark.empty() ? "" : "  ", against.missed, against.invented, against.latest, ratio);
    }
    benchmark_.report(name, measured.mean(), "ms", details);
    fmt::print("{:<44} {:9.4f} {:9.4f} {:9.4f} {:8} {:10.1f}  {}\n", name, measured.mean(), measured.quantile(0.95),
               measured.quantile(1.0), measured.contacts(), measured.mean_iterations(), remark);
    std::fflush(stdout);
}

SoundAnswers RigidBenchmark::measure_long(const PreparedModel& model, const std::optional<std::size_t>& known_contacts)
{
    SoundAnswers sound;
    for (const RigidMethod& method : model.methods) {
        const std::string name = fmt::format("{}/long/{}", model.name, method.name);
        const RigidMeasurement measured = measure(method, shots_);
        add(name, model, measured, sound ? &*sound : nullptr);
        if (!method.sound) continue;
        if (known_contacts) {
            benchmark_.expect(name, measured.contacts() == *known_contacts,
                              fmt::format("{} contacts are known", *known_contacts));
        }
        if (benchmark_.wants("check")) check(model, method, measured);
        if (!sound) sound = measured;
    }
    return sound;
}

void RigidBenchmark::measure_short(const PreparedModel& model, const RigidMeasurement& sound)
{
    std::vector<scenes::RigidShot> shots;
    for (std::size_t i = 0; i < shots_.size(); ++i) {
        const std::optional<double>& toc = sound.answers[i].toc;
        if (toc) shots.push_back(scenes::shortened(shots_[i], *toc));
    }
    if (shots.empty()) return;
    std::optional<RigidMeasurement> first;
    for (const RigidMethod& method : model.methods) {
        if (!method.sound) continue;
        const std::string name = fmt::format("{}/short/{}", model.name, method.name);
        const RigidMeasurement measured = measure(method, shots);
        add(name, model, measured, first ? &*first : nullptr);
        benchmark_.expect(name, measured.contacts() == shots.size(), "all short motions have a contact");
        if (!first) first = measured;
    }
}

/// Source: Chen 2007, as study/whole_bodies.hpp has it.
void RigidBenchmark::measure_whole_bodies(const PreparedModel& model, const RigidMeasurement& sound)
{
    const std::string name = fmt::format("{}/whole_bodies/{}", model.name, model.whole_bodies->name);
    const RigidMeasurement measured = measure(*model.whole_bodies, shots_);
    add(name, model, measured, &sound);
    benchmark_.expect(name, measured.hash() == sound.hash(), "other answers than first_contact");
}

/// By another library: no intersection at poses before the contact, and bodies as near as they should be at it.
void RigidBenchmark::check([[maybe_unused]] const PreparedModel& model, [[maybe_unused]] const RigidMethod& method,
                           [[maybe_unused]] const RigidMeasurement& measured)
{
#ifdef TOCCA_BENCH_FCL
    const std::size_t poses = options_.quick ? 100 : 1000;
    std::size_t intersecting = 0, apart = 0;
    double farthest = 0.0;
    for (std::size_t i = 0; i < shots_.size(); ++i) {
        const RigidPath a(shots_[i].moving), b(shots_[i].resting);
        const RigidAnswer& answer = measured.answers[i];
        for (std::size_t k = 0; k < poses; ++k) {
            const double t = answer.free_until * static_cast<double>(k) / static_cast<double>(poses);
            if (model.fcl->intersects(a.at(t), b.at(t))) ++intersecting;
        }
        if (!answer.toc) continue;
        const double distance = model.fcl->distance(a.at(*answer.toc), b.at(*answer.toc));
        farthest = std::max(farthest, distance);
        if (distance > threshold * (1.0 + 1e-9)) ++apart;
    }
    const std::string name = fmt::format("{}/check/{}", model.name, method.name);
    benchmark_.report(name, static_cast<double>(intersecting), "poses",
                      {{"poses", poses * shots_.size()}, {"farthest", farthest}, {"apart", apart}});
    fmt::print("{:<44} {} of {} poses before the contact intersect; {:.6f} is the greatest distance at it\n", name,
               intersecting, poses * shots_.size(), farthest);
    benchmark_.expect(name, intersecting == 0, "bodies intersect before the contact");
    benchmark_.expect(name, apart == 0, "bodies are apart at the contact");
#endif
}

void RigidBenchmark::add_memory(const PreparedModel& model)
{
    for (const auto& [library, bytes] : model.memory) {
        const std::string name = fmt::format("{}/memory/{}", model.name, library);
        const double each = static_cast<double>(bytes) / static_cast<double>(model.triangles);
        benchmark_.report(name, each, "B", {{"triangles", model.triangles}});
        fmt::print("{:<44} {:9.1f} bytes a triangle\n", name, each);
    }
}

void RigidBenchmark::measure_model(const RigidModel& model)
{
    const PreparedModel prepared = prepare(model, options_);
    if (benchmark_.wants("memory")) add_memory(prepared);
    if (!benchmark_.wants("long") && !benchmark_.wants("short") && !benchmark_.wants("whole_bodies")) return;
    const SoundAnswers sound = measure_long(prepared, model.known_contacts);
    if (sound && benchmark_.wants("short")) measure_short(prepared, *sound);
    if (sound && benchmark_.wants("whole_bodies")) measure_whole_bodies(prepared, *sound);
}

/// The first sound method on the knot in sizes from 1,000 to 200,000 triangles.
void RigidBenchmark::measure_growth()
{
    std::optional<double> at_10k;
    for (const std::size_t triangles : {1'000U, 10'000U, 50'000U, 200'000U}) {
        const PreparedModel model = prepare(knot_model(triangles), options_);
        for (const RigidMethod& method : model.methods) {
            if (!method.sound) continue;
            const RigidMeasurement measured = measure(method, shots_);
            add(fmt::format("{}/growth/{}", model.name, method.name), model, measured, nullptr);
            if (triangles == 10'000U) at_10k = measured.mean();
            if (triangles == 200'000U && at_10k) {
                const std::string name = fmt::format("knot/growth/{}", method.name);
                const double ratio = measured.mean() / *at_10k;
                benchmark_.report(name, ratio, "ratio", {{"from", 10'000}, {"to", 200'000}});
                fmt::print("{:<44} {:9.3f} times as long at 200k as at 10k\n", name, ratio);
            }
            break;
        }
    }
}

void RigidBenchmark::run()
{
    fmt::print("{:<44} {:>9} {:>9} {:>9} {:>8} {:>10}\n", "milliseconds a shot", "mean", "95 %", "worst", "contacts",
               "iterations");
    for (const RigidModel& model : rigid_models(options_.data)) {
        if (benchmark_.wants_scene(model.name)) measure_model(model);
    }
    if (benchmark_.wants("growth")) measure_growth();
}

}  // namespace
}  // namespace tocca::bench

int main(int argc, char** argv)
{
    using namespace tocca::bench;
    return run_program({.name = "rigid",
                        .description = "Times the first contact of rigid bodies: one model shot at a copy of itself.\n"
                                       "Example: rigid --quick --json rigid.json",
                        .quick = "one pass of the peers, fewer poses to check",
                        .data = "meshes/stanford_bunny_69k.obj and others",
                        .defaults = {.sections = {"long", "short", "whole_bodies", "check", "memory", "growth"}},
                        .offer = offer_scenes,
                        .run = [](Benchmark& benchmark) { RigidBenchmark(benchmark).run(); }},
                       argc, argv);
}
