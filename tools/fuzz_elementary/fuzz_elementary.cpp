// SPDX-License-Identifier: Apache-2.0
// Compares the fast path with the exact path on as many queries as asked for; see tools/fuzz-elementary.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "support/agreement.hpp"
#include "support/query_file.hpp"
#include "support/query_mix.hpp"
#include "support/random.hpp"
#include "tocca/base/parallel.hpp"

namespace tocca::support {
namespace {

struct Options {
    std::size_t queries = 10'000'000;
    std::uint64_t seed = 1;
    int threads = 0;
    std::string kind = "both";
    std::filesystem::path regressions = "tests/data/regressions";
};

constexpr std::size_t piece_size = 2048;
constexpr std::size_t single_stride = 4;  // the single verbs share all but the first stage with the batch
constexpr std::size_t most_files = 20;    // a broken build fails everywhere; a few queries tell why

/// A piece of the work: queries of one kind from a seed of their own, so that a failing piece can be run again alone.
struct Piece {
    std::uint64_t seed;
    PairKind kind;
    std::size_t count;
};

class Fuzzer {
public:
    explicit Fuzzer(Options options) : options_(std::move(options)), targets_(simd_targets()) {}

    /// The number of disagreements.
    [[nodiscard]] std::size_t run();

private:
    [[nodiscard]] Piece piece(std::size_t index) const;
    void check(const Piece& piece);
    void record(const Piece& piece, const PairRows& rows, const Disagreement& disagreement);
    void show_progress();

    Options options_;
    std::vector<std::string> targets_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::mutex mutex_;
    std::size_t done_ = 0, contacts_ = 0, disagreements_ = 0, shown_ = 0;
};

Piece Fuzzer::piece(std::size_t index) const
{
    const bool edges = options_.kind == "ee" || (options_.kind == "both" && index % 2 == 1);
    return {.seed = options_.seed * 1'000'003 + index,
            .kind = edges ? PairKind::edge_edge : PairKind::vertex_face,
            .count = std::min(piece_size, options_.queries - index * piece_size)};
}

void Fuzzer::record(const Piece& piece, const PairRows& rows, const Disagreement& disagreement)
{
    if (++disagreements_ > most_files) return;
    const std::string name = fmt::format("fuzz-{}-{}-{}.csv", piece.seed, disagreement.query, to_string(piece.kind));
    write_query_file(options_.regressions / name, rows, disagreement.sentence);
    fmt::print("{}: {}\n", (options_.regressions / name).string(), disagreement.sentence);
}

void Fuzzer::show_progress()
{
    if (isatty(STDERR_FILENO) == 0) return;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const auto tick = static_cast<std::size_t>(seconds);
    if (tick == shown_) return;
    shown_ = tick;
    const double rate = static_cast<double>(done_) / seconds;
    fmt::print(stderr, "\r{} of {} queries, {:.0f} a second, {:.0f} s to go ", done_, options_.queries, rate,
               static_cast<double>(options_.queries - done_) / rate);
}

void Fuzzer::check(const Piece& piece)
{
    const std::vector<PairRows> queries = query_mix(piece.seed, piece.kind, piece.count);
    Random random(piece.seed);
    QueryOptions batch{.threads = 1, .target = targets_[random.below(targets_.size())]};
    batch.tolerance = random.pick({1e-9, 1e-9, 1e-3, 0.25, 1e-15, 1e-6});
    AgreementResult result;
    try {
        result = compare_with_exact(queries, piece.kind, batch, single_stride);
    } catch (const std::exception& error) {
        result.disagreements.push_back({0, fmt::format("exception in the piece: {}", error.what())});
    }
    const std::lock_guard lock(mutex_);
    for (const Disagreement& d : result.disagreements) record(piece, queries[d.query], d);
    done_ += piece.count;
    contacts_ += result.contacts;
    show_progress();
}

std::size_t Fuzzer::run()
{
    const std::size_t pieces = (options_.queries + piece_size - 1) / piece_size;
    fmt::print("seed {}\n", options_.seed);
    std::fflush(stdout);
    for_each_piece(pieces, options_.threads, [this](std::size_t index) { check(piece(index)); });
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\n");
    fmt::print("queries {}\ncontacts {}\nseconds {:.1f}\ndisagreements {}\n", done_, contacts_, seconds,
               disagreements_);
    return disagreements_;
}

}  // namespace
}  // namespace tocca::support

int main(int argc, char** argv)
{
    tocca::support::Options options;
    CLI::App app{
        "Compares batch and single answers with the exact path on random, mostly degenerate queries.\n"
        "Example: fuzz-elementary --queries 100000 --seed 7"};
    app.add_option("--queries", options.queries, "How many queries")->check(CLI::PositiveNumber);
    app.add_option("--seed", options.seed, "Seed of the queries");
    app.add_option("--threads", options.threads, "Threads; 0 means all")->check(CLI::NonNegativeNumber);
    app.add_option("--kind", options.kind, "vf, ee or both")->check(CLI::IsMember({"vf", "ee", "both"}));
    app.add_option("--regressions", options.regressions, "Folder for queries that fail");
    CLI11_PARSE(app, argc, argv);
    try {
        tocca::support::Fuzzer fuzzer(options);
        return fuzzer.run() == 0 ? 0 : 1;
    } catch (const std::exception& error) {
        fmt::print(stderr, "fuzz-elementary: {}\n", error.what());
        return 2;
    }
}
