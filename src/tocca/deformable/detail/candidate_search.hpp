// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/step_tree.hpp"

namespace tocca::deformable::detail {

/// A time limit that only decreases, shared by the threads of a search: pairs that stay apart until then are dropped.
class TimeLimit {
public:
    explicit TimeLimit(double time = 1.0) : value_(time) {}

    [[nodiscard]] double value() const { return value_.load(std::memory_order_relaxed); }
    void lower_to(double time)
    {
        double now = value();
        while (time < now && !value_.compare_exchange_weak(now, time, std::memory_order_relaxed)) {
        }
    }

private:
    std::atomic<double> value_;
};

/// What is searched for, in addition to the options of the query.
struct SearchOptions {
    /// Pairs that stay farther apart along an axis are dropped.
    double gap = 0.0;
    /// Pairs that stay apart until this time are dropped; the most promising parts of the scene come first.
    const TimeLimit* until = nullptr;
    /// Ends the search early once it is true.
    const std::atomic<bool>* enough = nullptr;
    /// Not about the step but about one end of it, near_start or near_end: pairs that are farther apart there are dropped.
    std::optional<bvh::MeetingTest> at = {};
};

/// Receives the candidates of one piece of the search: blocks of one kind, at most CandidateBlock::capacity each.
using TakeCandidates = std::function<void(std::size_t piece, PairKind kind, std::span<const Candidate> candidates)>;

/// The broad phase: finds all pairs of features that may touch and that the filters accept, each once, and passes them to
/// `take` in blocks.
///
/// `prepare(pieces)` is called first; `take` from several threads at once, but for one piece from one thread at a time.
/// Which piece a candidate is in depends on the scene alone.
///
/// Guarantee: no pair in contact (before or at the time limit and `until` of the query, or within the gap) is left out; of
///            one end of the step, no pair that is within the gap there.
/// Throws:    as the verbs of MovingScene.
Statistics search_candidates(const MovingScene& scene, const QueryOptions& query, const SearchOptions& options,
                             const std::function<void(std::size_t pieces)>& prepare, const TakeCandidates& take);

}  // namespace tocca::deformable::detail
