// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tocca/elementary/batch.hpp"
#include "tocca/elementary/decide.hpp"
#include "tocca/elementary/filter_kernel.hpp"

namespace tocca::elementary {

/// The narrow phase: runs blocks of queries through all stages. Reuses its buffers across calls; use one per thread.
class BlockFilter {
public:
    /// Queries that pass through the stages together: few enough to stay in the second-level cache between stages.
    static constexpr std::size_t block_size = 512;

    /// Decides `size` <= block_size queries of one kind. `k` is the grid of the first contact; without it any contact
    /// will do, and its bracket is meaningless. `on_contact(i, bracket)` is called for each query i of the block that
    /// collides. `first` is the number of query 0 in its batch, for errors.
    ///
    /// Throws: Error (not_finite).
    template <class OnContact>
    void run(const FilterKernel& kernel, const PairRows* rows, std::size_t size, std::size_t first, PairKind kind,
             std::optional<int> k, Statistics::StageCounts& stages, const OnContact& on_contact)
    {
        const CullCounts left = kernel.cull(rows, size, kind, {all_.data(), one_root_.data(), others_.data()});
        count(stages, Stage::coordinates, left.by_coordinates);
        count(stages, Stage::coefficients, size - left.all - left.by_coordinates);
        const Verdicts verdicts{verdict_.data(), lower_.data(), upper_.data()};
        kernel.one_root(rows, one_root_.data(), left.one_root, kind, verdicts);
        kernel.two_roots(rows, others_.data(), left.others, kind, verdicts);
        for (std::size_t j = 0; j < left.all; ++j) {
            const std::size_t i = all_[j];
            const Decision decision = decide_from(verdicts, i, rows[i], kind, k, first + i);
            count(stages, decision.stage, 1);
            if (decision.contact) on_contact(i, decision.bracket);
        }
    }

private:
    static void count(Statistics::StageCounts& stages, Stage stage, std::uint64_t queries)
    {
        stages[static_cast<std::size_t>(stage)] += queries;
    }

    std::vector<std::uint32_t> all_ = std::vector<std::uint32_t>(block_size + 1);
    std::vector<std::uint32_t> one_root_ = std::vector<std::uint32_t>(block_size + 1);
    std::vector<std::uint32_t> others_ = std::vector<std::uint32_t>(block_size + 1);
    std::vector<Verdict> verdict_ = std::vector<Verdict>(block_size);
    std::vector<double> lower_ = std::vector<double>(block_size);
    std::vector<double> upper_ = std::vector<double>(block_size);
};

}  // namespace tocca::elementary
