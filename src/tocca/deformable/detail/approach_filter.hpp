// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "tocca/answer/statistics.hpp"
#include "tocca/deformable/detail/near_kernel.hpp"
#include "tocca/deformable/step_tree.hpp"

namespace tocca::deformable::detail {

/// Drops candidates that stay farther apart than a gap, block by block.
///
/// Assumes: the tree outlives it.
class ApproachFilter {
public:
    ApproachFilter(const StepTree& step, const std::string& target) : step_(&step), kernel_(&near_kernel(target)) {}

    /// Calls `judge(candidate)`, in order, for those that may come within the gap by `until()`, a fraction of the step that
    /// may decrease; counts the others. Ends early once `judge` returns false.
    template <class Until, class Judge>
    void run(PairKind kind, std::span<const Candidate> candidates, double gap, const Until& until,
             Statistics::StageCounts& stages, const Judge& judge) const
    {
        StepBlock block;
        std::array<std::uint32_t, PointBlock::capacity + 1> kept;
        while (!candidates.empty()) {
            const std::span<const Candidate> some = candidates.first(std::min(PointBlock::capacity, candidates.size()));
            candidates = candidates.subspan(some.size());
            for (std::size_t i = 0; i < some.size(); ++i) fill(block, i, some[i]);
            for (std::size_t i = some.size(); i % 4 != 0; ++i) fill(block, i, some[0]);
            const std::size_t count = kernel_->keep_approaching(block, some.size(), kind, gap, until(), kept.data());
            stages[static_cast<std::size_t>(Stage::coefficients)] += some.size() - count;
            for (std::size_t i = 0; i < count; ++i) {
                if (!judge(some[kept[i]])) return;
            }
        }
    }

private:
    void fill(StepBlock& block, std::size_t i, const Candidate& candidate) const
    {
        for (std::size_t corner = 0; corner < 4; ++corner) {
            const MovingVertex& vertex = step_->vertices()[candidate[corner]];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                block.start.rows[3 * corner + axis][i] = vertex.start[axis];
                block.end.rows[3 * corner + axis][i] = vertex.end[axis];
            }
        }
    }

    const StepTree* step_;
    const NearKernel* kernel_;
};

}  // namespace tocca::deformable::detail
