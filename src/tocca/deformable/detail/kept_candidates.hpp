// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "tocca/deformable/detail/crossing_proofs.hpp"
#include "tocca/deformable/detail/step_vertices.hpp"

namespace tocca::deformable::detail {

/// All pairs of features that come within a reach of each other along all axes, in one step, the reference, of those that
/// a query checks.
///
/// Another step runs along the reference from a to b, fractions of it, within d if along every axis each vertex starts
/// within d of where the reference is at a, and ends within d of where it is at b. Then it is within d of the reference
/// at a + t (b - a) at every time t, since the difference is linear in t. A pair that is not listed stays more than the
/// reach apart along an axis all through the reference, hence more than the reach less 2 d in that step. So the list serves
/// steps that stay at their start, shorter trials of a line search with room to spare, and small moves on from there.
struct KeptCandidates {
    /// The reach of a list that was not made, since it would have been too long.
    static constexpr double gave_up = -1.0;

    CrossingProofs::Scope scope = {};
    double reach = 0.0;
    std::vector<MovingVertex> reference = {};
    std::vector<Candidate> vertex_face = {};
    std::vector<Candidate> edge_edge = {};

    /// An upper bound of how far a step strays from the reference; infinite if nothing is known.
    [[nodiscard]] double stray(std::span<const MovingVertex> step) const;
};

/// Keeps candidates of a scene from one search to the next, on request. Concurrent searches may each store theirs.
class CandidateKeeper {
public:
    CandidateKeeper() = default;
    CandidateKeeper(const CandidateKeeper& other);
    CandidateKeeper& operator=(const CandidateKeeper& other);
    ~CandidateKeeper() = default;

    /// From now on keeps up to this many candidates that serve steps which stray by `slack`; 0: none.
    void set(double slack, std::size_t most);
    [[nodiscard]] double slack() const { return slack_; }
    [[nodiscard]] std::size_t most() const { return most_; }

    /// To be called when there is another step.
    void begin_step() { stray_ = -1.0; }

    /// To be called when places name other vertices.
    void forget() { keep(nullptr); }

    /// What is kept, if it serves a query with this gap in the current step.
    [[nodiscard]] std::shared_ptr<const KeptCandidates> find(const QueryOptions& options, double gap,
                                                             std::span<const MovingVertex> step) const;
    /// Whether a list for this query and about this step would be too long.
    [[nodiscard]] bool gave_up(const QueryOptions& options, std::span<const MovingVertex> step) const;
    void keep(std::shared_ptr<const KeptCandidates> candidates) const;

private:
    /// How far the step strays from the reference of the last.
    ///
    /// Assumes: the lock is held, and there is a last one.
    [[nodiscard]] double stray(std::span<const MovingVertex> step) const
    {
        if (stray_ < 0.0) stray_ = last_->stray(step);
        return stray_;
    }

    double slack_ = 0.0;
    std::size_t most_ = 0;
    mutable std::mutex mutex_;
    mutable std::shared_ptr<const KeptCandidates> last_;
    mutable double stray_ = -1.0;  ///< of the current step from the last, negative if not measured
};

}  // namespace tocca::deformable::detail
