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
    std::uint32_t item = 0;   ///< what else the one who is asked wants to know of them
};

/// How two objects are asked about; from any thread.
struct PairQuestions {
    /// The first contact of the two up to a time. Adds its work to the statistics.
    std::function<PairAnswer(const PairCandidate&, double until, Statistics&)> first_contact;
    /// `contact`, `undecided` or `free`, as soon as it is known.
    std::function<Outcome(const PairCandidate&, Statistics&)> collision_outcome;
    /// Whether they start nearer than their clearance.
    std::function<bool(const PairCandidate&)> starts_near;
};

/// Asks many pairs in the order of the times from which they may touch, each no further than the first contact found until
/// then, and all of them up to some time before any is asked about later ones.
///
/// Pairs are asked in waves, each with what the waves before have found, so that no answer depends on which thread is the
/// faster.
class PairWaves {
public:
    /// The candidates are sorted by time, then by objects. The options outlive it.
    PairWaves(std::vector<PairCandidate> candidates, PairQuestions questions, const QueryOptions& options);

    /// `contact` if any pair is known to touch; else `undecided` if any is; else `free`. The likeliest pairs come first.
    [[nodiscard]] Outcome collision_outcome();
    /// The least of the pairs that are not free up to a time, by order_of; nothing if all are.
    [[nodiscard]] std::optional<PairAnswer> first_contact(double until);
    /// The answers to all pairs, up to `until` of the options, in blocks; a pair that `claim` says no to is not asked, and
    /// `take` is called with no answer for it.
    void ask_all(const std::function<bool(const PairCandidate&)>& claim,
                 const std::function<void(const PairCandidate&, const PairAnswer*)>& take);
    /// Whether any two start nearer than their clearance.
    [[nodiscard]] bool starts_near() const;

    [[nodiscard]] std::vector<PairCandidate>& candidates() { return candidates_; }
    [[nodiscard]] const Statistics& statistics() const { return statistics_; }

private:
    /// The first contact as far as there is one up to a time; what is found beyond that need not be the first.
    [[nodiscard]] std::optional<PairAnswer> first_contact_by(double horizon, double last);
    /// The next candidates that may touch by a time, at most so many of them; progress is reported before.
    std::span<const PairCandidate> next_wave(std::size_t size, double until);
    /// The answers to a wave, in its order, up to a time.
    std::vector<PairAnswer> ask(std::span<const PairCandidate> wave, double until);

    std::vector<PairCandidate> candidates_;
    PairQuestions questions_;
    const QueryOptions& options_;
    std::size_t next_ = 0;
    std::size_t reported_ = 0;  // how many of the candidates, by `progress`
    bool near_start_ = false;   // a pair that was asked starts within the clearance
    Statistics statistics_;
};

}  // namespace tocca::rigid
