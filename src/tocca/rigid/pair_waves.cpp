// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/pair_waves.hpp"

#include <algorithm>
#include <atomic>
#include <tuple>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/base/parallel.hpp"

namespace tocca::rigid {

namespace {

/// The first wave is of one pair, each next one of twice as many, up to this.
constexpr std::size_t max_wave = 32;
/// Where no answer spares another one.
constexpr std::size_t independent_wave = 1024;

/// The first contact of all is looked for up to this time, the horizon; then, if there is none, up to a later one, and so on.
/// So a pair that stays near for long without touching is followed only as far as all need. It is searched again each time:
/// bodies that rest on each other take as long whatever the horizon, so the horizon grows faster after a search with more
/// than this many tests.
constexpr double first_horizon = 0x1p-6;
constexpr double next_horizon = 2.0, next_horizon_after_long_search = 8.0;
constexpr std::uint64_t long_search = 50'000;

std::uint64_t tests_of(const Statistics& work) { return work.node_tests + work.triangle_tests; }

}  // namespace

QueryOptions options_of_pair(const QueryOptions& options, double clearance, double until, Statistics* work)
{
    return {.clearance = clearance,
            .threshold = options.threshold,
            .tolerance = options.tolerance,
            .until = until,
            .budget = options.budget,
            .target = options.target,
            .stop = options.stop,
            .statistics = work};
}

PairWaves::PairWaves(std::vector<PairCandidate> candidates, PairQuestions questions, const QueryOptions& options)
    : candidates_(std::move(candidates)), questions_(std::move(questions)), options_(options)
{
    std::sort(candidates_.begin(), candidates_.end(), [](const PairCandidate& x, const PairCandidate& y) {
        return std::tie(x.time, x.objects.objects, x.objects.shapes) <
               std::tie(y.time, y.objects.objects, y.objects.shapes);
    });
    statistics_.near_pairs = candidates_.size();
}

std::span<const PairCandidate> PairWaves::next_wave(std::size_t size, double until)
{
    if (options_.stop.stop_requested()) throw Error(ErrorCode::interrupted, "stopped on request");
    if (options_.progress && next_ > reported_) {
        reported_ = next_;
        options_.progress(static_cast<double>(next_) / static_cast<double>(candidates_.size()));
    }
    const std::size_t first = next_;
    while (next_ < candidates_.size() && next_ < first + size && candidates_[next_].time <= until) ++next_;
    statistics_.searched_pairs += next_ - first;
    return std::span<const PairCandidate>(candidates_).subspan(first, next_ - first);
}

std::vector<PairAnswer> PairWaves::ask(std::span<const PairCandidate> wave, double until)
{
    std::vector<PairAnswer> answers(wave.size());
    std::vector<Statistics> work(wave.size());
    for_each_piece(wave.size(), options_.threads,
                   [&](std::size_t i) { answers[i] = questions_.first_contact(wave[i], until, work[i]); });
    for (const PairAnswer& answer : answers) near_start_ = near_start_ || answer.near;
    for (const Statistics& part : work) statistics_ += part;
    return answers;
}

Outcome PairWaves::collision_outcome()
{
    std::atomic<bool> undecided = false;
    next_ = 0;
    for (std::size_t size = 1;; size = std::min(2 * size, max_wave)) {
        const std::span<const PairCandidate> wave = next_wave(size, options_.until);
        if (wave.empty()) return undecided ? Outcome::undecided : Outcome::free;
        std::atomic<bool> found = false;
        std::vector<Statistics> work(wave.size());
        for_each_piece(wave.size(), options_.threads, [&](std::size_t i) {
            if (found) return;
            const Outcome outcome = questions_.collision_outcome(wave[i], work[i]);
            if (outcome == Outcome::contact) found = true;
            if (outcome == Outcome::undecided) undecided = true;
        });
        for (const Statistics& part : work) statistics_ += part;
        if (found) return Outcome::contact;
    }
}

std::optional<PairAnswer> PairWaves::first_contact(double until)
{
    // A single pair spares no other.
    const double first = candidates_.size() > 1 ? first_horizon : until;
    for (double horizon = first;;) {
        const std::uint64_t before = tests_of(statistics_);
        std::optional<PairAnswer> best = first_contact_by(std::min(horizon, until), until);
        if (horizon >= until) return best;
        // What is only near at the start was asked up to the horizon and no further.
        const bool only_near = best && best->outcome == Outcome::near_at_start && best->safe_until >= horizon;
        if (best && !only_near && best->safe_until <= horizon) return best;
        const bool was_long = tests_of(statistics_) - before > long_search;
        horizon *= was_long ? next_horizon_after_long_search : next_horizon;
    }
}

std::optional<PairAnswer> PairWaves::first_contact_by(double horizon, double last)
{
    std::optional<PairAnswer> best;
    // A pair that crosses within the time tolerance is in contact that much before it comes near.
    const double tolerance = options_.tolerance.value_or(0.0);
    double until = std::min(last, horizon + tolerance);
    next_ = 0;
    for (std::size_t size = 1;; size = std::min(2 * size, max_wave)) {
        const std::span<const PairCandidate> wave = next_wave(size, until);
        if (wave.empty()) return best;
        for (const PairAnswer& answer : ask(wave, until)) {
            if (answer.outcome == Outcome::free) continue;
            if (!best || order_of(answer) < order_of(*best)) best = answer;
        }
        if (!best) continue;
        // Of what touches at the start the candidates with lower numbers were asked before.
        if (is_at_start(best->outcome)) return best;
        until = std::min(until, best->safe_until + tolerance);
    }
}

void PairWaves::ask_all(const std::function<bool(const PairCandidate&)>& claim,
                        const std::function<void(const PairCandidate&, const PairAnswer*)>& take)
{
    std::vector<PairCandidate> asked, others;
    next_ = 0;
    while (true) {
        const std::span<const PairCandidate> wave = next_wave(independent_wave, options_.until);
        if (wave.empty()) return;
        asked.clear();
        others.clear();
        for (const PairCandidate& pair : wave) (claim(pair) ? asked : others).push_back(pair);
        const std::vector<PairAnswer> answers = ask(asked, options_.until);
        for (std::size_t i = 0; i < asked.size(); ++i) take(asked[i], &answers[i]);
        for (const PairCandidate& pair : others) take(pair, nullptr);
        statistics_.searched_pairs -= others.size();
    }
}

bool PairWaves::starts_near() const
{
    // A search that ended at the start has left out pairs that were to come after.
    return near_start_ || std::any_of(candidates_.begin(), candidates_.end(), [&](const PairCandidate& candidate) {
               return candidate.time == 0.0 && questions_.starts_near(candidate);
           });
}

}  // namespace tocca::rigid
