// SPDX-License-Identifier: Apache-2.0
#include "support/memory_floor.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <vector>

#include "tocca/base/parallel.hpp"

namespace tocca::bench {
namespace {

double sum_of_piece(std::span<const PairRows> queries)
{
    // Eight sums that do not wait for each other, so that memory sets the pace and not the latency of an addition.
    std::array<double, 8> sums{};
    for (const PairRows& rows : queries) {
        for (std::size_t i = 0; i < rows.size(); i += sums.size()) {
            for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += rows[i + k];
        }
    }
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

}  // namespace

double sum_of_coordinates(std::span<const PairRows> queries, int threads)
{
    if (threads == 1) return sum_of_piece(queries);
    constexpr std::size_t piece_size = 4096;
    const std::size_t pieces = (queries.size() + piece_size - 1) / piece_size;
    std::vector<double> sums(pieces);
    for_each_piece(pieces, threads, [&](std::size_t piece) {
        const std::size_t first = piece * piece_size;
        sums[piece] = sum_of_piece(queries.subspan(first, std::min(piece_size, queries.size() - first)));
    });
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

}  // namespace tocca::bench
