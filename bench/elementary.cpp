// SPDX-License-Identifier: Apache-2.0
// Vertex-face and edge-edge queries: time a query against the time to read it, the slowest query, and peers.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "study/bernstein_sign_classification.hpp"
#include "support/baselines.hpp"
#include "support/benchmark_program.hpp"
#include "support/elementary_measurements.hpp"
#include "support/query_sets.hpp"
#include "tocca/elementary/collides.hpp"

namespace tocca::bench {
namespace {

struct ElementaryOptions {
    std::size_t queries = 1'000'000;
    bool peers = true;
};

/// Prints a table while it measures.
class ElementaryBenchmark {
public:
    ElementaryBenchmark(Benchmark& benchmark, const ElementaryOptions& own)
        : benchmark_(benchmark), options_(benchmark.options()), own_(own)
    {}

    void run();

private:
    void measure(const QuerySet& set);
    void add_verb(const QuerySet& set, const std::string& verb, int threads, const VerbMeasurement& verb_measurement,
                  const BatchMeasurement& all);
    void add_slowest(const QuerySet& set);
    void add_peers(const QuerySet& set, const std::vector<std::uint8_t>& hit);
    void check_whole_cloth(PairKind kind);
    void check_contacts(const std::string& name, std::size_t found, std::optional<std::size_t> exact);

    Benchmark& benchmark_;
    const BenchmarkOptions& options_;
    ElementaryOptions own_;
};

std::string path_of(const QuerySet& set) { return set.name + "/" + std::string(to_string(set.kind)); }

std::uint64_t total(const Statistics::StageCounts& stages)
{
    return std::accumulate(stages.begin(), stages.end(), std::uint64_t{0});
}

nlohmann::ordered_json shares(const Statistics::StageCounts& stages)
{
    nlohmann::ordered_json result;
    const double all = static_cast<double>(std::max<std::uint64_t>(1, total(stages)));
    for (std::size_t i = 0; i < stage_count; ++i) {
        result[std::string(to_string(static_cast<Stage>(i)))] = static_cast<double>(stages[i]) / all;
    }
    return result;
}

std::string shares_text(const Statistics::StageCounts& stages)
{
    std::string text;
    const double all = static_cast<double>(std::max<std::uint64_t>(1, total(stages)));
    for (const std::uint64_t count : stages) text += fmt::format(" {:8.4f}", 100.0 * static_cast<double>(count) / all);
    return text;
}

void ElementaryBenchmark::check_contacts(const std::string& name, std::size_t found, std::optional<std::size_t> exact)
{
    benchmark_.expect(name, !exact || *exact == found,
                      fmt::format("{} contacts were found, not {}", found, exact.value_or(found)));
}

void ElementaryBenchmark::add_verb(const QuerySet& set, const std::string& verb, int threads,
                                   const VerbMeasurement& measured, const BatchMeasurement& all)
{
    const std::string name = fmt::format("{}/{}/threads:{}", path_of(set), verb, threads);
    const double ratio = measured.nanoseconds / all.floor_nanoseconds;
    nlohmann::ordered_json details{{"floor", all.floor_nanoseconds}, {"ratio", ratio},
                                   {"hash", measured.hash},          {"queries", set.queries.size()},
                                   {"contacts", measured.contacts},  {"stages", shares(measured.stages)}};
    if (set.exact_contacts) details["exact_contacts"] = *set.exact_contacts;
    if (verb != "collides") details["ratio_to_collides"] = measured.nanoseconds / all.collides.nanoseconds;
    benchmark_.report(name, measured.nanoseconds, "ns", details);
    fmt::print("{:<36} {:8.2f} {:7.2f} {:7.2f} {:9} {} {}\n", name, measured.nanoseconds, all.floor_nanoseconds, ratio,
               measured.contacts, measured.hash, shares_text(measured.stages));
    std::fflush(stdout);
    check_contacts(name, measured.contacts, set.exact_contacts);
}

void ElementaryBenchmark::add_slowest(const QuerySet& set)
{
    const SlowestQuery slowest = slowest_query(set, 1000, 11);
    const std::string name = path_of(set) + "/slowest";
    benchmark_.report(name, slowest.microseconds, "us", {{"query", slowest.query}, {"queries", set.queries.size()}});
    fmt::print("{:<36} {:8.2f} us, query {}\n", name, slowest.microseconds, slowest.query);
    std::fflush(stdout);
}

void ElementaryBenchmark::add_peers(const QuerySet& set, const std::vector<std::uint8_t>& hit)
{
    const std::size_t many = options_.quick ? 100'000 : set.queries.size(), few = options_.quick ? 2'000 : 20'000;
    const std::vector<Peer> peers{
        {"exact_alone", collides_exact, few},           {"bsc_exact", study::collides_bsc_exact, few},
        {"bsc_float", study::collides_bsc_float, many}, {"floating_cubic", collides_floating_cubic, many},
        {"filter_alone", collides_filter_alone, many},
    };
    for (const Peer& peer : peers) {
        const PeerMeasurement measured = measure_peer(peer, set, hit);
        const std::string name = fmt::format("{}/{}/threads:1", path_of(set), peer.name);
        benchmark_.report(name, measured.nanoseconds, "ns",
                          {{"queries", measured.queries},
                           {"false_negatives", measured.false_negatives},
                           {"false_positives", measured.false_positives}});
        fmt::print("{:<36} {:8.2f}   {} queries, {} missed, {} false\n", name, measured.nanoseconds, measured.queries,
                   measured.false_negatives, measured.false_positives);
        std::fflush(stdout);
    }
}

void ElementaryBenchmark::measure(const QuerySet& set)
{
    BatchMeasurement measured;
    for (const int threads : options_.threads) {
        measured = measure_batches(set, {.threads = threads, .target = options_.target}, options_.passes);
        add_verb(set, "collides", threads, measured.collides, measured);
        add_verb(set, "first_contact", threads, measured.first_contact, measured);
    }
    add_slowest(set);
    if (own_.peers) add_peers(set, measured.hit);
}

void ElementaryBenchmark::check_whole_cloth(PairKind kind)
{
    const std::optional<QuerySet> set = cloth_set(kind, ClothShare::every_pair, options_.data);
    if (!set) return;
    const std::vector<std::uint8_t> hit = collides(set->queries, kind, {.threads = 0, .target = options_.target});
    const auto contacts = static_cast<std::size_t>(std::count(hit.begin(), hit.end(), 1));
    const std::string name = path_of(*set) + "/every_pair";
    fmt::print("{:<36} {} of {} pairs touch; published: {} of {}\n", name, contacts, set->queries.size(),
               cloth_truth(kind).contacts, cloth_truth(kind).pairs);
    check_contacts(name, contacts, set->exact_contacts);
    check_contacts(name, set->queries.size(), cloth_truth(kind).pairs);
}

void ElementaryBenchmark::run()
{
    fmt::print("{:<36} {:>8} {:>7} {:>7} {:>9} {:<16}  share decided by (percent)\n", "", "ns", "floor", "ratio",
               "contacts", "hash");
    fmt::print("{:<89}", "");
    for (std::size_t i = 0; i < stage_count; ++i) fmt::print(" {:>8.8}", to_string(static_cast<Stage>(i)));
    fmt::print("\n");
    for (const std::string& name : options_.sections) {
        for (const PairKind kind : {PairKind::vertex_face, PairKind::edge_edge}) {
            if (name == "near") measure(near_set(kind, own_.queries));
            if (name == "uniform") measure(uniform_set(kind, own_.queries));
            if (name == "grid") measure(grid_set(kind, std::min<std::size_t>(own_.queries, 100'000)));
            if (name != "cloth") continue;
            const std::optional<QuerySet> cloth = cloth_set(kind, ClothShare::sample, options_.data);
            if (cloth) {
                measure(*cloth);
                if (!options_.quick) check_whole_cloth(kind);
            } else {
                fmt::print("cloth/{}: left out, the data folder holds no cloth-ball sequence\n", to_string(kind));
            }
        }
    }
}

}  // namespace
}  // namespace tocca::bench

int main(int argc, char** argv)
{
    using namespace tocca::bench;
    ElementaryOptions own;
    return run_program(
        {.name = "elementary",
         .description = "Times vertex-face and edge-edge queries against the time to read them.\n"
                        "Example: elementary --quick --json elementary.json",
         .quick = "peers on fewer queries, no check of all cloth pairs",
         .data = "sequences/cloth-ball",
         .defaults = {.sections = {"near", "uniform", "cloth", "grid"}},
         .sections_option = "--sets",
         .offer =
             [&](CLI::App& app, BenchmarkOptions& options) {
                 offer_target(app, options);
                 offer_threads(app, options);
                 app.add_option("--queries", own.queries, "Size of the generated sets")->check(CLI::PositiveNumber);
                 app.add_flag("--peers,!--no-peers", own.peers, "Whether to measure the peers");
             },
         .run = [&](Benchmark& benchmark) { ElementaryBenchmark(benchmark, own).run(); }},
        argc, argv);
}
