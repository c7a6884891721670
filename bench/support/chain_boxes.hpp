// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tocca::bench {

enum class ChainAxes : unsigned char { random, parallel };

/// Chains of links, one after the other, each 1 long and 0.2 wide, whose joints begin at random angles within 45 degrees and
/// turn by the same angle.
struct BoxedChains {
    std::uint64_t seed = 11;
    std::size_t chains = 100;
    ChainAxes axes = ChainAxes::random;
    std::size_t links = 10;
    double turn = 0.0;      ///< of every joint, in radians
    std::size_t spans = 1;  ///< equal parts of the time, with boxes of their own
};

/// The spans that a checker would take for such a chain.
[[nodiscard]] std::size_t usual_spans(const BoxedChains& chains);

/// Of each link, from the first on: the geometric mean over all chains and spans of the volume of the box by interval
/// arithmetic over that by Taylor models.
[[nodiscard]] std::vector<double> volume_ratios(const BoxedChains& chains);

/// The geometric mean of the ratios of all links but the first.
[[nodiscard]] double mean_ratio(const std::vector<double>& ratios);

}  // namespace tocca::bench
