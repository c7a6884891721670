// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "tocca/answer/options.hpp"
#include "tocca/rigid/pair_answer.hpp"

namespace tocca::rigid {

/// Two objects that may touch.
struct PairCandidate {
    double time = 0.0;        ///< they are out of contact before this
    ObjectPair objects = {};  ///< the lower number first
    std::uint32_t item = 0;   ///< free for use by the queries
};

/// The queries for two objects; called from any thread.
struct PairQuestions {
    /// The first contact of the two up to a time. Adds its work to the statistics.
    std::function<PairAnswer(const PairCandidate&, double until, Statistics&)> first_contact;
    /// `contact`, `undecided` or `free`, as soon as it is known.
    std::function<Outcome(const PairCandidate&, Statistics&)> collision_outcome;
    /// Whether they start nearer than their clearance.
    std::function<bool(const PairCandidate&)> starts_near;
};

/// The options of the query for two of many objects.
[[nodiscard]] QueryOptions options_of_pair(const QueryOptions& options, double clearance, double until,
                                           Statistics* work);

/// Queries many pairs in the order of the times from which they may touch, each no further than the first contact found so
/// far, and all of them up to some time before any is queried beyond it.
///
/// Pairs are queried in waves, each with what the previous waves found, so that no answer depends on the speed of threads.
class PairWaves {
public:
    /// Assumes: the options outlive it.
    PairWaves(std::vector<PairCandidate> candidates, PairQuestions questions, const QueryOptions& options);

    /// `contact` if any pair is known to touch; else `undecided` if any is; else `free`. The likeliest pairs come first.
    [[nodiscard]] Outcome collision_outcome();
    /// The least of the pairs that are not free up to a time, by order_of; empty if all are.
    [[nodiscard]] std::optional<PairAnswer> first_contact(double until);
    /// The answers to all pairs, up to `until` of the options, in blocks; a pair that `claim` rejects is not queried, and
    /// `take` gets no answer (null) for it.
    void ask_all(const std::function<bool(const PairCandidate&)>& claim,
                 const std::function<void(const PairCandidate&, const PairAnswer*)>& take);
    /// Whether any two start nearer than their clearance.
    [[nodiscard]] bool starts_near() const;

    [[nodiscard]] std::vector<PairCandidate>& candidates() { return candidates_; }
    [[nodiscard]] const Statistics& statistics() const { return statistics_; }

private:
    /// The first contact as far as there is one up to a time; what is found beyond that need not be the first.
    [[nodiscard]] std::optional<PairAnswer> first_contact_by(double horizon, double last);
    /// The next candidates that may touch by a time, at most `size` of them; progress is reported first.
    std::span<const PairCandidate> next_wave(std::size_t size, double until);
    /// The answers to a wave, in its order, up to a time.
    std::vector<PairAnswer> ask(std::span<const PairCandidate> wave, double until);

    std::vector<PairCandidate> candidates_;
    PairQuestions questions_;
    const QueryOptions& options_;
    std::size_t next_ = 0;
    std::size_t reported_ = 0;  // how many of the candidates, by `progress`
    bool near_start_ = false;   // a pair that was queried starts within the clearance
    Statistics statistics_;
};

}  // namespace tocca::rigid
